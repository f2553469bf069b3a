import type { Refusal } from '#domain/basics/result.ts';
import { judgeText, type TextRefusal } from '#domain/basics/text.ts';

/**
 * An owner's change request (docs/rules.md#change-requests): Pending until an admin approves or returns it; the owner
 * corrects and sends again.
 */
export const OPEN_REQUEST_STATUSES = ['Pending', 'Returned'] as const;
export type OpenRequestStatus = (typeof OPEN_REQUEST_STATUSES)[number];
export type StoredRequestStatus = OpenRequestStatus | 'Approved';

/** As the clock says: what is open at the auction's start lapses, and nothing has to happen for it. */
export const REQUEST_STATUSES = [...OPEN_REQUEST_STATUSES, 'Approved', 'Lapsed'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

export const requestStatusAt = (
  status: StoredRequestStatus,
  { startsAtMs, nowMs }: { readonly startsAtMs: number; readonly nowMs: number },
): RequestStatus => (status !== 'Approved' && nowMs >= startsAtMs ? 'Lapsed' : status);

/** Longest message that sends a request back. */
export const RETURN_MESSAGE_LENGTH_MAX = 2_000;

/** Nobody can correct what nobody explained: a message is needed. */
export const judgeReturn = (message: string): { message?: Refusal<TextRefusal> } => {
  const refusal = judgeText(message, RETURN_MESSAGE_LENGTH_MAX);
  return refusal ? { message: refusal } : {};
};
