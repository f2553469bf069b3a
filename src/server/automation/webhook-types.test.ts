import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuction } from '#contract/auction/auction.ts';
import { addBidders } from '#contract/bidder/bidder.ts';
import { annulAuction, extendAuction, pauseAuction, resumeAuction } from '#contract/bidding/conduct.ts';
import { actOnRegistration, registerCompany } from '#contract/company/registration.ts';
import { makeOperatorWebhook } from '#contract/company/webhook.ts';
import * as z from 'zod/mini';
import { webhookBodyOf, type WebhookData } from '#contract/company/webhook-event.ts';
import { retireHolding } from '#contract/holding/retirement.ts';
import { approveBuyOrder, cancelBuyOrder, rejectBuyOrder } from '#contract/marketplace/buy-order.ts';
import { placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import { NO_RECURRENCE } from '#domain/auction/recurrence.ts';
import { WEBHOOK_KINDS, type WebhookKind } from '#domain/automation/webhook.ts';
import { aCompany } from '#testing/builders/company-builders.ts';
import { makeSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { insertAuction, moveAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let seller: SignedIn;
let buyer: SignedIn;

beforeAll(async () => {
  w = await world(MARKETPLACE_ON);
  admin = await w.signedIn({ role: 'Admin' });
  seller = await w.signedIn();
  buyer = await w.signedIn();
  await w.call(admin, makeOperatorWebhook, { body: { url: 'https://example.com', kinds: [...WEBHOOK_KINDS] } });
});
afterAll(() => w.end());

type Event<Kind extends WebhookKind = WebhookKind> = {
  readonly type: Kind;
  readonly accountIds: readonly string[];
  readonly data: WebhookData<Kind>;
};

/** Returns the events that the operator got and that name this id, in their order. Each must fit its schema. */
async function eventsAbout(id: string): Promise<Event[]> {
  const rows = await w.database.db
    .selectFrom('webhook_delivery')
    .select(['kind', 'body'])
    .orderBy('created_at')
    .orderBy('kind')
    .execute();
  const about = rows.filter(({ body }) => body.includes(id));
  return about.map(({ kind, body }) => z.parse(webhookBodyOf(kind), JSON.parse(body)) as Event);
}

const typesOf = (events: readonly Event[]): string[] => events.map(({ type }) => type);
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const body = { reason: 'A typing error' };

test('an auction is published, and its bidder invited', async () => {
  const made = await w.call(admin, createAuction, {
    body: {
      title: 'Hydro for the north',
      auctionType: 'Forward',
      isPrivate: true,
      startTime: inHours(1),
      endTime: inHours(2),
      minimumRecQuantity: 1,
      minimumBiddingRecQuantity: 1,
      sellerProcessingFee: 0,
      buyerProcessingFee: 0,
      spotRecs: false,
      tickSizeId: null,
      ownerAccountId: seller.accountId,
      softCloseMinutes: null,
      softCloseMaximum: null,
      ...NO_RECURRENCE,
    },
  });
  const { id } = made.data;
  const buyers = [{ userId: buyer.userId, accountId: buyer.accountId, maxQuantity: null }];
  expect((await w.call(admin, addBidders, { params: { id }, body: { buyers } })).code).toBe('Success');
  expect(await eventsAbout(id)).toMatchObject([
    { type: 'auction.published', accountIds: [seller.accountId], data: { auctionType: 'Forward' } },
    { type: 'auction.invited', accountIds: [buyer.accountId], data: { title: 'Hydro for the north' } },
  ]);
});

test('an auction is paused, resumed, extended and annulled', async () => {
  const { auctionId } = await insertAuction(w.database.db, {
    ownerAccountId: seller.accountId,
    createdBy: admin.userId,
    bidders: [{ person: buyer }],
  });
  const params = { id: auctionId };
  await w.call(admin, pauseAuction, { params, body });
  await w.call(admin, resumeAuction, { params, body });
  const until = inHours(5);
  await w.call(admin, extendAuction, { params, body: { ...body, until } });
  await w.call(admin, annulAuction, { params, body });
  const events = (await eventsAbout(auctionId)).filter(({ type }) => type !== 'auction.started');
  expect(typesOf(events)).toEqual(['auction.paused', 'auction.resumed', 'auction.extended', 'auction.annulled']);
  expect(events[2]?.data).toMatchObject({ auctionEndTime: until, reason: 'A typing error' });
  for (const { accountIds } of events)
    expect([...accountIds].toSorted()).toEqual([seller, buyer].map((who) => who.accountId).toSorted());
});

test('an auction closes: the closing once for all, and each company’s result', async () => {
  const { auctionId } = await insertAuction(w.database.db, {
    ownerAccountId: seller.accountId,
    createdBy: admin.userId,
    bidders: [{ person: buyer }],
  });
  await moveAuction(w.database.db, auctionId, -60, -1);
  await expect.poll(async () => typesOf(await eventsAbout(auctionId))).toContain('auction.result');
  const events = (await eventsAbout(auctionId)).filter(({ type }) => type !== 'auction.started');
  expect(typesOf(events)).toEqual(['auction.closed', 'auction.result']);
});

test('a buy order is placed and approved: the buyer receives RECs, and retires some', async () => {
  const { id: sellOrderId } = await makeSellOrder(w, admin, { seller });
  const order = { accountId: buyer.accountId, quantity: 5, beneficiary: null, reviewed: null };
  const place = async () => (await w.call(buyer, placeBuyOrder, { params: { id: sellOrderId }, body: order })).data.id;
  const [approved, rejected, cancelled] = [await place(), await place(), await place()];
  const remark = { remarkContent: 'as agreed' };
  await w.call(admin, approveBuyOrder, { params: { id: approved }, body: remark });
  await w.call(admin, rejectBuyOrder, { params: { id: rejected }, body: remark });
  await w.call(buyer, cancelBuyOrder, { params: { id: cancelled } });
  expect(typesOf(await eventsAbout(approved))).toEqual(['order.placed', 'order.approved']);
  expect(typesOf(await eventsAbout(rejected))).toEqual(['order.placed', 'order.rejected']);
  expect(typesOf(await eventsAbout(cancelled))).toEqual(['order.placed', 'order.cancelled']);
  const received = (await eventsAbout(buyer.accountId)).filter(({ type }) => type === 'holding.received');
  expect(received).toMatchObject([{ accountIds: [buyer.accountId], data: { quantity: 5 } }]);
  const [first] = received as Event<'holding.received'>[];
  const holdingId = first?.data.holdingId ?? '';
  const retiring = { quantity: 2, beneficiary: { choice: 'own' as const } };
  const retired = await w.call(buyer, retireHolding, { params: { id: holdingId }, body: retiring });
  expect(retired.code).toBe('Success');
  expect((await eventsAbout(buyer.accountId)).at(-1)).toMatchObject({ type: 'retirement.made', data: { quantity: 2 } });
});

test('a registration is received and decided', async () => {
  const founder = await w.signedIn();
  await w.database.db.deleteFrom('account_member').where('user_id', '=', founder.userId).execute();
  const { data } = await w.call(founder, registerCompany, { body: aCompany() });
  for (const [action, version] of [
    ['take-up', 1],
    ['approve', 2],
  ] as const)
    await w.call(admin, actOnRegistration, { params: { id: data.id, action }, body: { remarkContent: '', version } });
  expect(await eventsAbout(data.id)).toMatchObject([
    { type: 'registration.received', accountIds: [] },
    { type: 'registration.decided', accountIds: [], data: { status: 'Approved' } },
  ]);
});
