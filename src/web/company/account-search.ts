/** The company of a page, as its address names it. Only members of several companies need this parameter. */
export type AccountSearch = { account?: string };

/** Reads the chosen company from the address. */
export const accountSearch = (raw: Record<string, unknown>): AccountSearch =>
  typeof raw.account === 'string' ? { account: raw.account } : {};
