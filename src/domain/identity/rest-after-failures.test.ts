import { describe, expect, it } from 'vitest';
import {
  countFailure,
  FAILURE_RULES,
  REST_MAX_MS,
  restAfterFailures,
  restLeftMs,
  type FailureState,
} from '#domain/identity/rest-after-failures.ts';

const rule = FAILURE_RULES.username;

describe('restAfterFailures', () => {
  it.each([
    [1, 0],
    [9, 0],
    [10, 30_000],
    [11, 60_000],
    [14, 480_000],
    [15, REST_MAX_MS],
    [1_000_000, REST_MAX_MS],
  ])('failure %i is followed by %i ms', (failures, restMs) => {
    expect(restAfterFailures(rule, failures)).toBe(restMs);
  });
});

describe('countFailure', () => {
  const before: FailureState = { failures: 10, lastAtMs: 1_000, restUntilMs: 31_000 };

  it('counts nothing during a lockout, and continues from there afterwards', () => {
    expect(countFailure(rule, before, 30_999)).toBeUndefined();
    expect(restLeftMs(before, 30_999)).toBe(1);
    expect(countFailure(rule, before, 31_000)).toEqual({ failures: 11, lastAtMs: 31_000, restUntilMs: 91_000 });
  });

  it('starts again after a long time without failures', () => {
    const after = countFailure(rule, before, 1_000 + rule.forgetAfterMs);
    expect(after).toEqual({ failures: 1, lastAtMs: 1_000 + rule.forgetAfterMs, restUntilMs: undefined });
  });
});
