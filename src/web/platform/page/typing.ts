/** Matches controls in which keys are text input, not shortcuts. */
export const TYPING = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]';
