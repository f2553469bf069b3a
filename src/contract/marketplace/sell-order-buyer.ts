import * as z from 'zod/mini';
import { idSchema, listOf, pageQuery } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { ACCOUNT_STATUSES } from '#domain/company/account.ts';

/**
 * An account that may see a sell order and buy from it. If a sell order lists no buyers, every Active account may see
 * it and buy from it (docs/rules.md#sell-orders).
 */
export const buyerSchema = z.strictObject({
  accountId: idSchema,
  companyName: z.string(),
  registrationNumber: z.string(),
  status: z.enum(ACCOUNT_STATUSES),
});
export type Buyer = z.output<typeof buyerSchema>;

const BUYERS_MAX = 1_000;

export const listSellOrderBuyers = route('GET /admin/sell-orders/{id}/buyers', {
  summary: 'Accounts that may buy from the sell order, by name. An empty list means everyone',
  reply: z.array(buyerSchema),
  refuses: ['feature_disabled'],
});

/** The body of a request: the ids, or the list in the form of the reply. */
const buyersBody = z.union([
  z.strictObject({ accountIds: z.array(idSchema).check(z.maxLength(BUYERS_MAX)) }),
  z.pipe(
    z.array(buyerSchema).check(z.maxLength(BUYERS_MAX)),
    z.transform((buyers) => ({ accountIds: buyers.map(({ accountId }) => accountId) })),
  ),
]);

export const updateSellOrderBuyers = route('PUT /admin/sell-orders/{id}/buyers', {
  summary: 'Replace the list of buyers of the sell order. An empty list means everyone',
  body: buyersBody,
  reply: z.array(buyerSchema),
  refuses: [
    'feature_disabled',
    'bidder_account_unknown',
    'buyer_is_seller',
    'buyer_related_to_seller',
    'sell_order_over',
  ],
});

export const listBuyerCandidates = route('GET /admin/sell-orders/{id}/buyer-candidates', {
  summary: 'Active accounts except the seller’s, by name or registration number, including listed buyers',
  query: z.strictObject(pageQuery),
  reply: listOf(buyerSchema),
  refuses: ['feature_disabled'],
});

/** Result of looking up a pasted name: the company found, or the reason why it can’t be listed. */
export const PASTED_BUYER_FINDINGS = [
  'found',
  'ambiguous',
  'unknown',
  'buyer_is_seller',
  'buyer_related_to_seller',
  'account_blacklisted',
] as const;

const pastedBuyerSchema = z.strictObject({
  /** The text as it was pasted. */
  text: z.string(),
  name: z.string(),
  finding: z.enum(PASTED_BUYER_FINDINGS),
  /** Companies that the name can mean: one if `found`, several if `ambiguous`. */
  candidates: z.array(buyerSchema),
});
export type PastedBuyer = z.output<typeof pastedBuyerSchema>;

export const readPastedBuyers = route('POST /admin/sell-orders/{id}/buyer-candidates', {
  summary:
    'Find the accounts in a pasted list of companies, registration numbers, usernames or email addresses. Adds no buyer',
  body: z.strictObject({ text: z.string().check(z.maxLength(100_000)) }),
  reply: z.array(pastedBuyerSchema),
  refuses: ['feature_disabled', 'list_too_long'],
});
