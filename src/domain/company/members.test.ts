import { expect, test } from 'vitest';
import { INVITATION_MS, judgeInvitation, judgeInvitee, judgeMembers } from '#domain/company/members.ts';

test('a company keeps an owner', () => {
  expect(judgeMembers([{ userId: 'anna', role: 'owner' }])).toBeUndefined();
  expect(judgeMembers([{ userId: 'bo', role: 'trader' }])).toBe('last_owner');
  expect(judgeMembers([])).toBe('last_owner');
});

test.each([
  ['', 'field_required'],
  ['bo', 'invalid_email_format'],
  [' ANNA@example.test', 'member_exists'],
  ['bo@example.test', undefined],
])('%j is invited: %s', (email, code) => {
  expect(judgeInvitee(email, ['', 'anna@example.test'])?.code).toBe(code);
});

test.each([
  [{}, INVITATION_MS - 1, undefined],
  [{}, INVITATION_MS, 'invitation_not_valid'],
  [{ isAccepted: true }, 0, 'invitation_not_valid'],
  [{ isRevoked: true }, 0, 'invitation_not_valid'],
  [{ inviterRole: 'trader' as const }, 0, 'invitation_not_valid'],
  [{ inviterRole: null }, 0, 'invitation_not_valid'],
])('an invitation %j after %d ms: %s', (state, nowMs, code) => {
  const fresh = { expiresAtMs: INVITATION_MS, isAccepted: false, isRevoked: false, inviterRole: 'owner' as const };
  const invitation = { ...fresh, ...state };
  expect(judgeInvitation(invitation, nowMs)).toBe(code);
});
