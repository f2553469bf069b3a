import * as z from 'zod/mini';
import { timeSchema } from '#contract/basics/basics.ts';
import { HISTORY_KINDS } from '#domain/bidding/history.ts';
import type { BidId, ItemId } from '#domain/basics/ids.ts';
import type { KeptFile, Receipt, ReceiptsFile, SignedHead } from '#domain/record/receipt.ts';

const hash = z
  .string()
  .check(z.regex(/^[0-9a-f]{64}$/))
  .register(z.globalRegistry, { examples: ['4f2a'.repeat(16)] });
const integer = z.number().check(z.int());
const lineNumber = z.nullable(integer.check(z.positive()));
const bidId = z.string() as unknown as z.ZodMiniType<BidId>;
const itemId = z.string() as unknown as z.ZodMiniType<ItemId>;

/** The newest line of an auction's history, with the signature of the deployment's key (docs/rules.md#receipts). */
export const signedHeadSchema = z.strictObject({
  auctionId: z.string(),
  /** The number of the line. Null for a sealed bid, because the number would reveal how often rivals bid. */
  seq: lineNumber,
  hash,
  /** When the server signed, by the database's clock. */
  time: timeSchema,
  /** The root of the tree over the lines that were stored together; otherwise the line's own hash. */
  root: hash,
  /** Base64url without padding, as in `GET /record-keys`. */
  publicKey: z.string(),
  /** An Ed25519 signature in base64url without padding. */
  signature: z.string(),
}) satisfies z.ZodMiniType<SignedHead>;

const receiptLine = {
  /** The number of the line in the record. Null for a sealed bid. */
  seq: lineNumber,
  hash,
  kind: z.enum(HISTORY_KINDS),
  at: timeSchema,
  bidId: z.nullable(bidId),
  itemId: z.nullable(itemId),
  priceCents: z.nullable(integer),
  quantity: z.nullable(integer),
  allowsPartial: z.nullable(z.boolean()),
  minimumAcceptable: z.nullable(integer),
};

const receiptLineSchema = z.strictObject({
  ...receiptLine,
  /** The hashes that lead from this line to `head.root`. */
  path: z.array(z.strictObject({ side: z.enum(['left', 'right']), hash })).check(z.maxLength(64)),
});

/** Proves which lines about the caller's bids the server stored. One signature covers all lines of a commit. */
export const receiptSchema = z.strictObject({
  head: signedHeadSchema,
  lines: z.array(receiptLineSchema).check(z.minLength(1)),
}) satisfies z.ZodMiniType<Receipt>;

/** A file of receipts as pages write it, with each head once (docs/rules.md#receipts). */
export const receiptsFileSchema = z.strictObject({
  greenlotReceipts: z.literal(2),
  auctionId: z.string(),
  heads: z.array(signedHeadSchema),
  lines: z.array(
    z.strictObject({
      ...receiptLine,
      path: z.string().check(z.regex(/^(?:[<>][0-9a-f]{64}){0,64}$/)),
      head: integer.check(z.nonnegative()),
    }),
  ),
  seen: z.optional(signedHeadSchema),
}) satisfies z.ZodMiniType<ReceiptsFile>;

/** A file of receipts as programs write it, with the receipts as they got them (docs/api.md). */
export const plainReceiptsSchema = z.strictObject({
  greenlotReceipts: z.literal(1),
  auctionId: z.string(),
  receipts: z.array(receiptSchema),
  seen: z.optional(signedHeadSchema),
}) satisfies z.ZodMiniType<KeptFile>;
