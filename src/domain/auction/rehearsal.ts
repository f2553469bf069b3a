/** How long a rehearsal may last, and how many simulated bidders take part. */
export const REHEARSAL_MINUTES = { min: 1, max: 60, usual: 5 } as const;
export const REHEARSAL_BIDDERS = { min: 2, max: 20, usual: 6 } as const;

/** From setting it up to its start: time for initial bids, which an admin watches. */
export const REHEARSAL_STARTS_IN_MS = 20_000;

/** Stands before the title, in the languages of all who may read it: wherever the title goes, this goes too. */
const MARK = 'REHEARSAL 演练 · ';

export const rehearsalTitle = (title: string): string => MARK + title;
