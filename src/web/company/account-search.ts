/** The URL parameter with the id of the page's company. Only members of several companies need it. */
export type AccountSearch = { account?: string };

/** Reads the chosen company from the address. */
export const accountSearch = (raw: Record<string, unknown>): AccountSearch =>
  typeof raw.account === 'string' ? { account: raw.account } : {};
