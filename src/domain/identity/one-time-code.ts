/**
 * Limits of one-time codes (docs/rules.md#one-time-codes): 6 digits, valid for 5 minutes, 5 attempts, a new code after
 * 60 seconds, 5 sends an hour. Attempts are counted over all codes sent within the hour, also expired ones, so that
 * requesting a new code gives no extra attempts. After the fifth wrong attempt follows a lockout of 15 minutes. Then
 * the count restarts.
 */
export const CODE_LENGTH = 6;
export const CODE_TRIES_MAX = 5;
export const CODE_SENDS_MAX = 5;
export const CODE_VALID_MS = 5 * 60_000;
export const CODE_RESEND_MS = 60_000;
/** Time after a correct password in which the second sign-in step can be completed. */
export const SECOND_STEP_MS = 30 * 60_000;
export const CODE_SENDS_WINDOW_MS = 60 * 60_000;
export const CODE_LOCKOUT_MS = 15 * 60_000;

export type CodeState = {
  readonly tries: number;
  /** Times of the sends within the last hour, oldest first, in ms since 1970. */
  readonly sends: readonly number[];
  readonly expiresAtMs: number;
  readonly lockedUntilMs: number | undefined;
  /** The one-time code was entered correctly. Its sends still count, but the next code needs no waiting time. */
  readonly isUsed?: boolean;
};

export type SendPlan =
  | { readonly kind: 'lockedOut'; readonly untilMs: number }
  /** It is too soon for another code; the last one may still be valid. */
  | { readonly kind: 'wait'; readonly untilMs: number; readonly isAlive: boolean }
  | { readonly kind: 'send'; readonly state: CodeState };

/** Decides whether a one-time code may be sent now. If so, returns the state to store. */
export function planSend(before: CodeState | undefined, nowMs: number): SendPlan {
  if (before && isLockedOut(before, nowMs)) return { kind: 'lockedOut', untilMs: before.lockedUntilMs ?? nowMs };
  const isAlive = before !== undefined && before.lockedUntilMs === undefined && before.expiresAtMs > nowMs;
  const sends = (before?.sends ?? []).filter((at) => at > nowMs - CODE_SENDS_WINDOW_MS);
  const untilMs = before?.isUsed ? hourlyLimitUntilMs(sends) : nextSendAtMs(sends);
  if (untilMs > nowMs) return { kind: 'wait', untilMs, isAlive };
  return {
    kind: 'send',
    state: {
      tries: before?.lockedUntilMs === undefined && sends.length > 0 ? (before?.tries ?? 0) : 0,
      sends: [...sends, nowMs],
      expiresAtMs: nowMs + CODE_VALID_MS,
      lockedUntilMs: undefined,
    },
  };
}

/** Returns the earliest time for another code, in ms since 1970; 0 if none was sent. */
export function nextSendAtMs(sends: readonly number[]): number {
  const last = sends.at(-1);
  return last === undefined ? 0 : Math.max(last + CODE_RESEND_MS, hourlyLimitUntilMs(sends));
}

function hourlyLimitUntilMs(sends: readonly number[]): number {
  const oldestOfMax = sends.at(-CODE_SENDS_MAX);
  return oldestOfMax === undefined ? 0 : oldestOfMax + CODE_SENDS_WINDOW_MS;
}

/** Returns the state after a one-time code was used: it cannot be tried again, but its sends count. */
export const usedCode = (before: CodeState, nowMs: number): CodeState => ({
  tries: 0,
  sends: before.sends,
  expiresAtMs: nowMs,
  lockedUntilMs: undefined,
  isUsed: true,
});

export type TryVerdict = 'right' | 'wrong' | 'expired' | 'reachedMaxTries';

/** Judges an attempt and counts it, right or wrong. During a lockout even the right code is refused. */
export function judgeTry(
  before: CodeState,
  isRight: boolean,
  nowMs: number,
): { readonly verdict: TryVerdict; readonly state: CodeState } {
  if (isLockedOut(before, nowMs)) return { verdict: 'reachedMaxTries', state: before };
  if (before.lockedUntilMs !== undefined || before.expiresAtMs <= nowMs) return { verdict: 'expired', state: before };
  const state = { ...before, tries: before.tries + 1 };
  if (isRight) return { verdict: 'right', state };
  if (state.tries < CODE_TRIES_MAX) return { verdict: 'wrong', state };
  return { verdict: 'reachedMaxTries', state: { ...state, lockedUntilMs: nowMs + CODE_LOCKOUT_MS } };
}

const isLockedOut = (state: CodeState, nowMs: number): boolean =>
  state.lockedUntilMs !== undefined && state.lockedUntilMs > nowMs;
