/**
 * Failed sign-ins rest per username and per address, growing (docs/rules.md#sign-in). Usernames that nobody has are
 * counted like any other, so that a rest says nothing. A trusted device is counted apart: a rival who fails on purpose
 * keeps nobody out who sits at a device of his own.
 */
export type FailureState = {
  readonly failures: number;
  readonly lastAtMs: number;
  readonly restUntilMs: number | undefined;
};

export type FailureRule = {
  /** This failure is the first that is followed by a rest. */
  readonly restsFrom: number;
  /** After so long without a failure the count starts again. */
  readonly forgetAfterMs: number;
};

export const FAILURE_RULES = {
  username: { restsFrom: 10, forgetAfterMs: 6 * 60 * 60_000 },
  device: { restsFrom: 10, forgetAfterMs: 6 * 60 * 60_000 },
  /** The current password, asked of who is signed in. */
  password: { restsFrom: 10, forgetAfterMs: 6 * 60 * 60_000 },
  /** A whole company may sit behind one address. */
  address: { restsFrom: 50, forgetAfterMs: 60 * 60_000 },
} as const satisfies Record<string, FailureRule>;
export type FailureKind = keyof typeof FAILURE_RULES;

const FIRST_REST_MS = 30_000;
export const REST_MAX_MS = 15 * 60_000;

/** How long the `failures`-th failure in a row is followed by a rest. */
export function restAfterFailures(rule: FailureRule, failures: number): number {
  if (failures < rule.restsFrom) return 0;
  return Math.min(REST_MAX_MS, FIRST_REST_MS * 2 ** Math.min(20, failures - rule.restsFrom));
}

/** One more failure; undefined while the last rest still holds: then nothing is tried, and nothing counted. */
export function countFailure(
  rule: FailureRule,
  before: FailureState | undefined,
  nowMs: number,
): FailureState | undefined {
  if (restLeftMs(before, nowMs) > 0) return undefined;
  const isForgotten = before === undefined || before.lastAtMs <= nowMs - rule.forgetAfterMs;
  const failures = isForgotten ? 1 : before.failures + 1;
  const restMs = restAfterFailures(rule, failures);
  return { failures, lastAtMs: nowMs, restUntilMs: restMs === 0 ? undefined : nowMs + restMs };
}

export const restLeftMs = (state: FailureState | undefined, nowMs: number): number =>
  Math.max(0, (state?.restUntilMs ?? 0) - nowMs);
