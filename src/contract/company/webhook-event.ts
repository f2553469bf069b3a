import * as z from 'zod/mini';
import { amountSchema, dateSchema, idSchema, priceSchema, timeSchema } from '#contract/basics/basics.ts';
import { receiptSchema } from '#contract/bidding/receipt.ts';
import { AUCTION_TYPES } from '#domain/auction/direction.ts';
import type { DeliveryKind } from '#domain/automation/webhook.ts';
import { REGISTRATION_STATUSES } from '#domain/company/registration.ts';
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

const ofOrder = { buyOrderId: idSchema, sellOrderId: idSchema };
const decided = (what: string) =>
  about(`A buy order was ${what}. Sent to the buyer`, { ...ofOrder, status: z.enum(BUY_ORDER_STATUSES) });
const ofRegistration = { registrationId: idSchema, companyName: z.string() };
const PARTICIPANTS = 'Sent to the companies that may bid, and to the owner';

/** The events of webhooks by their type (decision 86). The API document lists them. */
export const WEBHOOK_EVENTS = {
  'auction.invited': about('The company may bid in an auction', ofAuction),
  'auction.published': about('An auction was published. Sent to its owner', {
    ...ofAuction,
    auctionType: z.enum(AUCTION_TYPES),
    startTime: timeSchema,
    auctionEndTime: timeSchema,
  }),
  'auction.started': about(`An auction started. ${PARTICIPANTS}`, ofAuction),
  'auction.ending_soon': about(`An auction ends in some minutes. ${PARTICIPANTS}`, { ...ofAuction, minutes: count }),
  'auction.extended': about(`An auction ends later. ${PARTICIPANTS}`, {
    ...ofAuction,
    auctionEndTime: timeSchema,
    reason: z.string(),
  }),
  'auction.paused': about(`An auction was paused. ${PARTICIPANTS}`, { ...ofAuction, reason: z.string() }),
  'auction.resumed': about(`A paused auction goes on. ${PARTICIPANTS}`, {
    ...ofAuction,
    auctionEndTime: timeSchema,
    reason: z.string(),
  }),
  'auction.annulled': about(`An auction was annulled: its bids are void. ${PARTICIPANTS}`, {
    ...ofAuction,
    reason: z.string(),
  }),
  'auction.closed': about(`An auction closed. ${PARTICIPANTS}`, { ...ofAuction, closedAt: timeSchema }),
  'auction.result': about(
    'What the company won or sold in an auction. Sent to the companies that bid, and to its owner',
    {
      ...ofAuction,
      as: z.enum(['bidder', 'owner']),
      quantity: count,
      outcome: z.enum(NOTICE_OUTCOMES),
    },
  ),
  'bid.recorded': about(
    'Lines about bids of the company were stored: placed, revised, withdrawn, cancelled, or refused because they were late. The receipt proves them',
    { auctionId: idSchema, receipt: receiptSchema },
  ),
  'bid.outbid': about('Bids of the company win less now', ofItem),
  'bid.can_win': about('The company can win more now, or again if it bids: then `wins` is null', {
    ...ofItem,
    wins: z.nullable(count),
  }),
  'bid.cancelled': about('A change of the auction cancelled bids of the company', {
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
  'bid.void': about('A restore of the database lost lines of the company’s bids', {
    auctionId: idSchema,
    lines: count,
  }),
  'order.placed': about('A company placed a buy order. Sent to the buyer', { ...ofOrder, quantity: count }),
  'order.approved': decided('approved'),
  'order.rejected': decided('rejected'),
  'order.cancelled': decided('cancelled'),
  'offer.made': about('The company gets an offer of RECs after a default', {
    ...ofItem,
    offerId: idSchema,
    quantity: count,
    price: priceSchema,
    amount: amountSchema,
    answerBy: dateSchema,
  }),
  'settlement.updated': about('A step of a settlement. Sent to the buyer and the seller', {
    settlementId: idSchema,
    step: z.enum(SETTLEMENT_EVENTS),
    payment: z.enum(PAYMENT_STATES),
    delivery: z.enum(DELIVERY_STATES),
    whole: z.enum(WHOLE_STATES),
  }),
  'invoice.updated': about(
    'An invoice or a credit note was issued, or the tax authority answered. Sent to receiver and issuer',
    {
      invoiceId: idSchema,
      settlementId: idSchema,
      event: z.enum(INVOICE_EVENTS),
      number: z.string(),
      type: z.enum(INVOICE_TYPES),
      kind: z.enum(INVOICE_KINDS),
      payable: amountSchema,
      currency: z.string(),
      dueOn: z.nullable(dateSchema),
    },
  ),
  'holding.received': about('The company received RECs by an award or a buy order', {
    holdingId: idSchema,
    quantity: count,
  }),
  'retirement.made': about('The company retired RECs', {
    retirementId: idSchema,
    number: z.string(),
    quantity: count,
  }),
  'account.reinstated': about('The company may trade again', { accountId: idSchema }),
  'account.blacklisted': about('A company may not trade. Sent to the operator only', { accountId: idSchema }),
  'registration.received': about('A company asks for an account. Sent to the operator only', ofRegistration),
  'registration.decided': about('A registration was approved, returned or rejected. Sent to the operator only', {
    ...ofRegistration,
    status: z.enum(REGISTRATION_STATUSES),
  }),
  'webhook.test': about('Somebody sent a test', {}),
} satisfies Record<DeliveryKind, EventAbout<z.ZodMiniType>>;

/** The data of an event. */
export type WebhookData<Kind extends DeliveryKind> = z.output<(typeof WEBHOOK_EVENTS)[Kind]['data']>;

/**
 * Returns the schema of the body that a webhook receives. `accountIds` are the companies to which the event was sent. In
 * a company's own webhook, it has only that company.
 */
export const webhookBodyOf = (kind: DeliveryKind) =>
  z.strictObject({
    type: z.literal(kind),
    timestamp: timeSchema,
    accountIds: z.array(idSchema),
    data: WEBHOOK_EVENTS[kind].data,
  });
