import type { Refusal } from '#domain/basics/result.ts';
import { judgeText, type TextRefusal } from '#domain/basics/text.ts';

/**
 * Statuses of an open change request (docs/rules.md#change-requests). A request is Pending until an administrator
 * approves or returns it. The owner may correct a returned request and send it again.
 */
export const OPEN_REQUEST_STATUSES = ['Pending', 'Returned'] as const;
export type OpenRequestStatus = (typeof OPEN_REQUEST_STATUSES)[number];
export type StoredRequestStatus = OpenRequestStatus | 'Approved';

/**
 * All statuses that a user can see. An open request lapses when the auction starts. `Lapsed` is computed from the clock
 * and never stored.
 */
export const REQUEST_STATUSES = [...OPEN_REQUEST_STATUSES, 'Approved', 'Lapsed'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** Returns the status at time `nowMs`. A request that is not approved is lapsed as soon as the auction starts. */
export const requestStatusAt = (
  status: StoredRequestStatus,
  { startsAtMs, nowMs }: { readonly startsAtMs: number; readonly nowMs: number },
): RequestStatus => (status !== 'Approved' && nowMs >= startsAtMs ? 'Lapsed' : status);

/** Maximum length, in characters, of the message with which an administrator returns a request. */
export const RETURN_MESSAGE_LENGTH_MAX = 2_000;

/**
 * Judges the message with which an administrator returns a request. The message is required, so that the owner knows
 * what to correct.
 */
export const judgeReturn = (message: string): { message?: Refusal<TextRefusal> } => {
  const refusal = judgeText(message, RETURN_MESSAGE_LENGTH_MAX);
  return refusal ? { message: refusal } : {};
};
