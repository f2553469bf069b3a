/** Stands for a text that is no date, so that the rules can say so. */
export const UNREADABLE_DATE = 'unreadable';
