import type { Area } from '#domain/automation/scope.ts';

/** Acts for which the platform can require the approval of a second administrator (decision 130). */
export const APPROVAL_ACTS = ['annul', 'release', 'blacklist'] as const;
export type ApprovalAct = (typeof APPROVAL_ACTS)[number];

/** The areas in which each act is made. RECs are released on the page of a result, and with a settlement. */
export const AREAS_OF_ACT: Readonly<Record<ApprovalAct, readonly Area[]>> = {
  annul: ['auctions'],
  release: ['auctions', 'settlement'],
  blacklist: ['companies'],
};

/** After this time a request can no longer be approved. */
export const APPROVAL_HOURS = 72;

/**
 * States of a request. `started`: the room of the auction has the approved act, and its answer is not stored yet.
 * `failed`: the act was refused when it was approved.
 */
export const APPROVAL_STATES = [
  'pending',
  'started',
  'approved',
  'rejected',
  'withdrawn',
  'expired',
  'failed',
] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

export type ApprovalDecision = 'approve' | 'reject' | 'withdraw';

/**
 * Codes for an act that waits. `approval_needed`: the call made a request; `approval_pending`: a request for this act
 * waits already.
 */
export const HELD_REFUSALS = ['approval_needed', 'approval_pending'] as const;

/** Codes for decisions on a request that are refused. */
export const APPROVAL_REFUSALS = [
  'approval_decided',
  'approval_expired',
  'approval_own',
  'approval_not_own',
  'admin_role_missing',
] as const;
export type ApprovalRefusal = (typeof APPROVAL_REFUSALS)[number];

/** The facts about a request and the administrator who decides on it. */
export type DecisionFacts = {
  readonly state: ApprovalState;
  readonly isExpired: boolean;
  /** Whether this person made the request, on a screen or with a key. */
  readonly isOwn: boolean;
  /** Whether the roles of this person cover the act. */
  readonly mayAct: boolean;
};

/**
 * Returns why an administrator cannot decide on a request; undefined if it is possible (docs/rules.md#approvals). A
 * request can be approved again while it is `started`, because the room answers a repeated call with its first answer.
 */
export function judgeDecision(
  decision: ApprovalDecision,
  { state, isExpired, isOwn, mayAct }: DecisionFacts,
): ApprovalRefusal | undefined {
  if (decision === 'withdraw' && !isOwn) return 'approval_not_own';
  if (decision !== 'withdraw' && !mayAct) return 'admin_role_missing';
  if (decision !== 'withdraw' && isOwn) return 'approval_own';
  if (state === 'started' && decision === 'approve') return undefined;
  if (state !== 'pending') return state === 'expired' ? 'approval_expired' : 'approval_decided';
  return isExpired ? 'approval_expired' : undefined;
}
