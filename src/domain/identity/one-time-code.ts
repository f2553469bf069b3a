/**
 * One-time codes (docs/rules.md#one-time-codes): 6 digits, valid 5 minutes, 5 tries, another one after 60 seconds, 5
 * sends an hour. Tries are counted over all codes that were sent within the hour, expired ones too, so that asking
 * again wins nothing; after the fifth wrong one comes a rest of 15 minutes, and after that the count starts again.
 */
export const CODE_LENGTH = 6;
export const CODE_TRIES_MAX = 5;
export const CODE_SENDS_MAX = 5;
export const CODE_VALID_MS = 5 * 60_000;
export const CODE_RESEND_MS = 60_000;
/** A right password opens the second step for so long. */
export const SECOND_STEP_MS = 30 * 60_000;
export const CODE_SENDS_WINDOW_MS = 60 * 60_000;
export const CODE_REST_MS = 15 * 60_000;

export type CodeState = {
  readonly tries: number;
  /** When codes were sent, within the last hour, oldest first. */
  readonly sends: readonly number[];
  readonly expiresAtMs: number;
  readonly restUntilMs: number | undefined;
  /** The code came back. Its sends still count, but the next one needs no pause. */
  readonly isUsed?: boolean;
};

export type SendPlan =
  | { readonly kind: 'resting'; readonly untilMs: number }
  /** Too soon for another code; the last one may still be alive. */
  | { readonly kind: 'wait'; readonly untilMs: number; readonly isAlive: boolean }
  | { readonly kind: 'send'; readonly state: CodeState };

/** Whether a code may be sent now, and what is to be remembered when it is. */
export function planSend(before: CodeState | undefined, nowMs: number): SendPlan {
  if (before && isResting(before, nowMs)) return { kind: 'resting', untilMs: before.restUntilMs ?? nowMs };
  const isAlive = before !== undefined && before.restUntilMs === undefined && before.expiresAtMs > nowMs;
  const sends = (before?.sends ?? []).filter((at) => at > nowMs - CODE_SENDS_WINDOW_MS);
  const untilMs = before?.isUsed ? hourlyLimitUntilMs(sends) : nextSendAtMs(sends);
  if (untilMs > nowMs) return { kind: 'wait', untilMs, isAlive };
  return {
    kind: 'send',
    state: {
      tries: before?.restUntilMs === undefined && sends.length > 0 ? (before?.tries ?? 0) : 0,
      sends: [...sends, nowMs],
      expiresAtMs: nowMs + CODE_VALID_MS,
      restUntilMs: undefined,
    },
  };
}

/** When another code may be asked for at the earliest; 0 where nothing was sent. */
export function nextSendAtMs(sends: readonly number[]): number {
  const last = sends.at(-1);
  return last === undefined ? 0 : Math.max(last + CODE_RESEND_MS, hourlyLimitUntilMs(sends));
}

function hourlyLimitUntilMs(sends: readonly number[]): number {
  const oldestOfMax = sends.at(-CODE_SENDS_MAX);
  return oldestOfMax === undefined ? 0 : oldestOfMax + CODE_SENDS_WINDOW_MS;
}

/** What remains of a code that was used: nothing to try, but its sends count. */
export const usedCode = (before: CodeState, nowMs: number): CodeState => ({
  tries: 0,
  sends: before.sends,
  expiresAtMs: nowMs,
  restUntilMs: undefined,
  isUsed: true,
});

export type TryVerdict = 'right' | 'wrong' | 'expired' | 'reachedMaxTries';

/** A try costs one whether it is right or not; what is right after the last one is wrong all the same. */
export function judgeTry(
  before: CodeState,
  isRight: boolean,
  nowMs: number,
): { readonly verdict: TryVerdict; readonly state: CodeState } {
  if (isResting(before, nowMs)) return { verdict: 'reachedMaxTries', state: before };
  if (before.restUntilMs !== undefined || before.expiresAtMs <= nowMs) return { verdict: 'expired', state: before };
  const state = { ...before, tries: before.tries + 1 };
  if (isRight) return { verdict: 'right', state };
  if (state.tries < CODE_TRIES_MAX) return { verdict: 'wrong', state };
  return { verdict: 'reachedMaxTries', state: { ...state, restUntilMs: nowMs + CODE_REST_MS } };
}

const isResting = (state: CodeState, nowMs: number): boolean =>
  state.restUntilMs !== undefined && state.restUntilMs > nowMs;
