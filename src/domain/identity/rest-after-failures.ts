/**
 * Failed sign-ins of a username or an address. They lead to lockouts of growing duration (docs/rules.md#sign-in).
 * Unknown usernames are counted as well, so that a lockout does not reveal whether a username exists. Trusted devices
 * are counted separately, so that a rival's deliberate failures do not lock out a user on a trusted device.
 */
export type FailureState = {
  readonly failures: number;
  readonly lastAtMs: number;
  readonly restUntilMs: number | undefined;
};

export type FailureRule = {
  /** Number of the first failure that leads to a lockout. */
  readonly restsFrom: number;
  /** The count restarts after this time without a failure. */
  readonly forgetAfterMs: number;
};

export const FAILURE_RULES = {
  username: { restsFrom: 10, forgetAfterMs: 6 * 60 * 60_000 },
  device: { restsFrom: 10, forgetAfterMs: 6 * 60 * 60_000 },
  /** The current password of a signed-in user. */
  password: { restsFrom: 10, forgetAfterMs: 6 * 60 * 60_000 },
  /** A whole company may share one address. */
  address: { restsFrom: 50, forgetAfterMs: 60 * 60_000 },
} as const satisfies Record<string, FailureRule>;
export type FailureKind = keyof typeof FAILURE_RULES;

const FIRST_REST_MS = 30_000;
export const REST_MAX_MS = 15 * 60_000;

/** Returns the duration in ms of the lockout after this many failures in a row. */
export function restAfterFailures(rule: FailureRule, failures: number): number {
  if (failures < rule.restsFrom) return 0;
  return Math.min(REST_MAX_MS, FIRST_REST_MS * 2 ** Math.min(20, failures - rule.restsFrom));
}

/** Counts a failure. Returns undefined during a lockout: then nothing is checked and nothing is counted. */
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

/** Returns the remaining lockout in ms; 0 if there is none. */
export const restLeftMs = (state: FailureState | undefined, nowMs: number): number =>
  Math.max(0, (state?.restUntilMs ?? 0) - nowMs);
