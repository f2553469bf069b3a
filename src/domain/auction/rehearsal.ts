/** Limits and default of a rehearsal's duration, in minutes. */
export const REHEARSAL_MINUTES = { min: 1, max: 60, usual: 5 } as const;
/** Limits and default of the number of simulated bidders. */
export const REHEARSAL_BIDDERS = { min: 2, max: 20, usual: 6 } as const;

/**
 * Time in ms from the creation of a rehearsal to its start. During this time an administrator can watch initial bids.
 */
export const REHEARSAL_STARTS_IN_MS = 20_000;

/** Prefix of a rehearsal's title, in both languages, so that every page that shows the title also shows the mark. */
const MARK = 'REHEARSAL 演练 · ';

export const rehearsalTitle = (title: string): string => MARK + title;
