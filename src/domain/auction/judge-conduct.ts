import type { ConductTimes } from '#domain/auction/conduct.ts';
import { DURATION_DAYS_MAX, DURATION_MS_MAX } from '#domain/auction/judge-settings.ts';
import { accept, refuse } from '#domain/basics/accept.ts';
import { isInstant } from '#domain/basics/instant.ts';
import { statusAt } from '#domain/auction/status.ts';
import type { Refusal, Result } from '#domain/basics/result.ts';

/** Auction controls: actions of an administrator on an auction, other than edits. Each needs a reason. */
export const CONDUCT_ACTIONS = ['pause', 'resume', 'extend', 'annul'] as const;
export type ConductAction = (typeof CONDUCT_ACTIONS)[number];

/**
 * States of an auction for its controls. `closing` is the closing period: the end has passed, but the server still
 * judges bids that it received in time.
 */
export const CONDUCT_STATES = ['upcoming', 'live', 'paused', 'closing', 'closed', 'annulled'] as const;
export type ConductState = (typeof CONDUCT_STATES)[number];

/**
 * The states in which each action is allowed. An administrator can extend a paused auction. When the auction is resumed
 * later, its extended end moves by the duration of the pause.
 */
export const CONDUCTED_IN: Record<ConductAction, readonly ConductState[]> = {
  pause: ['live'],
  resume: ['paused'],
  extend: ['live', 'paused'],
  annul: ['live', 'paused', 'closing'],
};

export type ConductRefusal =
  | 'auction_not_started'
  | 'auction_not_paused'
  | 'auction_paused'
  | 'auction_has_ended'
  | 'auction_annulled';

/** For each state, the refusal code of an action that is not allowed in this state. */
const REFUSED_IN: Record<ConductState, ConductRefusal> = {
  upcoming: 'auction_not_started',
  live: 'auction_not_paused',
  paused: 'auction_paused',
  closing: 'auction_has_ended',
  closed: 'auction_has_ended',
  annulled: 'auction_annulled',
};

/** Returns the state of an auction at time `nowMs`, in ms since 1970. */
export function conductStateAt(times: ConductTimes, nowMs: number): ConductState {
  if (times.annulledAtMs !== null) return 'annulled';
  if (times.closedAtMs !== null) return 'closed';
  if (times.pausedAtMs !== null) return 'paused';
  const status = statusAt(times, nowMs);
  return status === 'ended' ? 'closing' : status;
}

/** Returns why an action is not allowed in a state; undefined if it is allowed. */
export const judgeConduct = (action: ConductAction, state: ConductState): Refusal<ConductRefusal> | undefined =>
  CONDUCTED_IN[action].includes(state) ? undefined : { code: REFUSED_IN[state] };

export const EXTENSION_REFUSALS = [
  'field_required',
  'invalid_date',
  'extension_not_later',
  'auction_duration_too_long',
] as const;
export type ExtensionRefusal = (typeof EXTENSION_REFUSALS)[number];

/**
 * Judges a new end, `until`. The new end must be later than the current end and within the maximum duration of an
 * auction (docs/rules.md#auction-settings). An accepted end is in ms since 1970.
 */
export function judgeExtension(
  until: string | null,
  { startsAtMs, auctionEndsAtMs }: Pick<ConductTimes, 'startsAtMs' | 'auctionEndsAtMs'>,
): Result<number, Refusal<ExtensionRefusal>> {
  if (until === null) return refuse({ code: 'field_required' });
  const untilMs = Date.parse(until);
  if (!isInstant(untilMs)) return refuse({ code: 'invalid_date' });
  if (untilMs <= auctionEndsAtMs) return refuse({ code: 'extension_not_later' });
  return untilMs - startsAtMs > DURATION_MS_MAX
    ? refuse({ code: 'auction_duration_too_long', params: { days: DURATION_DAYS_MAX } })
    : accept(untilMs);
}

/**
 * Returns the end after an action at time `atMs`; null if the action does not move the end. Refuses an extension whose
 * new end is not allowed. A resumed auction ends later by the duration of the pause. An annulled auction ends at
 * `atMs`, unless it has already ended.
 */
export function judgeEnd(
  action: ConductAction,
  times: ConductTimes,
  atMs: number,
  until: string | null,
): Result<number | null, Refusal<ExtensionRefusal>> {
  const { auctionEndsAtMs, pausedAtMs } = times;
  if (action === 'pause') return accept(null);
  if (action === 'extend') return judgeExtension(until, times);
  if (action === 'resume') return accept(auctionEndsAtMs + atMs - (pausedAtMs ?? atMs));
  return accept(pausedAtMs === null ? Math.min(auctionEndsAtMs, atMs) : atMs);
}
