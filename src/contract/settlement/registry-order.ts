import * as z from 'zod/mini';
import { idSchema, longListOf, pageQuery, timeSchema } from '#contract/basics/basics.ts';
import { exportQuery, fileSchema } from '#contract/basics/file.ts';
import { route } from '#contract/basics/route.ts';
import { evidenceIdsSchema } from '#contract/evidence.ts';
import { REGISTRY_NAMES } from '#domain/certificate/registry.ts';
import { FILE_REFUSALS } from '#domain/delivery/confirmation.ts';
import {
  CONNECTOR_NAMES,
  DECIDED_STATES,
  DECISION_REFUSALS,
  ORDER_REASONS,
  REGISTRY_ORDER_STATES,
  REGISTRY_STATUSES,
} from '#domain/delivery/registry-order.ts';
import { STEP_REFUSALS } from '#domain/settlement/take-step.ts';
import { DELIVERY_STATES } from '#domain/settlement/tracks.ts';

/** Registry orders: the transfers and retirements that registries are asked for (docs/settlement.md#registry-orders). */
const registryOrderSchema = z.strictObject({
  /** Our correlation id at the registry. */
  id: idSchema,
  /** The settlement whose delivery is a transfer. Null for a retirement. */
  settlementId: z.nullable(idSchema),
  /** The retirement that the registry is asked for. Null for a transfer. */
  retirementId: z.nullable(idSchema),
  connector: z.enum(CONNECTOR_NAMES),
  /** Null: the seller has named no certificates for these RECs. */
  registry: z.nullable(z.enum(REGISTRY_NAMES)),
  device: z.string(),
  first: z.string(),
  last: z.string(),
  /** RECs, with up to six decimals. */
  quantity: z.string(),
  /** Accounts at the registry; empty if unknown. */
  sender: z.string(),
  receiver: z.string(),
  state: z.enum(REGISTRY_ORDER_STATES),
  /** The id that the registry gave to the transfer, or its reference of the retirement. */
  transferId: z.string(),
  /** The key to verify a retirement at the registry; empty if there is none. */
  verificationKey: z.string(),
  /** Why a person must decide, or why nothing was transferred. */
  reason: z.nullable(z.enum(ORDER_REASONS)),
  /** The registry's own text about it. Empty in replies to users. */
  detail: z.string(),
  /** The last answer of the registry. */
  answer: z.nullable(
    z.strictObject({
      status: z.enum(REGISTRY_STATUSES),
      transferId: z.string(),
      quantity: z.nullable(z.string()),
    }),
  ),
  version: z.number(),
  createdAt: timeSchema,
  answeredAt: z.nullable(timeSchema),
});
export type RegistryOrderView = z.output<typeof registryOrderSchema>;

export const listOrdersOfSettlementAsUser = route('GET /user/settlements/{id}/registry-orders', {
  summary: "The registry orders of a settlement of one of the caller's companies, the oldest first",
  reply: z.array(registryOrderSchema),
});

export const listOrdersOfSettlementAsAdmin = route('GET /admin/settlements/{id}/registry-orders', {
  ...listOrdersOfSettlementAsUser,
  summary: 'The registry orders of a settlement, the oldest first',
});

export const listRegistryOrders = route('GET /admin/registry-orders', {
  summary: 'Registry orders of all settlements, newest first. `search` looks in ids, devices and serial numbers',
  query: z.strictObject({ ...pageQuery, state: z.optional(z.enum(REGISTRY_ORDER_STATES)) }),
  reply: longListOf(registryOrderSchema),
});

export const prepareRegistryOrders = route('POST /admin/registry-orders', {
  summary:
    'Prepare the registry orders of all instructed deliveries, or of one settlement. A repeated call prepares nothing twice',
  query: z.strictObject({
    settlementId: z.optional(idSchema),
    /** Prepares the orders of this retirement instead. Only named retirements are sent to registries. */
    retirementId: z.optional(idSchema),
  }),
  reply: z.strictObject({
    orders: z.number(),
    /** Deliveries that wait, because an earlier order of theirs is still open. */
    waiting: z.number(),
  }),
  refuses: ['not_found'],
});

export const exportInstructionList = route('GET /admin/registry-orders/instruction-list', {
  summary: 'The instruction list: orders by file that the registry has not answered, for upload at the registry',
  query: z.strictObject(exportQuery),
  reply: fileSchema,
  refuses: ['export_too_large'],
});

/** `held`: the order becomes unclear. `unchanged`: the order has this answer already. `refused`: the line has no effect. */
const CONFIRMATION_EFFECTS = ['pending', 'accepted', 'rejected', 'failed', 'held', 'unchanged', 'refused'] as const;

const confirmationSchema = z.strictObject({
  /** Two equal previews have the same fingerprint. */
  fingerprint: z.string(),
  lines: z.array(
    z.strictObject({
      /** Line of the file; the names of the columns are line 1. */
      line: z.number(),
      orderId: z.string(),
      settlementId: z.nullable(idSchema),
      effect: z.enum(CONFIRMATION_EFFECTS),
      /** The state of the delivery after the line. Null if the line is refused. */
      delivery: z.nullable(z.enum(DELIVERY_STATES)),
      /** Why the line is refused: the code and its text. */
      code: z.nullable(z.string()),
      message: z.nullable(z.string()),
    }),
  ),
});
export type ConfirmationReport = z.output<typeof confirmationSchema>;

/** CSV with the columns correlation_id, transfer_id, status and quantity. */
const csvSchema = z.string().check(z.maxLength(500_000));

export const previewConfirmation = route('POST /admin/registry-orders/confirmation-preview', {
  summary: 'What the import of a confirmation file would do. Nothing is changed',
  body: z.strictObject({ csv: csvSchema }),
  reply: confirmationSchema,
  refuses: ['registry_file_unreadable', ...FILE_REFUSALS],
});

export const importConfirmation = route('POST /admin/registry-orders/confirmation', {
  summary: 'Import a confirmation file as it was previewed, or refuse all of it. Lines with errors have no effect',
  body: z.strictObject({ csv: csvSchema, fingerprint: z.string() }),
  reply: confirmationSchema,
  refuses: ['registry_file_unreadable', ...FILE_REFUSALS, 'registry_confirmation_changed'],
});

export const decideRegistryOrder = route('POST /admin/registry-orders/{id}/decision', {
  summary: 'Decide an order that is not final, after asking the registry',
  body: z.strictObject({
    state: z.enum(DECIDED_STATES),
    /** The version that the caller saw. */
    version: z.number(),
    /** Required for `accepted`, unless the registry has stated it. */
    transferId: z._default(z.string(), ''),
    remark: z._default(z.string(), ''),
    /** The registry's statement about a retirement. An empty day means today. */
    verificationKey: z._default(z.string(), ''),
    retiredOn: z._default(z.string(), ''),
    evidenceIds: evidenceIdsSchema,
  }),
  reply: registryOrderSchema,
  refuses: [
    ...DECISION_REFUSALS,
    ...STEP_REFUSALS,
    'registry_order_changed',
    'registry_transfer_id_used',
    'registry_proof_invalid',
    'registry_reference_used',
    'evidence_unknown',
    'field_required',
    'less_than_maximum_character',
  ],
});

export const readRegistryStatement = route('GET /admin/registry-orders/{id}/statement', {
  summary: 'What the registry states now about the certificates of an order; nothing if it has no API',
  reply: z.array(
    z.strictObject({
      serials: z.string(),
      quantity: z.string(),
      /** The registry's own word. */
      status: z.string(),
      retiredAt: z.nullable(z.string()),
      beneficiary: z.string(),
    }),
  ),
  refuses: ['registry_unavailable'],
});
