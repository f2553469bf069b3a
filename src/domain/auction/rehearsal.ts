/** Limits on the duration of a rehearsal and on the number of simulated bidders. */
export const REHEARSAL_MINUTES = { min: 1, max: 60, usual: 5 } as const;
export const REHEARSAL_BIDDERS = { min: 2, max: 20, usual: 6 } as const;

/** Time from creating a rehearsal to its start. An admin watches initial bids in this time. */
export const REHEARSAL_STARTS_IN_MS = 20_000;

/** Prefix of the title, in both languages, so that it is visible everywhere the title appears. */
const MARK = 'REHEARSAL 演练 · ';

export const rehearsalTitle = (title: string): string => MARK + title;
