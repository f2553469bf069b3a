import { expect, test } from 'vitest';
import { APPROVAL_STATES, judgeDecision } from '#domain/access/approval.ts';

const WAITS = { state: 'pending', isExpired: false, isOwn: false, mayAct: true } as const;

test('another administrator with the role approves or rejects, and only the requester withdraws', () => {
  expect(judgeDecision('approve', WAITS)).toBe(undefined);
  expect(judgeDecision('reject', WAITS)).toBe(undefined);
  expect(judgeDecision('withdraw', WAITS)).toBe('approval_not_own');
  expect(judgeDecision('withdraw', { ...WAITS, isOwn: true, mayAct: false })).toBe(undefined);
  expect(judgeDecision('approve', { ...WAITS, isOwn: true })).toBe('approval_own');
  expect(judgeDecision('reject', { ...WAITS, mayAct: false })).toBe('admin_role_missing');
});

test('a decided or expired request stays as it is', () => {
  expect(judgeDecision('approve', { ...WAITS, isExpired: true })).toBe('approval_expired');
  expect(judgeDecision('withdraw', { ...WAITS, isOwn: true, isExpired: true })).toBe('approval_expired');
  for (const state of APPROVAL_STATES.filter((one) => one !== 'pending' && one !== 'started')) {
    const code = state === 'expired' ? 'approval_expired' : 'approval_decided';
    expect(judgeDecision('approve', { ...WAITS, state })).toBe(code);
  }
});

test('an approval that was interrupted continues, but cannot be rejected or withdrawn', () => {
  expect(judgeDecision('approve', { ...WAITS, state: 'started', isExpired: true })).toBe(undefined);
  expect(judgeDecision('reject', { ...WAITS, state: 'started' })).toBe('approval_decided');
  expect(judgeDecision('withdraw', { ...WAITS, state: 'started', isOwn: true })).toBe('approval_decided');
});
