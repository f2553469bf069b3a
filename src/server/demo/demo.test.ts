import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUCTION_TYPES, type AuctionType } from '#domain/auction/direction.ts';
import { statusAt } from '#domain/auction/status.ts';
import { judgeItem } from '#domain/auction/judge-item.ts';
import { closeAuction } from '#server/award/close-auction.ts';
import { closingStore } from '#server/award/sql-closing-store.ts';
import { keepAlive, seedDemo } from '#server/demo/director.ts';
import type { Database } from '#server/platform/database.ts';
import { freshDatabase } from '#testing/database.ts';

let database: Database;
const nowMs = Date.now();

beforeAll(async () => {
  ({ database } = await freshDatabase());
  await seedDemo(database.db, 'TNBX', nowMs);
});
afterAll(() => database.close());

const statuses = async (atMs: number, auctionTypes: readonly AuctionType[] = AUCTION_TYPES): Promise<string[]> => {
  const rows = await database.db
    .selectFrom('auction')
    .select(['start_time', 'auction_end_time'])
    .where('auction_type', 'in', auctionTypes)
    .execute();
  return rows.map((row) =>
    statusAt({ startsAtMs: row.start_time.getTime(), auctionEndsAtMs: row.auction_end_time.getTime() }, atMs),
  );
};

test('the demo begins with auctions past, live and to come, and seeding again changes nothing', async () => {
  const found = await statuses(nowMs);
  for (const status of ['ended', 'live', 'upcoming']) expect(found).toContain(status);
  await seedDemo(database.db, 'TNBX', nowMs);
  expect(await statuses(nowMs)).toEqual(found);
});

test('its items are such as an admin could have entered', async () => {
  const items = await database.db.selectFrom('auction_item').selectAll().execute();
  for (const item of items) {
    const found = judgeItem(
      {
        recCountry: item.country,
        recFuelType: item.fuel_type,
        vintageYear: item.vintage_year,
        vintagePeriod: item.vintage_period,
        recQuantity: item.quantity,
        partialFulfillment: item.partial_fulfillment,
        minimumBidPrice: item.minimum_bid_price_cents / 100,
        maximumBidPrice: item.maximum_bid_price_cents / 100,
        description: item.description,
      },
      { minimumRecQuantity: 1_000, others: [] },
    );
    expect(found).toEqual({});
  }
});

test('past auctions have real bids, and are closed with awards', async () => {
  const store = closingStore(database.db, async () => undefined);
  const due = await store.dueAuctions();
  expect(due.length).toBeGreaterThanOrEqual(3);
  for (const auctionId of due) await closeAuction(store, auctionId);
  const awards = await database.db.selectFrom('award').selectAll().execute();
  expect(new Set(awards.map((award) => award.auction_id)).size).toBe(due.length);
});

test('whatever the hour, something is live and something is to come', async () => {
  for (let minutes = 0; minutes <= 600; minutes += 20) {
    const atMs = nowMs + minutes * 60_000;
    await keepAlive(database.db, 'TNBX', atMs);
    const found = await statuses(atMs);
    expect(found.filter((status) => status === 'live').length).toBeGreaterThanOrEqual(2);
    expect(found.filter((status) => status === 'live').length).toBeLessThanOrEqual(6);
    expect(found).toContain('upcoming');
    expect(await statuses(atMs, ['Reverse'])).toContain('live');
  }
});
