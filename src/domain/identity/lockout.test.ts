import { describe, expect, it } from 'vitest';
import {
  countFailure,
  FAILURE_RULES,
  LOCKOUT_MAX_MS,
  lockoutAfterFailures,
  remainingLockoutMs,
  type FailureState,
} from '#domain/identity/lockout.ts';

const rule = FAILURE_RULES.username;

describe('lockoutAfterFailures', () => {
  it.each([
    [1, 0],
    [9, 0],
    [10, 30_000],
    [11, 60_000],
    [14, 480_000],
    [15, LOCKOUT_MAX_MS],
    [1_000_000, LOCKOUT_MAX_MS],
  ])('failure %i is followed by %i ms', (failures, lockoutMs) => {
    expect(lockoutAfterFailures(rule, failures)).toBe(lockoutMs);
  });
});

describe('countFailure', () => {
  const before: FailureState = { failures: 10, lastAtMs: 1_000, lockedUntilMs: 31_000 };

  it('counts nothing during a lockout, and continues from there afterwards', () => {
    expect(countFailure(rule, before, 30_999)).toBeUndefined();
    expect(remainingLockoutMs(before, 30_999)).toBe(1);
    expect(countFailure(rule, before, 31_000)).toEqual({ failures: 11, lastAtMs: 31_000, lockedUntilMs: 91_000 });
  });

  it('starts again after a long time without failures', () => {
    const after = countFailure(rule, before, 1_000 + rule.resetAfterMs);
    expect(after).toEqual({ failures: 1, lastAtMs: 1_000 + rule.resetAfterMs, lockedUntilMs: undefined });
  });
});
