/** A selector of the controls in which keys enter text. Shortcuts do not work there. */
export const TYPING = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]';

/** Tells whether keys enter text at the target of an event. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TYPING) !== null;
