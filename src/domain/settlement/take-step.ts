import type { Refusal, Result } from '#domain/basics/result.ts';
import {
  isFinal,
  stepOf,
  type Actor,
  type DeliveryState,
  type PaymentState,
  type SettlementMode,
  type SettlementStep,
  type WholeState,
} from '#domain/settlement/tracks.ts';

/** The state of one settlement. Amounts are in minor units of the currency, quantities in whole RECs. */
export type Settlement = {
  readonly mode: SettlementMode;
  readonly payment: PaymentState;
  readonly delivery: DeliveryState;
  readonly whole: WholeState;
  readonly owedCents: bigint;
  readonly paidCents: bigint;
  readonly quantity: number;
  readonly deliveredQuantity: number;
  /** RECs of the part that is being transferred at the registry. */
  readonly transferQuantity: number;
  /** RECs of a default that are released, but not sold to a next bid or returned yet. */
  readonly toOffer: number;
};

export const STEP_REFUSALS = [
  'settlement_step_not_yours',
  'settlement_is_final',
  'settlement_disputed',
  'settlement_step_out_of_order',
  'payment_already_confirmed',
  'payment_more_than_owed',
  'payment_amount_invalid',
  'delivery_not_due',
  'delivery_more_than_awarded',
  'delivery_quantity_invalid',
  'delivery_differs',
  'settlement_not_in_default',
  'delivery_already_accepted',
] as const;
export type StepRefusal = (typeof STEP_REFUSALS)[number];

export type StepInput = {
  readonly step: SettlementStep;
  readonly actor: Actor;
  /** For a confirmed payment. */
  readonly amountCents?: bigint | undefined;
  /** For an instructed or accepted part of the delivery. */
  readonly quantity?: number | undefined;
};

const refuse = (code: StepRefusal, params?: Refusal['params']): Result<never, Refusal<StepRefusal>> => ({
  ok: false,
  refused: params ? { code, params } : { code },
});

/** Returns the state in which a settlement of this mode begins. */
export const newSettlement = (mode: SettlementMode, owedCents: bigint, quantity: number): Settlement => ({
  mode,
  payment: mode === 'deliverFirst' ? 'notDue' : 'invoiced',
  delivery: mode === 'deliverFirst' ? 'due' : 'notDue',
  whole: 'open',
  owedCents,
  paidCents: 0n,
  quantity,
  deliveredQuantity: 0,
  transferQuantity: 0,
  toOffer: 0,
});

/** Returns the settlement after a step, or the reason why the step is not possible (docs/settlement.md). */
export function takeStep(before: Settlement, input: StepInput): Result<Settlement, Refusal<StepRefusal>> {
  const refused = judgeOrder(before, input);
  if (refused) return refuse(refused);
  const after = effectOf(before, input);
  return after.ok ? { ok: true, value: followUp(after.value) } : after;
}

function judgeOrder(before: Settlement, { step, actor }: StepInput): StepRefusal | undefined {
  const { by, payment, delivery, whole } = stepOf(step);
  // In escrow the seller never sees the money arrive, so only an administrator confirms it for the third party.
  const isForAdmin = before.mode === 'escrow' && step === 'confirmPayment' && actor === 'seller';
  if (!by.includes(actor) || isForAdmin) return 'settlement_step_not_yours';
  if (!whole.includes(before.whole)) return wholeRefusal(before.whole);
  if (payment && !payment.includes(before.payment))
    return step === 'confirmPayment' && before.payment === 'paid'
      ? 'payment_already_confirmed'
      : 'settlement_step_out_of_order';
  if (delivery && !delivery.includes(before.delivery))
    return before.delivery === 'notDue' ? 'delivery_not_due' : 'settlement_step_out_of_order';
  return undefined;
}

function wholeRefusal(whole: WholeState): StepRefusal {
  if (isFinal(whole)) return 'settlement_is_final';
  return whole === 'disputed' ? 'settlement_disputed' : 'settlement_step_out_of_order';
}

type Effect = Result<Settlement, Refusal<StepRefusal>>;

function effectOf(before: Settlement, input: StepInput): Effect {
  const { step } = input;
  const to = (change: Partial<Settlement>): Effect => ({ ok: true, value: { ...before, ...change } });
  if (step === 'confirmPayment') return confirmPayment(before, input);
  if (step === 'instructDelivery') return instructDelivery(before, input);
  if (step === 'acceptDelivery') return acceptDelivery(before, input);
  const isOfferedAgain = before.whole === 'released';
  if (isOfferedAgain && (step === 'offerNext' || step === 'endOffers') && before.toOffer === 0)
    return refuse('settlement_is_final');
  if (step === 'offerNext' && isOfferedAgain) return to({});
  if ((step === 'release' || step === 'offerNext') && !isInDefault(before)) return refuse('settlement_not_in_default');
  if ((step === 'release' || step === 'cancel' || step === 'offerNext') && before.deliveredQuantity > 0)
    return refuse('delivery_already_accepted');
  if (step === 'refundPayment' && before.paidCents === 0n) return refuse('settlement_step_out_of_order');
  return to(CHANGES[step]);
}

type SimpleStep = Exclude<SettlementStep, 'confirmPayment' | 'instructDelivery' | 'acceptDelivery'>;

/** The effect of each step that needs neither an amount nor a quantity. */
const CHANGES: Readonly<Record<SimpleStep, Partial<Settlement>>> = {
  announcePayment: {},
  waivePayment: { payment: 'waived' },
  markOverdue: { payment: 'overdue' },
  startCure: { payment: 'inCure' },
  declareDefault: { payment: 'defaulted' },
  refundPayment: { payment: 'refunded' },
  submitDelivery: { delivery: 'pending' },
  rejectDelivery: { delivery: 'rejected', transferQuantity: 0 },
  failDelivery: { delivery: 'failed', transferQuantity: 0 },
  dispute: { whole: 'disputed' },
  resolveDispute: { whole: 'open' },
  release: { whole: 'released', transferQuantity: 0 },
  cancel: { whole: 'cancelled', transferQuantity: 0 },
  offerNext: { whole: 'released', transferQuantity: 0 },
  endOffers: { toOffer: 0 },
};

const isInDefault = ({ payment, delivery }: Settlement): boolean =>
  payment === 'defaulted' || delivery === 'failed' || delivery === 'rejected';

function confirmPayment(before: Settlement, { amountCents }: StepInput): Effect {
  const { owedCents, paidCents } = before;
  if (amountCents === undefined || amountCents <= 0n) return refuse('payment_amount_invalid');
  const paid = paidCents + amountCents;
  if (paid > owedCents) return refuse('payment_more_than_owed');
  if (paid === owedCents) return { ok: true, value: { ...before, paidCents: paid, payment: 'paid' } };
  // A part of the payment does not end a delay.
  const payment = before.payment === 'invoiced' ? 'partPaid' : before.payment;
  return { ok: true, value: { ...before, paidCents: paid, payment } };
}

function instructDelivery(before: Settlement, { quantity }: StepInput): Effect {
  if (!isWhole(quantity)) return refuse('delivery_quantity_invalid');
  const remaining = before.quantity - before.deliveredQuantity;
  if (quantity > remaining) return refuse('delivery_more_than_awarded', { maximum: remaining });
  return { ok: true, value: { ...before, delivery: 'instructed', transferQuantity: quantity } };
}

function acceptDelivery(before: Settlement, { quantity }: StepInput): Effect {
  if (!isWhole(quantity)) return refuse('delivery_quantity_invalid');
  if (quantity !== before.transferQuantity) return refuse('delivery_differs', { quantity: before.transferQuantity });
  const deliveredQuantity = before.deliveredQuantity + quantity;
  const delivery = deliveredQuantity === before.quantity ? 'accepted' : 'partAccepted';
  return { ok: true, value: { ...before, delivery, deliveredQuantity, transferQuantity: 0 } };
}

const isWhole = (quantity: number | undefined): quantity is number =>
  Number.isSafeInteger(quantity) && Number(quantity) > 0;

/** Makes the other track due, and settles a settlement that is paid and delivered. */
function followUp(now: Settlement): Settlement {
  if (isFinal(now.whole)) return now;
  const isPaid = now.payment === 'paid' || now.payment === 'waived';
  const isDelivered = now.delivery === 'accepted';
  const payment = isDelivered && now.payment === 'notDue' ? 'invoiced' : now.payment;
  const delivery = isPaid && now.delivery === 'notDue' ? 'due' : now.delivery;
  return { ...now, payment, delivery, whole: isPaid && isDelivered ? 'settled' : now.whole };
}
