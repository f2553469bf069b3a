/** The company of a page, in its address; for members of several companies. */
export type AccountSearch = { account?: string };

/** Reads the chosen company from the address. */
export const accountSearch = (raw: Record<string, unknown>): AccountSearch =>
  typeof raw.account === 'string' ? { account: raw.account } : {};
