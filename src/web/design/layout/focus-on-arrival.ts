/**
 * A ref that focuses an element when it appears. React's own `autoFocus` works for fields and buttons, not for links.
 */
export const focusOnArrival = (element: HTMLElement | null): void => element?.focus();
