import { conflict, refusal, type ErrorEntry } from '#contract/errors/error-entry.ts';
import type { FileRefusal, LineRefusal } from '#domain/delivery/confirmation.ts';
import type { AnswerRefusal, DecisionRefusal } from '#domain/delivery/registry-order.ts';
import type { ANSWER_REFUSALS, OFFER_REFUSALS } from '#domain/settlement/next-bid.ts';
import type { StepRefusal } from '#domain/settlement/take-step.ts';
import type { SettlementTermsRefusal } from '#domain/settlement/terms.ts';

/** Refusals of settlement (docs/settlement.md). */
export const SETTLEMENT_ERRORS = {
  settlement_step_not_yours: conflict,
  settlement_is_final: conflict,
  settlement_disputed: conflict,
  settlement_step_out_of_order: conflict,
  payment_already_confirmed: conflict,
  payment_more_than_owed: refusal,
  payment_amount_invalid: refusal,
  delivery_not_due: conflict,
  delivery_more_than_awarded: refusal,
  delivery_quantity_invalid: refusal,
  delivery_differs: refusal,
  delivery_already_accepted: conflict,
  settlement_not_in_default: conflict,
  settlement_changed: conflict,
  settlement_days_invalid: refusal,
  settlement_penalty_invalid: refusal,
  settlement_terms_locked: conflict,
  holding_held_back: conflict,
  no_next_bid: conflict,
  next_bid_changed: conflict,
  offer_still_open: conflict,
  offer_expired: conflict,
  offer_already_answered: conflict,
} as const satisfies Record<
  | StepRefusal
  | SettlementTermsRefusal
  | Exclude<(typeof OFFER_REFUSALS)[number], 'nothing_to_release'>
  | (typeof ANSWER_REFUSALS)[number]
  | 'settlement_changed'
  | 'settlement_terms_locked'
  | 'holding_held_back',
  ErrorEntry
>;

/** Refusals of registry orders (docs/settlement.md#registry-orders). */
export const REGISTRY_ORDER_ERRORS = {
  registry_order_not_sent: conflict,
  registry_order_held: conflict,
  registry_order_final: conflict,
  registry_order_changed: conflict,
  registry_answer_out_of_order: conflict,
  registry_transfer_id_missing: refusal,
  registry_transfer_id_too_long: refusal,
  registry_transfer_id_used: conflict,
  registry_proof_invalid: refusal,
  registry_quantity_missing: refusal,
  registry_quantity_invalid: refusal,
  registry_status_unknown: refusal,
  registry_order_unknown: refusal,
  registry_file_unreadable: refusal,
  registry_file_columns: refusal,
  registry_file_too_long: refusal,
  registry_confirmation_changed: conflict,
  registry_unavailable: { status: 503 },
} as const satisfies Record<AnswerRefusal | DecisionRefusal | LineRefusal | FileRefusal, ErrorEntry> &
  Record<string, ErrorEntry>;
