/** Which of several companies a page is about stands in its address. */
export type AccountSearch = { account?: string };

export const accountSearch = (raw: Record<string, unknown>): AccountSearch =>
  typeof raw.account === 'string' ? { account: raw.account } : {};
