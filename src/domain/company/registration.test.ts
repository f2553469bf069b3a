import { describe, expect, it, test } from 'vitest';
import { judgeRemark, REMARK_LENGTH_MAX } from '#domain/basics/text.ts';
import {
  judgeAction,
  OPEN_STATUSES,
  REGISTRATION_ACTIONS,
  REGISTRATION_STATUSES,
  RESUBMISSION,
  type RegistrationAction,
  type RegistrationStatus,
} from '#domain/company/registration.ts';

const STEPS = [...Object.values(REGISTRATION_ACTIONS), RESUBMISSION];
const ACTIONS = Object.keys(REGISTRATION_ACTIONS) as RegistrationAction[];

describe('the steps of a registration', () => {
  it('lead from New to every status', () => {
    const reached = new Set<RegistrationStatus>(['New']);
    for (let i = 0; i < STEPS.length; i += 1) for (const { from, to } of STEPS) if (reached.has(from)) reached.add(to);
    expect([...reached].toSorted()).toEqual([...REGISTRATION_STATUSES].toSorted());
  });

  it('start from an open status, or from a rejection, which can be taken back', () => {
    const from = [...new Set(STEPS.map((step) => step.from))];
    expect(from.toSorted()).toEqual([...OPEN_STATUSES, 'Rejected'].toSorted());
  });
});

describe('judgeAction', () => {
  it.each(ACTIONS.flatMap((action) => REGISTRATION_STATUSES.map((status) => [action, status] as const)))(
    '%s when the status is %s',
    (action, status) => {
      const from = {
        'take-up': 'New',
        approve: 'In-Progress',
        return: 'In-Progress',
        reject: 'In-Progress',
        reopen: 'Rejected',
      };
      const isAllowed = status === from[action];
      const refusal = judgeAction({ action, status, version: 3, seenVersion: 3 });
      expect(refusal).toBe(isAllowed ? undefined : 'registration_changed');
    },
  );

  it('rejects a decision based on an older version', () => {
    expect(judgeAction({ action: 'approve', status: 'In-Progress', version: 4, seenVersion: 3 })).toBe(
      'registration_changed',
    );
  });
});

test('returning, rejecting and reopening require a remark of limited length', () => {
  expect(ACTIONS.filter((action) => REGISTRATION_ACTIONS[action].needsRemark)).toEqual(['return', 'reject', 'reopen']);
  expect(judgeRemark(' ', true)?.code).toBe('field_required');
  expect(judgeRemark(' ', false)).toBeUndefined();
  for (const isRequired of [true, false]) {
    expect(judgeRemark('x'.repeat(REMARK_LENGTH_MAX), isRequired)).toBeUndefined();
    expect(judgeRemark('x'.repeat(REMARK_LENGTH_MAX + 1), isRequired)?.code).toBe('less_than_maximum_character');
  }
});
