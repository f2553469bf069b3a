/** Where keys are letters of what somebody writes. */
export const TYPING = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]';
