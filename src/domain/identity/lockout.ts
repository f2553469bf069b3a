/**
 * Failed attempts, for example sign-ins with one username or from one network address. Each further failure leads to a
 * longer lockout (docs/rules.md#sign-in).
 *
 * Failures with unknown usernames also count, so that a lockout does not reveal whether a username exists. Failures on
 * trusted devices count separately. So a rival who fails on purpose does not lock out a user on a trusted device.
 */
export type FailureState = {
  readonly failures: number;
  readonly lastAtMs: number;
  readonly lockedUntilMs: number | undefined;
};

export type FailureRule = {
  /** The first lockout follows after this number of failures. */
  readonly lockoutFrom: number;
  /** If no failure occurs for this time in ms, the count starts again. */
  readonly resetAfterMs: number;
};

export const FAILURE_RULES = {
  username: { lockoutFrom: 10, resetAfterMs: 6 * 60 * 60_000 },
  device: { lockoutFrom: 10, resetAfterMs: 6 * 60 * 60_000 },
  /** For the current password, when a signed-in user must enter it. */
  password: { lockoutFrom: 10, resetAfterMs: 6 * 60 * 60_000 },
  /** For a network address. The limit is higher, because a whole company may share one address. */
  address: { lockoutFrom: 50, resetAfterMs: 60 * 60_000 },
} as const satisfies Record<string, FailureRule>;
export type FailureKind = keyof typeof FAILURE_RULES;

const FIRST_LOCKOUT_MS = 30_000;
export const LOCKOUT_MAX_MS = 15 * 60_000;

/** Returns the duration in ms of the lockout after this number of failures in a row; 0 if there is no lockout. */
export function lockoutAfterFailures(rule: FailureRule, failures: number): number {
  if (failures < rule.lockoutFrom) return 0;
  return Math.min(LOCKOUT_MAX_MS, FIRST_LOCKOUT_MS * 2 ** Math.min(20, failures - rule.lockoutFrom));
}

/**
 * Returns the state after one more failure. Returns undefined during a lockout, because attempts are then neither
 * checked nor counted.
 */
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
