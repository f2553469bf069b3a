import { describe, expect, test } from 'vitest';
import {
  afterFinding,
  AUTHORITY_ATTEMPTS_MAX,
  judgeCancelling,
  type AuthorityAnswer,
  type AuthorityState,
  type Submission,
} from '#domain/invoice/authority.ts';

const submission = (state: AuthorityState, change: Partial<Submission> = {}): Submission => ({
  state,
  authorityId: state === 'sent' ? '' : 'ID-1',
  attempts: 1,
  ...change,
});
const answer = (status: AuthorityAnswer['status'], authorityId = 'ID-1'): AuthorityAnswer => ({
  found: 'answer',
  status,
  authorityId,
  validAt: null,
});

describe('what follows from what the authority said', () => {
  test.each([
    ['pending', 'pending', null],
    ['valid', 'valid', null],
    ['rejected', 'rejected', 'refused'],
    ['cancelled', 'cancelled', null],
  ] as const)('a document that was sent becomes %s', (status, state, reason) => {
    expect(afterFinding(submission('sent'), answer(status))).toEqual({ state, authorityId: 'ID-1', reason });
  });

  test('a document is sent again only if the authority certainly does not have it', () => {
    expect(afterFinding(submission('sent'), { found: 'absent' })).toBe('again');
    expect(afterFinding(submission('sent'), { found: 'unknown' })).toBe('wait');
    expect(afterFinding(submission('pending'), { found: 'absent' })).toBe('wait');
    expect(afterFinding(submission('cancelling'), { found: 'absent' })).toBe('wait');
  });

  test('after too many questions, or another document under the number, a person decides', () => {
    const tired = submission('sent', { attempts: AUTHORITY_ATTEMPTS_MAX });
    expect(afterFinding(tired, { found: 'unknown' })).toMatchObject({ state: 'unclear', reason: 'noAnswer' });
    expect(afterFinding(submission('sent'), { found: 'differs' })).toMatchObject({ reason: 'differs' });
    expect(afterFinding(submission('pending'), answer('valid', 'ID-2'))).toMatchObject({
      state: 'unclear',
      authorityId: 'ID-1',
      reason: 'differs',
    });
  });

  test('a cancellation is repeated while the document is valid, until the authority refuses it', () => {
    expect(afterFinding(submission('cancelling'), answer('cancelled'))).toMatchObject({ state: 'cancelled' });
    expect(afterFinding(submission('cancelling'), answer('valid'))).toBe('again');
    const refused = { state: 'valid', reason: 'notCancelled' };
    expect(afterFinding(submission('cancelling'), { found: 'refused' })).toMatchObject(refused);
    const tired = submission('cancelling', { attempts: AUTHORITY_ATTEMPTS_MAX });
    expect(afterFinding(tired, answer('valid'))).toMatchObject(refused);
  });
});

test('a document can be cancelled for 72 hours after its acceptance, if no credit note corrects it', () => {
  const valid = { state: 'valid', validAtMs: 0, isCredited: false } as const;
  const hours = (count: number): number => count * 60 * 60_000;
  expect(judgeCancelling(valid, hours(72))).toBeUndefined();
  expect(judgeCancelling(valid, hours(72) + 1)).toBe('cancellation_too_late');
  expect(judgeCancelling({ ...valid, isCredited: true }, 0)).toBe('invoice_credited');
  expect(judgeCancelling({ ...valid, state: 'pending' }, 0)).toBe('invoice_not_valid');
  expect(judgeCancelling({ ...valid, state: null }, 0)).toBe('invoice_not_valid');
});
