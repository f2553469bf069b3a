import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterLook,
  ATTEMPTS_MAX,
  DECIDED_STATES,
  decideOrder,
  isFinalOrder,
  outcomeOf,
  REGISTRY_ORDER_STATES,
  REGISTRY_STATUSES,
  takeAnswer,
  type RegistryAnswer,
  type RegistryOrder,
} from '#domain/delivery/registry-order.ts';

const SENT: RegistryOrder = { state: 'sent', quantity: 100n, transferId: '', answer: null };
const answer = (status: RegistryAnswer['status'], transferId = 'T1', quantity: bigint | undefined = 100n) => ({
  status,
  transferId,
  quantity,
});

/** Applies answers in a row. Returns the state after each, or the code of its refusal. */
function walk(from: RegistryOrder, ...answers: RegistryAnswer[]): string[] {
  let now = from;
  return answers.map((one) => {
    const result = takeAnswer(now, one);
    if (!result.ok) return result.refused.code;
    if (result.value === null) return 'unchanged';
    now = { ...now, ...result.value, answer: one };
    return result.value.reason ?? now.state;
  });
}

describe('a registry order', () => {
  test.each<[string, RegistryAnswer[], string[]]>([
    ['is accepted after it was pending', [answer('pending'), answer('accepted')], ['pending', 'accepted']],
    ['is accepted at once', [answer('accepted')], ['accepted']],
    ['ignores an answer that comes twice', [answer('accepted'), answer('accepted')], ['accepted', 'unchanged']],
    ['refuses a late answer', [answer('accepted'), answer('pending')], ['accepted', 'registry_answer_out_of_order']],
    ['refuses a contradiction', [answer('rejected'), answer('accepted')], ['rejected', 'registry_answer_out_of_order']],
    ['is unclear after a partial transfer', [answer('accepted', 'T1', 60n)], ['quantityDiffers']],
    ['is unclear after more than was asked for', [answer('pending', 'T1', 101n)], ['quantityDiffers']],
    ['is unclear with another transfer', [answer('pending'), answer('accepted', 'T2')], ['pending', 'transferDiffers']],
    ['stays unclear', [answer('pending', 'T1', 60n), answer('accepted')], ['quantityDiffers', 'registry_order_held']],
    ['needs a transfer id', [answer('accepted', '')], ['registry_transfer_id_missing']],
    ['needs a quantity', [{ ...answer('accepted'), quantity: undefined }], ['registry_quantity_missing']],
    ['can fail without either', [{ status: 'failed', transferId: '', quantity: undefined }], ['failed']],
  ])('%s', (_, answers, states) => {
    expect(walk(SENT, ...answers)).toEqual(states);
  });

  test('refuses an answer before it was sent', () => {
    expect(walk({ ...SENT, state: 'prepared' }, answer('accepted'))).toEqual(['registry_order_not_sent']);
  });

  test('is decided by a person until it is final, and accepted only with a transfer id', () => {
    const decide = (order: RegistryOrder, transferId: string) => {
      const result = decideOrder(order, { state: 'accepted', transferId });
      return result.ok ? result.value : result.refused.code;
    };
    expect(decide({ ...SENT, state: 'unclear' }, '')).toBe('registry_transfer_id_missing');
    expect(decide({ ...SENT, state: 'unclear' }, 'T9')).toMatchObject({ state: 'accepted', transferId: 'T9' });
    for (const state of DECIDED_STATES) expect(decide({ ...SENT, state }, 'T9')).toBe('registry_order_final');
  });

  test('never changes a final state, and is accepted only in full, whatever the registry answers', () => {
    const anyAnswer = fc.record({
      status: fc.constantFrom(...REGISTRY_STATUSES),
      transferId: fc.constantFrom('', 'T1', 'T2'),
      quantity: fc.constantFrom(undefined, 0n, 60n, 100n, 101n),
    });
    fc.assert(
      fc.property(fc.constantFrom(...REGISTRY_ORDER_STATES), fc.array(anyAnswer), (state, answers) => {
        const now = { ...SENT, state };
        for (const one of answers) {
          const result = takeAnswer(now, one);
          if (!result.ok || result.value === null) continue;
          expect(isFinalOrder(now.state) || now.state === 'prepared' || now.state === 'unclear').toBe(false);
          Object.assign(now, result.value, { answer: one });
          expect(takeAnswer(now, one)).toEqual({ ok: true, value: null });
          if (now.state === 'accepted') expect([one.quantity, now.transferId === '']).toEqual([100n, false]);
        }
      }),
    );
  });
});

test.each([
  ['sent', 0, 'absent', 'again'],
  ['sent', 0, 'unknown', 'wait'],
  ['sent', 0, 'differs', 'certificatesDiffer'],
  ['sent', ATTEMPTS_MAX, 'absent', 'noAnswer'],
  ['sent', ATTEMPTS_MAX, 'unknown', 'noAnswer'],
  ['pending', ATTEMPTS_MAX, 'unknown', 'wait'],
  ['pending', 1, 'differs', 'certificatesDiffer'],
] as const)('an order that is %s after %i attempts, and found %s: %s', (state, attempts, found, next) => {
  expect(afterLook({ state, attempts }, { found })).toBe(next);
});

test.each([
  [[], undefined],
  [['accepted', 'accepted'], 'acceptDelivery'],
  [['accepted', 'pending'], undefined],
  [['accepted', 'unclear'], undefined],
  [['accepted', 'failed'], undefined],
  [['rejected', 'failed'], 'rejectDelivery'],
  [['failed'], 'failDelivery'],
] as const)('orders that are %j lead to %s', (states, outcome) => {
  expect(outcomeOf(states)).toBe(outcome);
});
