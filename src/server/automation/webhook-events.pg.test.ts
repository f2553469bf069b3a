import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { placeInitialBids } from '#contract/bidding/bidding.ts';
import * as z from 'zod/mini';
import { webhookBodyOf } from '#contract/company/webhook-event.ts';
import type { WebhookKind } from '#domain/automation/webhook.ts';
import { makeWebhook } from '#contract/company/webhook.ts';
import { approveBuyOrder } from '#contract/marketplace/buy-order.ts';
import { placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import { UNDER_WAY_MAX } from '#server/automation/webhook-queue.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { queueWebhooks } from '#server/platform/mail/queue-webhooks.ts';
import { makeSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { insertAuction, moveAuction } from '#testing/builders/records.ts';
import { isSigned, readWebhooks, type WebhookReader } from '#testing/stand-ins/webhook-reader.ts';
import { world, worldOn, type SignedIn, type World } from '#testing/world/world.ts';

/** Settings of two processes on one database. Each event is sent once, whichever process handles it. */
const SETTINGS = { ...MARKETPLACE_ON, WEBHOOK_PRIVATE: 'on' };

let near: World;
let far: World;
let reader: WebhookReader;
let admin: SignedIn;
let seller: SignedIn;

beforeAll(async () => {
  near = await world(SETTINGS);
  far = await worldOn(await openDatabase({ url: near.url ?? '' }), near.url, SETTINGS);
  reader = await readWebhooks();
  admin = await near.signedIn({ role: 'Admin' });
  seller = await near.signedIn();
});
afterAll(async () => {
  reader.end();
  await far.end();
  await near.end();
});
beforeEach(() => reader.forget());

/** Subscribes a company's webhook to its events, at a path of its own. Returns the secret. */
async function follows(who: SignedIn): Promise<string> {
  const params = { id: who.accountId };
  const kinds = ['bid.outbid' as const, 'auction.result' as const, 'order.approved' as const];
  const { data } = await near.call(who, makeWebhook, { params, body: { url: 'https://example.com', kinds } });
  // This test's receiver has no certificate, so its http address replaces the address that was checked.
  const url = new URL(`/${who.accountId}`, reader.url).href;
  const webhooks = near.database.db.updateTable('webhook').set({ url });
  await webhooks.where('account_id', '=', who.accountId).execute();
  return data.secret;
}

type Event = { readonly type: WebhookKind; readonly data: object };

/**
 * Checks that the company's own secret signed each event that the company received. Returns these events, sorted by
 * name.
 */
function sentTo(who: SignedIn, secret: string): Event[] {
  const parcels = reader.got.filter(({ path }) => path === `/${who.accountId}`);
  for (const parcel of parcels) expect(isSigned(parcel, secret)).toBe(true);
  const events = parcels.map(({ body }) => JSON.parse(body) as Event);
  for (const event of events) z.parse(webhookBodyOf(event.type), event);
  return events.toSorted((one, other) => one.type.localeCompare(other.type));
}

const sentPaths = (who: SignedIn): number => reader.got.filter(({ path }) => path === `/${who.accountId}`).length;

/** Returns the number of delivered rows. Each row is one delivery. */
const stored = async (): Promise<number> =>
  (await near.database.db.selectFrom('webhook_delivery').select('id').where('delivered_at', 'is not', null).execute())
    .length;

test('each company receives its own events once: an outbid, then the end', async () => {
  const [anna, bo] = [await near.signedIn(), await near.signedIn()];
  const secrets = [await follows(anna), await follows(bo), await follows(seller)] as const;
  const auction = await insertAuction(near.database.db, {
    ownerAccountId: seller.accountId,
    createdBy: admin.userId,
    items: [{ quantity: 100 }],
    bidders: [{ person: anna }, { person: bo }],
  });
  const params = { id: auction.auctionId };
  const [auctionItemId = ''] = auction.itemIds;
  const bid = { auctionItemId, quantity: 100, bidderPartialFulfillment: true };
  await near.call(anna, placeInitialBids, { params, body: { bids: [{ ...bid, price: 5 }] } });
  await far.call(bo, placeInitialBids, { params, body: { bids: [{ ...bid, price: 6 }] } });
  await expect.poll(() => reader.got.length).toBe(1);
  const { auctionId } = auction;
  await moveAuction(near.database.db, auctionId, -60, -5);
  await expect.poll(() => reader.got.length).toBe(4);

  const result = { auctionId, title: 'Hydro and solar, Peninsular Malaysia' };
  expect(sentTo(anna, secrets[0])).toMatchObject([
    { type: 'auction.result', data: { ...result, as: 'bidder', quantity: 0, outcome: 'lost' } },
    { type: 'bid.outbid', data: { auctionId, auctionItemId } },
  ]);
  expect(sentTo(bo, secrets[1])).toMatchObject([
    { type: 'auction.result', data: { ...result, as: 'bidder', quantity: 100, outcome: 'won' } },
  ]);
  expect(sentTo(seller, secrets[2])).toMatchObject([
    { type: 'auction.result', data: { ...result, as: 'owner', quantity: 100, outcome: 'traded' } },
  ]);
  await expect.poll(stored).toBe(4);
  expect(new Set(reader.got.map(({ headers }) => headers['webhook-id'])).size).toBe(4);
});

test('an approved order sends one event to its company; the seller, and a rejected approval, send nothing', async () => {
  const buyer = await near.signedIn();
  const secret = await follows(buyer);
  const before = await stored();
  const { id: sellOrderId } = await makeSellOrder(near, admin, { seller });
  const order = { accountId: buyer.accountId, quantity: 5, beneficiary: null, reviewed: null };
  const placed = await far.call(buyer, placeBuyOrder, { params: { id: sellOrderId }, body: order });
  const buyOrderId = placed.data.id;
  const approve = (at: World) =>
    at.call(admin, approveBuyOrder, { params: { id: buyOrderId }, body: { remarkContent: 'as agreed' } });
  const codes = (await Promise.all([approve(near), approve(far)])).map(({ code }) => code);
  expect(codes.toSorted()).toEqual(['Success', 'buy_order_decided']);
  await expect.poll(() => reader.got.length).toBe(1);
  expect(sentTo(buyer, secret)).toMatchObject([
    { type: 'order.approved', data: { buyOrderId, sellOrderId, status: 'Approved' } },
  ]);
  await expect.poll(stored).toBe(before + 1);
});

const ORDER = { buyOrderId: randomUUID(), sellOrderId: randomUUID(), status: 'Approved' } as const;

test('a company with hanging receivers delays nobody else, and gets each event once from both processes', async () => {
  const [slow, quick] = [await near.signedIn(), await near.signedIn()];
  await follows(slow);
  await follows(slow);
  await follows(quick);
  const { db } = near.database;
  const hung: (() => void)[] = [];
  let isHanging = true;
  reader.answer = (request, reply) => {
    const take = () => void reply.writeHead(204).end();
    if (isHanging && request.url === `/${slow.accountId}`) hung.push(take);
    else take();
  };
  const before = await stored();
  const events = Array.from({ length: 40 }, () => ({ accountId: slow.accountId, data: ORDER }));
  await queueWebhooks(db, 'order.approved', events);
  await expect.poll(() => hung.length).toBe(UNDER_WAY_MAX.company);

  await queueWebhooks(db, 'order.approved', [{ accountId: quick.accountId, data: ORDER }]);
  await expect.poll(() => sentPaths(quick), { timeout: 8_000 }).toBe(1);
  const { rows } = await sql<{ taken: number }>`
    select count(*)::int as taken from webhook_delivery join webhook on webhook.id = webhook_id
    where account_id = ${slow.accountId} and attempts > 0 group by webhook_id`.execute(db);
  expect(rows).toEqual([{ taken: UNDER_WAY_MAX.webhook }, { taken: UNDER_WAY_MAX.webhook }]);

  isHanging = false;
  for (const take of hung) take();
  await expect.poll(stored).toBe(before + 81);
  expect(sentPaths(slow)).toBe(80);
  expect(new Set(reader.got.map(({ headers }) => headers['webhook-id'])).size).toBe(81);
});
