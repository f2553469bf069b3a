import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newSettlement, takeStep, type Settlement, type StepInput } from '#domain/settlement/take-step.ts';
import { ACTORS, isFinal, SETTLEMENT_MODES, SETTLEMENT_STEPS } from '#domain/settlement/tracks.ts';

const AT_START = newSettlement('payFirst', 10_000n, 10);

/** Takes steps in a row. Returns the settlement after them, or the code of the first refusal. */
function walk(from: Settlement, ...inputs: StepInput[]): Settlement | string {
  let now = from;
  for (const input of inputs) {
    const result = takeStep(now, input);
    if (!result.ok) return result.refused.code;
    now = result.value;
  }
  return now;
}

const pay = (amountCents: bigint): StepInput => ({ step: 'confirmPayment', actor: 'seller', amountCents });
const instruct = (quantity: number): StepInput => ({ step: 'instructDelivery', actor: 'seller', quantity });
const submit: StepInput = { step: 'submitDelivery', actor: 'seller' };
const accept = (quantity: number): StepInput => ({ step: 'acceptDelivery', actor: 'buyer', quantity });
const by = (step: StepInput['step'], actor: StepInput['actor']): StepInput => ({ step, actor });
const deliver = (quantity: number) => [instruct(quantity), submit, accept(quantity)];

describe('a settlement', () => {
  test('that is paid in two parts and delivered in two parts is settled', () => {
    expect(walk(AT_START, pay(4_000n))).toMatchObject({ payment: 'partPaid', delivery: 'notDue' });
    expect(walk(AT_START, pay(4_000n), pay(6_000n))).toMatchObject({ payment: 'paid', delivery: 'due' });
    const partly = walk(AT_START, pay(10_000n), ...deliver(3));
    expect(partly).toMatchObject({ delivery: 'partAccepted', whole: 'open', deliveredQuantity: 3 });
    expect(walk(AT_START, pay(10_000n), ...deliver(3), ...deliver(7))).toMatchObject({ whole: 'settled' });
  });

  test('makes the payment due after the delivery in mode deliver first', () => {
    const start = newSettlement('deliverFirst', 10_000n, 10);
    expect(start).toMatchObject({ payment: 'notDue', delivery: 'due' });
    expect(walk(start, pay(1n))).toBe('settlement_step_out_of_order');
    expect(walk(start, ...deliver(10))).toMatchObject({ payment: 'invoiced', whole: 'open' });
    expect(walk(start, ...deliver(10), pay(10_000n))).toMatchObject({ whole: 'settled' });
  });

  test('accepts the confirmation of an escrow payment from an administrator only', () => {
    const start = newSettlement('escrow', 10_000n, 10);
    expect(walk(start, pay(10_000n))).toBe('settlement_step_not_yours');
    expect(walk(start, { ...pay(10_000n), actor: 'admin' })).toMatchObject({ payment: 'paid', delivery: 'due' });
  });

  test.each<[string, StepInput[]]>([
    ['payment_already_confirmed', [pay(10_000n), pay(1n)]],
    ['payment_more_than_owed', [pay(10_001n)]],
    ['payment_more_than_owed', [pay(6_000n), pay(4_001n)]],
    ['payment_amount_invalid', [pay(0n)]],
    ['delivery_not_due', [instruct(10)]],
    ['delivery_more_than_awarded', [pay(10_000n), instruct(11)]],
    ['delivery_more_than_awarded', [pay(10_000n), ...deliver(4), instruct(7)]],
    ['delivery_quantity_invalid', [pay(10_000n), instruct(1.5)]],
    ['delivery_differs', [pay(10_000n), instruct(5), submit, accept(4)]],
    ['settlement_step_out_of_order', [pay(10_000n), instruct(5), accept(5)]],
    ['settlement_step_out_of_order', [by('startCure', 'seller')]],
    ['settlement_step_not_yours', [by('announcePayment', 'seller')]],
    ['settlement_step_not_yours', [{ ...pay(1n), actor: 'buyer' }]],
    ['settlement_not_in_default', [by('release', 'admin')]],
    ['settlement_disputed', [by('dispute', 'buyer'), pay(1n)]],
    ['settlement_is_final', [by('cancel', 'admin'), pay(1n)]],
    ['delivery_already_accepted', [pay(10_000n), ...deliver(4), by('cancel', 'admin')]],
  ])('refuses with %s (%#)', (code, inputs) => {
    expect(walk(AT_START, ...inputs)).toBe(code);
  });

  test('goes from overdue over cure to default, and an administrator releases it', () => {
    const defaulted = [by('markOverdue', 'clock'), by('startCure', 'clock'), by('declareDefault', 'clock')];
    expect(walk(AT_START, ...defaulted)).toMatchObject({ payment: 'defaulted', whole: 'open' });
    expect(walk(AT_START, ...defaulted, by('release', 'admin'))).toMatchObject({ whole: 'released' });
    // A late payment before the release still ends the default.
    expect(walk(AT_START, ...defaulted, pay(10_000n))).toMatchObject({ payment: 'paid', delivery: 'due' });
  });

  test('lets the payee refund a part payment only after a release or a cancellation', () => {
    expect(walk(AT_START, pay(1n), by('refundPayment', 'seller'))).toBe('settlement_step_out_of_order');
    const refunded = walk(AT_START, pay(1n), by('cancel', 'admin'), by('refundPayment', 'seller'));
    expect(refunded).toMatchObject({ payment: 'refunded', whole: 'cancelled' });
  });
});

test('any sequence of steps keeps the rules of a settlement', () => {
  const anyStep = fc.record({
    step: fc.constantFrom(...SETTLEMENT_STEPS),
    actor: fc.constantFrom(...ACTORS),
    amountCents: fc.bigInt(-2n, 8n),
    quantity: fc.integer({ min: -1, max: 6 }),
  });
  fc.assert(
    fc.property(fc.constantFrom(...SETTLEMENT_MODES), fc.array(anyStep, { maxLength: 60 }), (mode, steps) => {
      let now = newSettlement(mode, 10n, 5);
      for (const step of steps) {
        const result = takeStep(now, step);
        if (!result.ok) continue;
        const { value: after } = result;
        if (isFinal(now.whole)) {
          // Only a refund changes a final settlement, and it changes the payment alone.
          expect(step.step).toBe('refundPayment');
          expect(after).toEqual({ ...now, payment: 'refunded' });
        }
        now = after;
        expect(now.paidCents).toBeLessThanOrEqual(now.owedCents);
        expect(now.paidCents).toBeGreaterThanOrEqual(0n);
        expect(now.deliveredQuantity + now.transferQuantity).toBeLessThanOrEqual(now.quantity);
        expect(now.payment === 'paid').toBe(now.paidCents === now.owedCents && now.payment !== 'refunded');
        expect(now.delivery === 'accepted').toBe(now.deliveredQuantity === now.quantity);
        const isDone = (now.payment === 'paid' || now.payment === 'waived') && now.delivery === 'accepted';
        expect(now.whole === 'settled').toBe(isDone);
      }
    }),
    { numRuns: 2_000 },
  );
});
