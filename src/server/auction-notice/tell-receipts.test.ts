import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { judgeReceipts } from '#contract/award/judge-receipts.ts';
import { judgeRecord } from '#contract/award/judge-record.ts';
import { getRecordAsUser } from '#contract/award/record.ts';
import { cancelBid, placeBid, placeInitialBids, withdrawBid } from '#contract/bidding/bidding.ts';
import { webhookBodyOf } from '#contract/company/webhook-event.ts';
import { makeOperatorWebhook, makeWebhook } from '#contract/company/webhook.ts';
import { receiptsText, type Receipt } from '#domain/record/receipt.ts';
import { tellReceipts } from '#server/auction-notice/tell-receipts.ts';
import { loadRecordKey } from '#server/award/record-key.ts';
import { RECORD_PROOFS } from '#server/award/record-proofs.ts';
import { insertAuction, type TestAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/** Anna's company has a webhook for receipts, Bo's has none. */
let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let bo: SignedIn;

const kinds = ['bid.recorded' as const];
const body = { url: 'https://example.com', kinds };

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna, bo] = [await w.signedIn(), await w.signedIn(), await w.signedIn()];
  await w.call(anna, makeWebhook, { params: { id: anna.accountId }, body });
});
afterAll(() => w.end());

const anAuction = (startsIn: number, endsIn: number): Promise<TestAuction> =>
  insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    bidders: [{ person: anna }, { person: bo }],
    startsIn,
    endsIn,
  });

const aBid = ({ itemIds }: TestAuction, price: number) => ({
  auctionItemId: itemIds[0] ?? '',
  price,
  quantity: 10,
  bidderPartialFulfillment: true,
});

/** Returns the receipts in the events of an auction, for the company or for the operator. */
async function receiptsIn({ auctionId }: TestAuction, of: 'company' | 'operator' = 'company'): Promise<Receipt[]> {
  const rows = await w.database.db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', 'webhook.id', 'webhook_id')
    .select('body')
    .where('account_id', of === 'company' ? 'is not' : 'is', null)
    .orderBy('webhook_delivery.created_at')
    .execute();
  const events = rows.map((row) => z.parse(webhookBodyOf('bid.recorded'), JSON.parse(row.body)));
  return events.flatMap(({ accountIds, data }) => {
    const { receipt, auctionId: about } = data as { receipt: Receipt; auctionId: string };
    if (of === 'company') expect(accountIds).toEqual([anna.accountId]);
    return about === auctionId ? [receipt] : [];
  });
}

const linesIn = (receipts: readonly Receipt[]) => receipts.flatMap(({ lines }) => lines);
const kindsIn = async (auction: TestAuction): Promise<string[]> =>
  linesIn(await receiptsIn(auction)).map(({ kind }) => kind);

test('a company gets the receipts of all entries about its bids, which the record has', async () => {
  const auction = await anAuction(5, 13);
  const params = { id: auction.auctionId };
  const sealed = await w.call(anna, placeInitialBids, {
    params,
    body: { bids: [aBid(auction, 5), aBid(auction, 4)] },
  });
  await w.call(bo, placeInitialBids, { params, body: { bids: [aBid(auction, 5)] } });
  const bidId = sealed.data.bids[1]?.bidId ?? '';
  await w.call(anna, withdrawBid, { params: { ...params, bidId } });
  await expect.poll(() => kindsIn(auction)).toEqual(['placed', 'placed', 'withdrawn']);
  for (const { seq } of linesIn(await receiptsIn(auction))) expect(seq).toBeNull();

  const live = await vi.waitFor(async () => {
    const answer = await w.call(anna, placeBid, { params, body: aBid(auction, 6) });
    expect(answer.code).toBe('Success');
    return answer.data;
  }, 30_000);
  await w.call(bo, placeBid, { params, body: aBid(auction, 7) });
  const cancelled = live.bids[0]?.bidId ?? '';
  await w.call(admin, cancelBid, { params: { ...params, bidId: cancelled }, body: { reason: 'A typing error' } });
  const hasEnded = async (): Promise<boolean> => {
    const { rows } = await sql<{ isOver: boolean }>`
      select auction_end_time < clock_timestamp() as "isOver" from auction where id = ${auction.auctionId}`.execute(
      w.database.db,
    );
    return rows[0]?.isOver ?? false;
  };
  await vi.waitUntil(hasEnded, { timeout: 30_000, interval: 50 });
  expect((await w.call(anna, placeBid, { params, body: aBid(auction, 9) })).code).toBe('auction_has_ended');
  const all = ['placed', 'placed', 'withdrawn', 'placed', 'cancelled', 'refusedLate'];
  await expect.poll(() => kindsIn(auction), { timeout: 30_000 }).toEqual(all);
  const receipts = await receiptsIn(auction);

  const { text } = await vi.waitFor(async () => {
    const answer = await w.call(anna, getRecordAsUser, { params });
    expect(answer.code).toBe('Success');
    return answer;
  }, 60_000);
  const record = judgeRecord(text, RECORD_PROOFS);
  if ('what' in record) throw new Error(record.what);
  const file = receiptsText({ auctionId: auction.auctionId, receipts });
  // A receipt with a forged signature or path would be refused.
  expect(await judgeReceipts(file, record, RECORD_PROOFS)).toEqual({ count: 6, missing: [], otherHistory: null });
});

test('processes that look at the same time send each entry once, also to the operator', async () => {
  await w.call(admin, makeOperatorWebhook, { body });
  const auction = await anAuction(3_600, 7_200);
  const { sign } = await loadRecordKey(w.database.db, w.identity.secret);
  const parts = { db: w.database.db, sign };
  for (let count = 1; count <= 5; count += 1) {
    const bids = [aBid(auction, 5)];
    for (const who of [anna, bo])
      await w.call(who, placeInitialBids, { params: { id: auction.auctionId }, body: { bids } });
    await Promise.all([tellReceipts(parts), tellReceipts(parts), tellReceipts(parts)]);
  }
  await expect.poll(async () => linesIn(await receiptsIn(auction, 'operator')).length).toBe(6);
  const hashes = linesIn(await receiptsIn(auction, 'operator')).map(({ hash }) => hash);
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(linesIn(await receiptsIn(auction)).length).toBe(3);
});
