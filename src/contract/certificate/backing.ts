import * as z from 'zod/mini';
import { dateSchema, idSchema, listOf, pageQuery, productShape } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { deviceFactsSchema } from '#contract/certificate/device.ts';
import { lotFactsSchema } from '#contract/certificate/lot.ts';
import { ACTING_REFUSALS } from '#domain/access/may.ts';

/** Certificates of one range: serial numbers from `first` to `last`, both included. */
const rangeSchema = z.strictObject({
  id: idSchema,
  first: z.string(),
  last: z.string(),
  /** RECs, with up to six decimals. */
  quantity: z.string(),
  lot: lotFactsSchema,
  device: deviceFactsSchema,
});
export type CertificateRange = z.output<typeof rangeSchema>;

/**
 * Until when the seller names the certificates of sold RECs: the due date of their delivery. Null if the RECs are not
 * sold, or if their settlement is over.
 */
const namingDueSchema = z.strictObject({
  /** Null until the delivery is due. */
  dueOn: z.nullable(dateSchema),
  /** Business days from the payment to the due date, if the delivery is due only then. */
  daysAfterPayment: z.number(),
});
export type NamingDue = z.output<typeof namingDueSchema>;

/** RECs of one item, award or part of a buy order, and the certificates behind them. */
const backingSchema = z.strictObject({
  /** Id of the item, the award or the part of the buy order. */
  sourceId: idSchema,
  quantity: z.number(),
  /** RECs with certificates. The others are to be delivered. */
  backed: z.string(),
  ranges: z.array(rangeSchema),
  /** Only in the certificates of a holding. */
  due: z.nullable(namingDueSchema),
});
export type Backing = z.output<typeof backingSchema>;

export const listAuctionCertificates = route('GET /user/auctions/{id}/certificates', {
  summary: 'The certificates behind each item of an auction that the caller may see',
  reply: z.array(backingSchema),
});

export const listAuctionCertificatesAsAdmin = route('GET /admin/auctions/{id}/certificates', listAuctionCertificates);

export const listSellOrderCertificates = route('GET /user/sell-orders/{id}/certificates', {
  summary: 'The certificates behind each item of a sell order that the caller may see',
  reply: z.array(backingSchema),
  refuses: ['feature_disabled'],
});

export const listSellOrderCertificatesAsAdmin = route(
  'GET /admin/sell-orders/{id}/certificates',
  listSellOrderCertificates,
);

export const listHoldingCertificates = route('GET /user/holdings/{id}/certificates', {
  summary: "The certificates behind a holding of one of the caller's companies; none if it is empty",
  reply: z.array(backingSchema),
});

export const listHoldingCertificatesAsAdmin = route('GET /admin/holdings/{id}/certificates', listHoldingCertificates);

/** RECs that a seller has on offer or has sold, and that its own certificates can back. */
const toBackSchema = z.strictObject({
  sourceId: idSchema,
  kind: z.enum(['auctionItem', 'sellOrderItem', 'award', 'buyOrder']),
  /** Title of the auction or the sell order. */
  title: z.string(),
  /** The buyer; null before the sale. */
  buyer: z.nullable(z.string()),
  ...productShape,
  quantity: z.number(),
  backed: z.string(),
  due: z.nullable(namingDueSchema),
});
export type ToBack = z.output<typeof toBackSchema>;

export const listToBack = route('GET /user/accounts/{id}/backings', {
  summary: 'RECs that the company offers or has sold, those without certificates first',
  query: z.strictObject({ ...pageQuery, show: z._default(z.enum(['open', 'all']), 'open') }),
  reply: listOf(toBackSchema),
});

export const listAvailableRanges = route('GET /user/accounts/{id}/backings/{sourceId}/available', {
  summary: 'Certificates of the company that could back these RECs: verified, of the same product, not used yet',
  reply: z.array(rangeSchema),
});

export const assignRanges = route('POST /user/accounts/{id}/backings/{sourceId}', {
  summary: 'Back RECs with certificates, of those that the company offers or has sold',
  body: z.strictObject({
    ranges: z
      .array(
        z.strictObject({
          rangeId: idSchema,
          /** RECs to take from the range, with up to six decimals; null for all of it. */
          quantity: z._default(z.nullable(z.string().check(z.maxLength(40))), null),
        }),
      )
      .check(z.minLength(1), z.maxLength(100)),
  }),
  reply: backingSchema,
  refuses: [
    ...ACTING_REFUSALS,
    'range_unknown',
    'range_of_other_product',
    'range_expired',
    'range_quantity_invalid',
    'more_than_range',
    'more_than_unbacked',
  ],
  idempotencyKey: 'optional',
});

export const takeBackRanges = route('DELETE /user/accounts/{id}/backings/{sourceId}', {
  summary: 'Take back all certificates from an item that is on offer and not sold',
  reply: backingSchema,
  refuses: [...ACTING_REFUSALS, 'already_sold'],
});
