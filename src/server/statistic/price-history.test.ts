import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getResultAsAdmin } from '#contract/award/award.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import { annulAuction } from '#contract/bidding/conduct.ts';
import { exportPriceHistoryAsUser, getPriceHistoryAsAdmin, getPriceHistoryAsUser } from '#contract/price-history.ts';
import type { AuctionType } from '#domain/auction/direction.ts';
import { insertAuction, moveAuction, type TestAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let bo: SignedIn;
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna, bo] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn()]);
});
afterAll(() => w.end());

type Sale = { readonly auctionType?: AuctionType; readonly quantities: readonly number[] };

const anAuction = ({ auctionType = 'Forward', quantities }: Sale): Promise<TestAuction> =>
  insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    auctionType,
    items: quantities.map((quantity) => ({ quantity, minimumCents: 200, maximumCents: 2_000 })),
    bidders: [{ person: anna }, { person: bo }],
  });

async function bid(auction: TestAuction, at: number, who: SignedIn, price: number, quantity: number): Promise<void> {
  const body = { auctionItemId: auction.itemIds[at] ?? '', price, quantity, bidderPartialFulfillment: true };
  expect((await w.call(who, placeBid, { params: { id: auction.auctionId }, body })).code).toBe('Success');
}

async function close({ auctionId }: TestAuction, at: string): Promise<void> {
  await moveAuction(w.database.db, auctionId, -200, -100);
  expect((await w.call(admin, getResultAsAdmin, { params: { id: auctionId } })).code).toBe('Success');
  await sql`update item_result set ended_at = ${at} where auction_id = ${auctionId}`.execute(w.database.db);
}

const march = (more = ''): { query: string; headers: Record<string, string> } => ({
  query: `?from=2026-03-01&to=2026-03-31${more}`,
  headers: { 'accept-timezone': 'UTC' },
});
const pricesOf = async (more = '') => (await w.call(anna, getPriceHistoryAsUser, march(more))).data;

test('without closed auctions there are no prices, and the chart has every point', async () => {
  const { course, ...prices } = await pricesOf();
  expect(prices).toEqual({ unit: 'day', goods: [], total: 0 });
  expect(course).toHaveLength(31);
  expect(course[0]).toEqual({ at: '2026-03-01', sold: 0, averagePrice: null, weightedPrice: null });
});

test('each product with its latest price and change, the most traded first, and without names', async () => {
  const first = await anAuction({ quantities: [100, 20] });
  await bid(first, 0, anna, 10, 30);
  await bid(first, 0, bo, 9, 10);
  await bid(first, 1, anna, 6, 20);
  await close(first, '2026-03-05T08:00:00Z');
  const reverse = await anAuction({ auctionType: 'Reverse', quantities: [50] });
  await bid(reverse, 0, bo, 12, 50);
  await close(reverse, '2026-03-31T15:00:00Z');
  const { data, text } = await w.call(anna, getPriceHistoryAsUser, march());
  expect(data.goods).toEqual([
    {
      recCountry: 'MY',
      recFuelType: 'Hydro',
      recVintage: { year: 2020, period: 'FullYear' },
      auctions: 2,
      sold: 90,
      // The weighted price is (300 + 90 + 600) / 90. The price changes from 390 / 40 to 12.
      weightedPrice: 11,
      lowestPrice: 9,
      highestPrice: 12,
      latestPrice: 12,
      latestOn: '2026-03-31',
      change: 23.08,
      points: [
        { at: '2026-03-05', sold: 40, weightedPrice: 9.75 },
        { at: '2026-03-31', sold: 50, weightedPrice: 12 },
      ],
    },
    {
      recCountry: 'MY',
      recFuelType: 'Solar',
      recVintage: { year: 2021, period: 'FullYear' },
      auctions: 1,
      sold: 20,
      weightedPrice: 6,
      lowestPrice: 6,
      highestPrice: 6,
      latestPrice: 6,
      latestOn: '2026-03-05',
      change: null,
      points: [{ at: '2026-03-05', sold: 20, weightedPrice: 6 }],
    },
  ]);
  // The awards have the prices 10, 9 and 6. The value is 510 for 60 RECs.
  expect(data.course[4]).toEqual({ at: '2026-03-05', sold: 60, averagePrice: 8.33, weightedPrice: 8.5 });
  const companies = await w.database.db.selectFrom('account').select(['id', 'company_name']).execute();
  for (const told of [...companies.flatMap(({ id, company_name: name }) => [id, name]), anna.userId, first.auctionId])
    expect(text).not.toContain(told);
  expect(text).not.toMatch(/alias|bidder|company/i);
  expect((await w.call(admin, getPriceHistoryAsAdmin, march())).data).toEqual(data);
});

test('filters by direction and product', async () => {
  expect((await pricesOf('&direction=Forward')).goods.map(({ sold }) => sold)).toEqual([40, 20]);
  expect((await pricesOf('&fuel=Solar&country=MY&vintage=2021')).goods.map(({ sold }) => sold)).toEqual([20]);
  expect((await pricesOf('&country=CN')).goods).toEqual([]);
  expect((await pricesOf('&vintage=2020&period=FullYear')).goods.map(({ sold }) => sold)).toEqual([90]);
  expect((await pricesOf('&vintage=2020&period=FirstHalf')).goods).toEqual([]);
});

test('annulled auctions, rehearsals and open auctions show no price', async () => {
  const before = await pricesOf();
  const annulled = await anAuction({ quantities: [100] });
  await bid(annulled, 0, anna, 20, 100);
  const params = { id: annulled.auctionId };
  expect((await w.call(admin, annulAuction, { params, body: { reason: 'Wrong vintage' } })).code).toBe('Success');
  await close(annulled, '2026-03-09T00:00:00Z');
  const original = await anAuction({ quantities: [100] });
  const rehearsal = await anAuction({ quantities: [100] });
  await bid(rehearsal, 0, anna, 20, 100);
  await sql`
    update auction set rehearsal_of = ${original.auctionId}, next_simulated_bid_at = 'infinity' where id = ${rehearsal.auctionId}`.execute(
    w.database.db,
  );
  await close(rehearsal, '2026-03-09T00:00:00Z');
  await bid(await anAuction({ quantities: [100] }), 0, anna, 20, 100);
  expect(await pricesOf()).toEqual(before);
  expect((await w.database.db.selectFrom('item_result').selectAll().execute()).length).toBe(3);
});

test('uses the reader’s local days, also across a change of clocks', async () => {
  const lastDay = async (timeZone: string) => {
    const headers = { 'accept-timezone': timeZone };
    const { data } = await w.call(anna, getPriceHistoryAsUser, { query: '?from=2026-03-29&to=2026-04-01', headers });
    return data.course.filter(({ sold }) => sold > 0).map(({ at }) => at);
  };
  expect(await lastDay('UTC')).toEqual(['2026-03-31']);
  // Summer time began on the 29th, a day of 23 hours.
  await sql`update item_result set ended_at = '2026-03-29T21:59:00Z' where ended_at = '2026-03-31T15:00:00Z'`.execute(
    w.database.db,
  );
  expect(await lastDay('Europe/Berlin')).toEqual(['2026-03-29']);
  expect(await lastDay('Asia/Kuala_Lumpur')).toEqual(['2026-03-30']);
});

test('users export both tables; a range longer than a year is rejected', async () => {
  const goods = await w.call(anna, exportPriceHistoryAsUser, march('&table=goods&format=csv'));
  expect(goods.text).toContain('Malaysia,Solar,2021,1,20,6.00,2026-03-05,,6.00,6.00,6.00');
  const course = await w.call(anna, exportPriceHistoryAsUser, march('&table=course&format=csv'));
  expect(course.text).toContain('2026-03-05,60,8.33,8.50');
  const long = await w.call(anna, exportPriceHistoryAsUser, { query: '?from=2025-03-31&to=2026-03-31&table=goods' });
  expect([long.code, Object.keys(long.fields ?? {})]).toEqual(['range_too_long', ['from']]);
  expect((await w.call(admin, getPriceHistoryAsUser, march())).code).toBe('forbidden_access');
});
