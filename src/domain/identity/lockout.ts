/**
 * Failed sign-ins of a username or an address. They lead to lockouts of growing duration (docs/rules.md#sign-in).
 * Unknown usernames are counted as well, so that a lockout does not reveal whether a username exists. Trusted devices
 * are counted separately, so that a rival's deliberate failures do not lock out a user on a trusted device.
 */
export type FailureState = {
  readonly failures: number;
  readonly lastAtMs: number;
  readonly lockedUntilMs: number | undefined;
};

export type FailureRule = {
  /** Number of the first failure that leads to a lockout. */
  readonly lockoutFrom: number;
  /** The count restarts after this time without a failure. */
  readonly resetAfterMs: number;
};

export const FAILURE_RULES = {
  username: { lockoutFrom: 10, resetAfterMs: 6 * 60 * 60_000 },
  device: { lockoutFrom: 10, resetAfterMs: 6 * 60 * 60_000 },
  /** The current password of a signed-in user. */
  password: { lockoutFrom: 10, resetAfterMs: 6 * 60 * 60_000 },
  /** A whole company may share one address. */
  address: { lockoutFrom: 50, resetAfterMs: 60 * 60_000 },
} as const satisfies Record<string, FailureRule>;
export type FailureKind = keyof typeof FAILURE_RULES;

const FIRST_LOCKOUT_MS = 30_000;
export const LOCKOUT_MAX_MS = 15 * 60_000;

/** Returns the duration in ms of the lockout after this many failures in a row. */
export function lockoutAfterFailures(rule: FailureRule, failures: number): number {
  if (failures < rule.lockoutFrom) return 0;
  return Math.min(LOCKOUT_MAX_MS, FIRST_LOCKOUT_MS * 2 ** Math.min(20, failures - rule.lockoutFrom));
}

/** Counts a failure. Returns undefined during a lockout: then nothing is checked and nothing is counted. */
export function countFailure(
  rule: FailureRule,
  before: FailureState | undefined,
  nowMs: number,
): FailureState | undefined {
  if (remainingLockoutMs(before, nowMs) > 0) return undefined;
  const isReset = before === undefined || before.lastAtMs <= nowMs - rule.resetAfterMs;
  const failures = isReset ? 1 : before.failures + 1;
  const lockoutMs = lockoutAfterFailures(rule, failures);
  return { failures, lastAtMs: nowMs, lockedUntilMs: lockoutMs === 0 ? undefined : nowMs + lockoutMs };
}

/** Returns the remaining lockout in ms; 0 if there is none. */
export const remainingLockoutMs = (state: FailureState | undefined, nowMs: number): number =>
  Math.max(0, (state?.lockedUntilMs ?? 0) - nowMs);
