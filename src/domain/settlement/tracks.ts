/** States of the payment of a trade. `paid` means that the payee confirmed the whole amount (decision 103). */
export const PAYMENT_STATES = [
  'notDue',
  'invoiced',
  'partPaid',
  'paid',
  'overdue',
  'inCure',
  'defaulted',
  'waived',
  'refunded',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** States of the delivery. A delivery in parts is `partAccepted` between two parts. */
export const DELIVERY_STATES = [
  'notDue',
  'due',
  'instructed',
  'pending',
  'partAccepted',
  'accepted',
  'rejected',
  'failed',
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** States of the whole settlement. `settledOutside` is a trade from before settlements: the platform knows nothing of it. */
export const WHOLE_STATES = ['open', 'disputed', 'settled', 'released', 'cancelled', 'settledOutside'] as const;
export type WholeState = (typeof WHOLE_STATES)[number];

/** Returns whether a settlement can no longer change, except that money is refunded. */
export const isFinal = (whole: WholeState): boolean => whole !== 'open' && whole !== 'disputed';

/**
 * Which track becomes due first. `payFirst`: the delivery is due after the payment. `deliverFirst`: the payment is due
 * after the delivery. `escrow`: a third party receives the payment, and an administrator confirms it.
 */
export const SETTLEMENT_MODES = ['payFirst', 'deliverFirst', 'escrow'] as const;
export type SettlementMode = (typeof SETTLEMENT_MODES)[number];

/**
 * The person or timer that takes a step. The buyer pays and receives; the seller gets the payment and delivers.
 * `registry`: the registry answered to an order that was sent by its API.
 */
export const ACTORS = ['buyer', 'seller', 'admin', 'clock', 'registry'] as const;
export type Actor = (typeof ACTORS)[number];

type Step = {
  readonly by: readonly Actor[];
  /** The states in which the step is possible. A track that is left out may be in any state. */
  readonly payment?: readonly PaymentState[];
  readonly delivery?: readonly DeliveryState[];
  readonly whole: readonly WholeState[];
};

const UNPAID = ['invoiced', 'partPaid', 'overdue', 'inCure'] as const satisfies readonly PaymentState[];
const OPEN = ['open'] as const;
const NOT_FINAL = ['open', 'disputed'] as const;

/** Every step of a settlement: who may take it, and in which states. `take-step.ts` has its effect. */
export const STEPS = {
  announcePayment: { by: ['buyer'], payment: [...UNPAID, 'defaulted'], whole: OPEN },
  confirmPayment: { by: ['seller', 'admin'], payment: [...UNPAID, 'defaulted'], whole: OPEN },
  waivePayment: { by: ['seller', 'admin'], payment: ['notDue', ...UNPAID, 'defaulted'], whole: OPEN },
  markOverdue: { by: ['clock'], payment: ['invoiced', 'partPaid'], whole: OPEN },
  startCure: { by: ['seller', 'admin', 'clock'], payment: ['overdue'], whole: OPEN },
  declareDefault: { by: ['clock'], payment: ['inCure'], whole: OPEN },
  refundPayment: {
    by: ['seller', 'admin'],
    payment: ['partPaid', 'paid', 'overdue', 'inCure', 'defaulted'],
    whole: ['released', 'cancelled'],
  },
  instructDelivery: { by: ['seller'], delivery: ['due', 'partAccepted', 'rejected', 'failed'], whole: OPEN },
  submitDelivery: { by: ['seller', 'admin', 'registry'], delivery: ['instructed'], whole: OPEN },
  acceptDelivery: { by: ['buyer', 'admin', 'registry'], delivery: ['pending'], whole: OPEN },
  rejectDelivery: { by: ['buyer', 'admin', 'registry'], delivery: ['pending'], whole: OPEN },
  failDelivery: {
    by: ['seller', 'admin', 'registry'],
    delivery: ['due', 'instructed', 'pending', 'partAccepted'],
    whole: OPEN,
  },
  dispute: { by: ['buyer', 'seller', 'admin'], whole: OPEN },
  resolveDispute: { by: ['admin'], whole: ['disputed'] },
  release: { by: ['admin'], whole: NOT_FINAL },
  cancel: { by: ['admin'], whole: NOT_FINAL },
  offerNext: { by: ['admin'], whole: [...NOT_FINAL, 'released'] },
  endOffers: { by: ['admin'], whole: ['released'] },
} as const satisfies Record<string, Step>;
export type SettlementStep = keyof typeof STEPS;

export const SETTLEMENT_STEPS = Object.keys(STEPS) as readonly SettlementStep[];

/** Reminders of due dates that both sides get. The clock sends each once. */
const REMINDERS = ['paymentSoon', 'deliverySoon', 'deliveryLate'] as const;
export type Reminder = (typeof REMINDERS)[number];

/** News of invoices and credit notes of a settlement. The side that they concern is told. */
export const INVOICE_EVENTS = ['invoiceIssued', 'creditNoteIssued', 'invoiceRefused', 'invoiceCancelled'] as const;
export type InvoiceEvent = (typeof INVOICE_EVENTS)[number];

/** Events of an offer to the next bid after a default. */
const OFFER_EVENTS = ['offerAccepted', 'offerDeclined', 'offerExpired'] as const;

/** Everything about a settlement that its sides are told: a step, a reminder, news of an invoice, or the end of an offer. */
export const SETTLEMENT_EVENTS = [...SETTLEMENT_STEPS, ...REMINDERS, ...INVOICE_EVENTS, ...OFFER_EVENTS] as const;
export type SettlementEvent = (typeof SETTLEMENT_EVENTS)[number];

/** Returns the steps as a table with the general type, for code that reads any of them. */
export const stepOf = (step: SettlementStep): Step => STEPS[step];
