import { conflict, type ErrorEntry } from '#contract/errors/error-entry.ts';

/** What still stands in the way of erasing a person (decision 51); all but the last name what it is. */
export const ERASURE_HINDRANCES = [
  'erasure_auction_open',
  'erasure_order_pending',
  'erasure_registration_open',
  'erasure_last_owner',
  'erasure_sell_order_open',
  'erasure_holds_recs',
  'erasure_last_admin',
] as const;

export const PERSONAL_DATA_ERRORS = {
  erasure_auction_open: conflict,
  erasure_order_pending: conflict,
  erasure_registration_open: conflict,
  erasure_last_owner: conflict,
  erasure_sell_order_open: conflict,
  erasure_holds_recs: conflict,
  erasure_last_admin: conflict,
  /** Whom a foreign provider signs in has no password here: a sign-in of just now stands for it. */
  sign_in_too_long_ago: conflict,
} as const satisfies Record<string, ErrorEntry>;

export type PersonalDataError = keyof typeof PERSONAL_DATA_ERRORS;
