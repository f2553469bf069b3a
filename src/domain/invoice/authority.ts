/**
 * States of a document at the tax authority (docs/settlement.md#the-tax-authority). `prepared`: not sent yet. `sent`: the
 * authority may have it, but has not answered. `pending`: the authority checks it. `cancelling`: the issuer has asked for
 * a cancellation. `unclear`: a person decides.
 */
export const AUTHORITY_STATES = [
  'prepared',
  'sent',
  'pending',
  'valid',
  'cancelling',
  'cancelled',
  'rejected',
  'unclear',
] as const;
export type AuthorityState = (typeof AUTHORITY_STATES)[number];

/**
 * Reasons of a state. `refused`: the authority refused the document. `correctedRefused`: it has no valid invoice that
 * this credit note could correct. `differs`: it has another document under this number. `notCancelled`: it refused the
 * cancellation, so the document is still valid.
 */
export const AUTHORITY_REASONS = ['refused', 'correctedRefused', 'noAnswer', 'differs', 'notCancelled'] as const;
export type AuthorityReason = (typeof AUTHORITY_REASONS)[number];

/** Returns whether a document has no effect: the authority refused it, or it was cancelled there. */
export const isVoid = (state: AuthorityState | null): boolean => state === 'cancelled' || state === 'rejected';

/** The authority's answer about a document. `validAt` is an ISO time; null if it did not state it. */
export type AuthorityAnswer = {
  readonly found: 'answer';
  readonly status: 'pending' | 'valid' | 'rejected' | 'cancelled';
  readonly authorityId: string;
  readonly validAt: string | null;
};

/**
 * A conclusion without an answer. `absent`: the authority certainly does not have the document. `unknown`: nothing is
 * known. `differs`: it has another document under this number. `refused`: it does not cancel the document.
 */
export type AuthorityFinding = AuthorityAnswer | { readonly found: 'absent' | 'unknown' | 'differs' | 'refused' };

export type Submission = {
  readonly state: AuthorityState;
  readonly authorityId: string;
  readonly attempts: number;
};

/** The change after a question. `again`: the same request may be sent again. `wait`: nothing changes yet. */
export type SubmissionChange =
  | 'again'
  | 'wait'
  | {
      readonly state: AuthorityState;
      readonly authorityId: string;
      readonly reason: AuthorityReason | null;
    };

/** Attempts without an answer after which a person decides. */
export const AUTHORITY_ATTEMPTS_MAX = 10;

/**
 * Decides what follows from what the authority said about a document that it was asked about. A request is repeated only
 * if the authority certainly did not carry it out.
 */
export function afterFinding(
  { state, authorityId, attempts }: Submission,
  finding: AuthorityFinding,
): SubmissionChange {
  const held = (reason: AuthorityReason) => ({ state: 'unclear', authorityId, reason }) as const;
  if (finding.found === 'answer') {
    if (authorityId !== '' && finding.authorityId !== '' && finding.authorityId !== authorityId) return held('differs');
    const known = finding.authorityId || authorityId;
    if (state === 'cancelling' && finding.status === 'valid')
      return attempts >= AUTHORITY_ATTEMPTS_MAX
        ? { state: 'valid', authorityId: known, reason: 'notCancelled' }
        : 'again';
    return { state: finding.status, authorityId: known, reason: finding.status === 'rejected' ? 'refused' : null };
  }
  if (finding.found === 'refused') return { state: 'valid', authorityId, reason: 'notCancelled' };
  if (finding.found === 'differs') return held('differs');
  // The authority takes its time to check a document that it has.
  if (state === 'pending') return 'wait';
  if (attempts >= AUTHORITY_ATTEMPTS_MAX) return held('noAnswer');
  return finding.found === 'absent' && state === 'sent' ? 'again' : 'wait';
}

/** Hours after the acceptance within which the issuer may cancel a document. */
const CANCEL_HOURS = 72;

export const CANCEL_REFUSALS = ['invoice_not_valid', 'cancellation_too_late', 'invoice_credited'] as const;
export type CancelRefusal = (typeof CANCEL_REFUSALS)[number];

type Cancelled = {
  readonly state: AuthorityState | null;
  /** Milliseconds since 1970 at which the authority accepted the document. */
  readonly validAtMs: number;
  /** Whether credit notes that have an effect correct it. */
  readonly isCredited: boolean;
};

/** Returns why a document cannot be cancelled at the authority; undefined if it can. Credit notes must go first. */
export function judgeCancelling({ state, validAtMs, isCredited }: Cancelled, nowMs: number): CancelRefusal | undefined {
  if (state !== 'valid') return 'invoice_not_valid';
  if (nowMs > validAtMs + CANCEL_HOURS * 60 * 60_000) return 'cancellation_too_late';
  return isCredited ? 'invoice_credited' : undefined;
}

/** The longest reason that the authority takes. */
export const CANCEL_REASON_MAX = 300;
