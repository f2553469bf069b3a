/** A selector of the controls in which keys enter text. Shortcuts do not work there. */
export const TYPING = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]';
