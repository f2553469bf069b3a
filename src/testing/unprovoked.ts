import type { ErrorCode } from '#contract/errors.ts';

const FOREIGN =
  'Rules 7 and specification 8 name it for identity services of others: ours never sends it. The story "session" shows what browsers do.';

/** The codes of the catalogue that no test of the server provokes, and why: the one list of them (decision 42). */
export const UNPROVOKED: Partial<Record<ErrorCode, string>> = {
  invalid_role: FOREIGN,
  forbidden_access: FOREIGN,
  account_locked: FOREIGN,
  unauthorized_access: FOREIGN,
};
