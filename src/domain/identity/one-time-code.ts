/** Number of digits of a one-time code (docs/rules.md#one-time-codes). */
export const CODE_LENGTH = 6;
/**
 * Maximum number of attempts, counted over all codes sent within the last hour. Expired codes count too, so a new code
 * does not give extra attempts. After the last attempt a lockout follows. After the lockout the count starts again.
 */
export const CODE_TRIES_MAX = 5;
/** Maximum number of codes that are sent within an hour. */
export const CODE_SENDS_MAX = 5;
export const CODE_VALID_MS = 5 * 60_000;
/** Minimum time in ms between two codes. */
export const CODE_RESEND_MS = 60_000;
/** Maximum time in ms from a correct password to the completion of the second sign-in step. */
export const SECOND_STEP_MS = 30 * 60_000;
export const CODE_SENDS_WINDOW_MS = 60 * 60_000;
export const CODE_LOCKOUT_MS = 15 * 60_000;

export type CodeState = {
  readonly tries: number;
  /** Times of the sends within the last hour, oldest first, in ms since 1970. */
  readonly sends: readonly number[];
  readonly expiresAtMs: number;
  readonly lockedUntilMs: number | undefined;
  /**
   * Whether the one-time code was entered correctly. In this case the next code needs no waiting time, but all sends
   * still count.
   */
  readonly isUsed?: boolean;
};

export type SendPlan =
  | { readonly kind: 'lockedOut'; readonly untilMs: number }
  /** It is too soon to send another code. `isAlive` tells whether the last code is still valid. */
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

/** Returns the earliest time of the next code, in ms since 1970; 0 if none was sent. */
export function nextSendAtMs(sends: readonly number[]): number {
  const last = sends.at(-1);
  return last === undefined ? 0 : Math.max(last + CODE_RESEND_MS, hourlyLimitUntilMs(sends));
}

function hourlyLimitUntilMs(sends: readonly number[]): number {
  const oldestOfMax = sends.at(-CODE_SENDS_MAX);
  return oldestOfMax === undefined ? 0 : oldestOfMax + CODE_SENDS_WINDOW_MS;
}

/** Returns the state after a one-time code was used. The code cannot be used again, but its sends still count. */
export const usedCode = (before: CodeState, nowMs: number): CodeState => ({
  tries: 0,
  sends: before.sends,
  expiresAtMs: nowMs,
  lockedUntilMs: undefined,
  isUsed: true,
});

export type TryVerdict = 'right' | 'wrong' | 'expired' | 'reachedMaxTries';

/** Judges an attempt and counts it, whether it is right or wrong. During a lockout even the right code is refused. */
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
