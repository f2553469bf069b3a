import type { Refusal, Result } from '#domain/basics/result.ts';

/**
 * States of a registry order: one transfer or retirement that a registry is asked for (docs/settlement.md#registry-orders). `sent`: the
 * registry may have it, but has not answered. `unclear`: the answer differs from the order, so a person decides.
 */
export const REGISTRY_ORDER_STATES = [
  'prepared',
  'sent',
  'pending',
  'accepted',
  'rejected',
  'failed',
  'unclear',
] as const;
export type RegistryOrderState = (typeof REGISTRY_ORDER_STATES)[number];

/** The words of a registry about a transfer. */
export const REGISTRY_STATUSES = ['pending', 'accepted', 'rejected', 'failed'] as const;
export type RegistryStatus = (typeof REGISTRY_STATUSES)[number];

/** Final states that a person can choose for an order. */
export const DECIDED_STATES = ['accepted', 'rejected', 'failed'] as const;
export type DecidedState = (typeof DECIDED_STATES)[number];

/** How Greenlot reaches the registry: by files that people carry, or by the API of NAR. */
export const CONNECTOR_NAMES = ['file', 'nar'] as const;
export type ConnectorName = (typeof CONNECTOR_NAMES)[number];

/** Why an order is unclear. */
export const HELD_REASONS = ['quantityDiffers', 'transferDiffers', 'certificatesDiffer', 'noAnswer'] as const;
export type HeldReason = (typeof HELD_REASONS)[number];

/** All reasons that are stored. `withdrawn`: the settlement no longer asks for it. `refused`: the registry refused it. */
export const ORDER_REASONS = [...HELD_REASONS, 'withdrawn', 'refused'] as const;
export type OrderReason = (typeof ORDER_REASONS)[number];

/** An answer about a transfer. The quantity is in millionths of a REC; undefined if the registry did not state it. */
export type RegistryAnswer = {
  readonly status: RegistryStatus;
  readonly transferId: string;
  readonly quantity: bigint | undefined;
  /** Only in answers about retirements. */
  readonly proof?: RetirementProof;
};

/** The statement of a registry about a retirement. Empty texts are unknown. The day is like `2026-11-27`. */
export type RetirementProof = { readonly verificationKey: string; readonly retiredOn: string };

/** An answer as it is stored: the quantity as a decimal. */
export type StoredAnswer = Omit<RegistryAnswer, 'quantity' | 'proof'> & { readonly quantity: string | null };

/** The facts of an order that the rules need. `answer` is the last answer that was applied. */
export type RegistryOrder = {
  readonly state: RegistryOrderState;
  readonly quantity: bigint;
  readonly transferId: string;
  readonly answer: RegistryAnswer | null;
};

export type OrderChange = {
  readonly state: RegistryOrderState;
  readonly transferId: string;
  readonly reason: HeldReason | null;
};

export const ANSWER_REFUSALS = [
  'registry_order_not_sent',
  'registry_order_held',
  'registry_answer_out_of_order',
  'registry_transfer_id_missing',
  'registry_quantity_missing',
] as const;
export type AnswerRefusal = (typeof ANSWER_REFUSALS)[number];

const FINAL: readonly RegistryOrderState[] = DECIDED_STATES;

/** Returns whether nothing can change an order any more. */
export const isFinalOrder = (state: RegistryOrderState): boolean => FINAL.includes(state);

/** Returns whether the registry may still transfer certificates for an order. */
export const isOpenOrder = (state: RegistryOrderState): boolean =>
  state === 'sent' || state === 'pending' || state === 'unclear';

const isSame = (one: RegistryAnswer | null, other: RegistryAnswer): boolean =>
  one?.status === other.status && one.transferId === other.transferId && one.quantity === other.quantity;

/**
 * Applies an answer of the registry to an order. Returns null if the order already has this answer, so that an answer
 * that comes twice changes nothing. An answer that differs from the order makes it unclear; it is never applied in part.
 */
export function takeAnswer(
  order: RegistryOrder,
  answer: RegistryAnswer,
): Result<OrderChange | null, Refusal<AnswerRefusal>> {
  const refuse = (code: AnswerRefusal) => ({ ok: false, refused: { code } }) as const;
  if (order.state === 'prepared') return refuse('registry_order_not_sent');
  if (isSame(order.answer, answer)) return { ok: true, value: null };
  if (order.state === 'unclear') return refuse('registry_order_held');
  if (isFinalOrder(order.state)) return refuse('registry_answer_out_of_order');
  const transferId = order.transferId || answer.transferId;
  const change = (state: RegistryOrderState, reason: HeldReason | null): Result<OrderChange, never> => ({
    ok: true,
    value: { state, transferId, reason },
  });
  if (order.transferId !== '' && answer.transferId !== '' && order.transferId !== answer.transferId)
    return change('unclear', 'transferDiffers');
  if (answer.status === 'rejected' || answer.status === 'failed') return change(answer.status, null);
  if (transferId === '') return refuse('registry_transfer_id_missing');
  if (answer.quantity === undefined) return refuse('registry_quantity_missing');
  if (answer.quantity !== order.quantity) return change('unclear', 'quantityDiffers');
  return change(answer.status, null);
}

export const DECISION_REFUSALS = ['registry_order_final', 'registry_transfer_id_missing'] as const;
export type DecisionRefusal = (typeof DECISION_REFUSALS)[number];

/**
 * Applies the decision of a person, who has asked the registry. An order is accepted in full or not at all, and only with
 * the transfer id of the registry.
 */
export function decideOrder(
  order: RegistryOrder,
  decision: { readonly state: DecidedState; readonly transferId: string },
): Result<OrderChange, Refusal<DecisionRefusal>> {
  if (isFinalOrder(order.state)) return { ok: false, refused: { code: 'registry_order_final' } };
  const transferId = decision.transferId || order.transferId;
  if (decision.state === 'accepted' && transferId === '')
    return { ok: false, refused: { code: 'registry_transfer_id_missing' } };
  return { ok: true, value: { state: decision.state, transferId, reason: null } };
}

/** Attempts without an answer after which a person decides. */
export const ATTEMPTS_MAX = 10;

/**
 * The finding of a look at the registry. `absent`: the registry certainly has no such transfer, and the certificates are
 * where they were. `unknown`: it did not answer, or its answer proves nothing. `differs`: it shows something else.
 */
export type LookUp = { readonly found: 'absent' | 'unknown' | 'differs' };

/**
 * Decides what follows from a look without an answer. A transfer is asked for again only if the registry certainly does
 * not have it. After too many attempts a person decides.
 */
export function afterLook(
  { state, attempts }: Pick<RegistryOrder, 'state'> & { readonly attempts: number },
  { found }: LookUp,
): 'again' | 'wait' | HeldReason {
  if (found === 'differs') return 'certificatesDiffer';
  // Buyers may take days to accept a pending transfer.
  if (state === 'pending') return 'wait';
  if (attempts >= ATTEMPTS_MAX) return 'noAnswer';
  return found === 'absent' ? 'again' : 'wait';
}

/** The step of the settlement that follows from the orders of a part of its delivery. */
export type DeliveryOutcome = 'acceptDelivery' | 'rejectDelivery' | 'failDelivery';

/**
 * Returns the step that follows from all orders of a part; undefined as long as one is open, or if the registry accepted
 * some and not others. Then a person decides.
 */
export function outcomeOf(states: readonly RegistryOrderState[]): DeliveryOutcome | undefined {
  if (states.length === 0 || !states.every((state) => isFinalOrder(state))) return undefined;
  if (states.every((state) => state === 'accepted')) return 'acceptDelivery';
  if (states.includes('accepted')) return undefined;
  return states.includes('rejected') ? 'rejectDelivery' : 'failDelivery';
}
