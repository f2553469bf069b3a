import { conflict, type ErrorEntry } from '#contract/errors/error-entry.ts';

/** Error codes of acts that need a second administrator (decision 130). */
export const APPROVAL_ERRORS = {
  approval_needed: conflict,
  approval_pending: conflict,
  approval_needs_two: conflict,
  approval_decided: conflict,
  approval_expired: conflict,
  approval_own: conflict,
  approval_not_own: conflict,
} as const satisfies Record<string, ErrorEntry>;
