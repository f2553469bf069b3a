import * as z from 'zod/mini';
import { amountSchema, dateSchema, idSchema, priceSchema, timeSchema } from '#contract/basics/basics.ts';
import type { DeliveryKind } from '#domain/automation/webhook.ts';
import { BUY_ORDER_STATUSES } from '#domain/marketplace/buy-order-status.ts';
import { INVOICE_KINDS, INVOICE_TYPES } from '#domain/invoice/invoice.ts';
import { NOTICE_OUTCOMES } from '#domain/notice/notice.ts';
import {
  DELIVERY_STATES,
  INVOICE_EVENTS,
  PAYMENT_STATES,
  SETTLEMENT_EVENTS,
  WHOLE_STATES,
} from '#domain/settlement/tracks.ts';

/** A count of RECs or of bids. */
const count = z.int();
const ofAuction = { auctionId: idSchema, title: z.string() };
const ofItem = { auctionId: idSchema, auctionItemId: idSchema };

/** An event: a sentence about it and its receivers, and its data. */
type EventAbout<Data extends z.ZodMiniType> = { readonly summary: string; readonly data: Data };

const about = <Shape extends z.core.$ZodLooseShape>(summary: string, shape: Shape) => ({
  summary,
  data: z.strictObject(shape),
});

/** The events of webhooks by their type (decision 86). The API document lists them. */
export const WEBHOOK_EVENTS = {
  started: about('An auction started. Sent to the companies that bid, and to its owner', ofAuction),
  endingSoon: about('An auction ends in some minutes. Sent to the companies that bid, and to its owner', {
    ...ofAuction,
    minutes: count,
  }),
  outbid: about('Bids of the company win less now', ofItem),
  canWin: about('The company can win more now, or again if it bids: then `wins` is null', {
    ...ofItem,
    wins: z.nullable(count),
  }),
  result: about('An auction has a result. Sent to the companies that bid, and to its owner', {
    ...ofAuction,
    as: z.enum(['bidder', 'owner']),
    quantity: count,
    outcome: z.enum(NOTICE_OUTCOMES),
  }),
  bidsCancelled: about('A change of the auction cancelled bids of the company', {
    ...ofAuction,
    bids: z.array(
      z.strictObject({
        bidId: idSchema,
        auctionItemId: idSchema,
        price: priceSchema,
        quantity: count,
        cause: z.string(),
      }),
    ),
  }),
  bidsVoid: about('A restore of the database lost lines of the company’s bids', { auctionId: idSchema, lines: count }),
  offered: about('The company gets an offer of RECs after a default', {
    ...ofItem,
    offerId: idSchema,
    quantity: count,
    price: priceSchema,
    amount: amountSchema,
    answerBy: dateSchema,
  }),
  orderDecided: about('A buy order of the company was approved, rejected or cancelled', {
    buyOrderId: idSchema,
    sellOrderId: idSchema,
    status: z.enum(BUY_ORDER_STATUSES),
  }),
  settlement: about('A step of a settlement. Sent to the buyer and the seller', {
    settlementId: idSchema,
    step: z.enum(SETTLEMENT_EVENTS),
    payment: z.enum(PAYMENT_STATES),
    delivery: z.enum(DELIVERY_STATES),
    whole: z.enum(WHOLE_STATES),
  }),
  invoice: about('An invoice or a credit note was issued, or the tax authority answered. Sent to receiver and issuer', {
    invoiceId: idSchema,
    settlementId: idSchema,
    event: z.enum(INVOICE_EVENTS),
    number: z.string(),
    type: z.enum(INVOICE_TYPES),
    kind: z.enum(INVOICE_KINDS),
    payable: amountSchema,
    currency: z.string(),
    dueOn: z.nullable(dateSchema),
  }),
  test: about('An owner sent a test', {}),
} satisfies Record<DeliveryKind, EventAbout<z.ZodMiniType>>;

/** The data of an event. */
export type WebhookData<Kind extends DeliveryKind> = z.output<(typeof WEBHOOK_EVENTS)[Kind]['data']>;

/** Returns the schema of the body that a webhook receives. */
export const webhookBodyOf = (kind: DeliveryKind) =>
  z.strictObject({ type: z.literal(kind), timestamp: timeSchema, data: WEBHOOK_EVENTS[kind].data });
