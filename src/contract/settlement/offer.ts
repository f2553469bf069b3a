import * as z from 'zod/mini';
import { amountSchema, dateSchema, idSchema, partySchema, priceSchema, timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { settlementTermsSchema } from '#contract/settlement/settlement-terms.ts';
import { ACTING_REFUSALS } from '#domain/access/may.ts';
import { ANSWER_REFUSALS, OFFER_STATES } from '#domain/settlement/next-bid.ts';

/** Offers of the RECs of a default to the next bids in rank (docs/settlement.md#offers). */
const offerShape = {
  id: idSchema,
  ranking: z.number(),
  quantity: z.number(),
  price: priceSchema,
  amount: amountSchema,
  state: z.enum(OFFER_STATES),
  /** The last day for an answer, in the country of the calendar. */
  answerBy: dateSchema,
  offeredAt: timeSchema,
  answeredAt: z.nullable(timeSchema),
  /** The settlement that an accepted offer opened. */
  settlementId: z.nullable(idSchema),
};

const offersSchema = z.strictObject({
  /** The RECs that can be offered or returned: of the default, without those that were sold to a next bid. */
  toOffer: z.number(),
  /** The next bid, if an offer is possible now. */
  nextBid: z.nullable(
    z.strictObject({
      bidId: idSchema,
      company: partySchema,
      ranking: z.number(),
      quantity: z.number(),
      price: priceSchema,
      amount: amountSchema,
    }),
  ),
  /** The oldest first. */
  offers: z.array(z.strictObject({ ...offerShape, company: partySchema })),
});
export type OffersOfDefault = z.output<typeof offersSchema>;

export const listOffersOfSettlement = route('GET /admin/settlements/{id}/offers', {
  summary: 'The next bid for the RECs of a settlement in default, and the offers so far',
  reply: offersSchema,
});

const ownOfferSchema = z.strictObject({
  ...offerShape,
  auctionId: idSchema,
  title: z.string(),
  itemName: z.string(),
  /** Whether the caller's company would buy or sell. */
  takes: z.enum(['buys', 'sells']),
  /** The fee of the platform for the caller's company. */
  fee: amountSchema,
  terms: settlementTermsSchema,
});
export type OwnOffer = z.output<typeof ownOfferSchema>;

export const listOwnOffers = route('GET /user/offers', {
  summary: "Offers to bids of the caller's companies after defaults: open ones and the last 100 others, newest first",
  reply: z.array(ownOfferSchema),
});

export const answerOffer = route('POST /user/offers/{id}/answer', {
  summary: 'Accept or decline an offer. An acceptance opens a settlement',
  body: z.strictObject({ accept: z.boolean() }),
  reply: ownOfferSchema,
  refuses: [...ACTING_REFUSALS, ...ANSWER_REFUSALS],
  idempotencyKey: 'optional',
});
