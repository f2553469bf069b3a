/** As a ref: takes the focus once it is on the page. React's own `autoFocus` does so for fields and buttons, not for links. */
export const focusOnArrival = (element: HTMLElement | null): void => element?.focus();
