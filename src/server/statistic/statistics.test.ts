import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getResultAsAdmin } from '#contract/award/award.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import { getPriceHistoryAsUser } from '#contract/price-history.ts';
import { exportStatistics, getStatistics } from '#contract/statistic.ts';
import { participantsOf } from '#server/statistic/statistic-rows.ts';
import type { AuctionType } from '#domain/auction/direction.ts';
import { insertAuction, moveAuction, type TestAuction } from '#testing/builders/records.ts';
import { world, worldOn, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let bo: SignedIn;
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna, bo] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn()]);
  await sellOne();
});
afterAll(() => w.end());

/**
 * Closes auctions at given times: a forward auction of two items (Hydro 2020: 100 RECs, Solar 2021: 200), and a reverse
 * one.
 */
async function sellOne(): Promise<void> {
  const forward = await anAuction('Forward', [100, 200]);
  await bid(forward, 0, anna, 12, 60);
  await bid(forward, 0, bo, 10, 60);
  await bid(forward, 1, anna, 7.1, 30);
  await close(forward, '2026-03-31T17:00:00Z');
  const reverse = await anAuction('Reverse', [50]);
  await bid(reverse, 0, bo, 20, 10);
  await close(reverse, '2026-03-10T05:00:00Z');
  // The items of an auction without bids count as offered, not as sold.
  await close(await anAuction('Forward', [40]), '2026-03-10T06:00:00Z');
}

const anAuction = (auctionType: AuctionType, quantities: readonly number[]): Promise<TestAuction> =>
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
  // Sets the end of the results, because statistics use this time.
  await sql`update item_result set ended_at = ${at} where auction_id = ${auctionId}`.execute(w.database.db);
}

const KUALA_LUMPUR = { 'accept-timezone': 'Asia/Kuala_Lumpur' };
const march = (more = ''): { query: string; headers: Record<string, string> } => ({
  query: `?from=2026-03-01&to=2026-03-31${more}`,
  headers: { 'accept-timezone': 'UTC' },
});

test('totals of a range: auctions, participants, bids, offered and sold quantity, and value', async () => {
  const { data } = await w.call(admin, getStatistics, march());
  // The value is 60 × 12 + 40 × 10 + 30 × 7.10 + 10 × 20. The average price is the mean of 12, 10, 7.10 and 20.
  expect(data.totals).toEqual({
    auctions: 3,
    participants: 2,
    bids: 4,
    offered: 390,
    sold: 140,
    value: '1533.00',
    averagePrice: 12.28,
    weightedPrice: 10.95,
  });
});

test('filters by direction and product, and counts participants of the filtered auctions', async () => {
  const totals = async (more: string) => (await w.call(admin, getStatistics, march(more))).data.totals;
  expect(await totals('&direction=Reverse')).toMatchObject({ auctions: 1, participants: 1, sold: 10, value: '200.00' });
  expect(await totals('&fuel=Solar')).toMatchObject({ auctions: 1, participants: 1, offered: 200, sold: 30 });
  expect(await totals('&vintage=2020&direction=Forward')).toMatchObject({ auctions: 2, offered: 140, sold: 100 });
  expect(await totals('&country=CN')).toEqual({
    auctions: 0,
    participants: 0,
    bids: 0,
    offered: 0,
    sold: 0,
    value: '0.00',
    averagePrice: null,
    weightedPrice: null,
  });
});

test('counts the same participants item by item and company by company', async () => {
  await sql`
    update item_participant set ended_at = item_result.ended_at from item_result
    where item_result.item_id = item_participant.item_id`.execute(w.database.db);
  const ranges = { from: '2026-03-01', to: '2026-03-31', timeZone: 'UTC' };
  const filters = [{}, { direction: 'Reverse' }, { fuel: 'Solar' }, { country: 'CN' }, { vintage: 2021 }] as const;
  for (const filter of filters) {
    const query = { ...ranges, ...filter };
    const [byItem, byCompany] = [
      await participantsOf(w.database.db, query, 0),
      await participantsOf(w.database.db, query, Infinity),
    ];
    expect(byCompany).toBe(byItem);
  }
  expect(await participantsOf(w.database.db, { ...ranges, to: '2026-03-09' }, Infinity)).toBe(0);
  expect(await participantsOf(w.database.db, ranges, Infinity)).toBe(2);
});

test('uses the reader’s local days: a closing late on March 31 in UTC is in April in Kuala Lumpur', async () => {
  const inUtc = await w.call(admin, getStatistics, march());
  expect(inUtc.data.unit).toBe('day');
  expect(inUtc.data.course.map(({ at }) => at)).toEqual(
    Array.from({ length: 31 }, (_, day) => `2026-03-${String(day + 1).padStart(2, '0')}`),
  );
  expect(inUtc.data.course.filter(({ offered }) => offered > 0).map(({ at, sold }) => [at, sold])).toEqual([
    ['2026-03-10', 10],
    ['2026-03-31', 130],
  ]);
  const inKualaLumpur = await w.call(admin, getStatistics, { ...march(), headers: KUALA_LUMPUR });
  expect(inKualaLumpur.data.totals.sold).toBe(10);
});

test('the chart adds up to the totals, whatever its unit', async () => {
  for (const [from, unit] of [
    ['2026-01-01', 'week'],
    ['2025-05-01', 'month'],
  ] as const) {
    const { data } = await w.call(admin, getStatistics, { ...march(), query: `?from=${from}&to=2026-04-10` });
    expect(data.unit).toBe(unit);
    expect(data.course.reduce((sum, { sold }) => sum + sold, 0)).toBe(data.totals.sold);
    expect(data.course.reduce((sum, { auctions }) => sum + auctions, 0)).toBe(3);
  }
});

test('sorts top items by value', async () => {
  const { data } = await w.call(admin, getStatistics, march());
  expect(data.topItems.map(({ recFuelType, recVintage, value }) => [recFuelType, recVintage.year, value])).toEqual([
    ['Hydro', 2020, '1320.00'],
    ['Solar', 2021, '213.00'],
  ]);
});

test('rejects a range that is longer than a year, or ends before it begins', async () => {
  const long = await w.call(admin, getStatistics, { query: '?from=2025-03-01&to=2026-03-01' });
  expect([long.code, Object.keys(long.fields ?? {})]).toEqual(['range_too_long', ['from']]);
  const backwards = await w.call(anna, getPriceHistoryAsUser, { query: '?from=2026-03-02&to=2026-03-01' });
  expect(backwards.code).toBe('range_backwards');
});

test('an approved buy order counts on its day, by the items that it took from', async () => {
  await buyOne('2026-03-05T10:00:00Z');
  const { data } = await w.call(admin, getStatistics, march());
  const { totals, course } = data.marketplace ?? {};
  expect(totals).toEqual({ buyOrders: 1, buyers: 1, sold: 30, value: '165.00', weightedPrice: 5.5 });
  expect(course?.filter(({ sold }) => sold > 0)).toEqual([
    { at: '2026-03-05', buyOrders: 1, sold: 30, value: '165.00', weightedPrice: 5.5 },
  ]);
  const ofSolar = await w.call(admin, getStatistics, march('&fuel=Solar'));
  expect(ofSolar.data.marketplace?.totals).toMatchObject({ buyOrders: 1, sold: 10, value: '55.00' });
  const elsewhere = await worldOn(w.database, w.url, { FLAG_MARKETPLACE: 'false' });
  const withoutMarketplace = await elsewhere.call(admin, getStatistics, march());
  expect(withoutMarketplace.data.marketplace).toBeNull();
  await elsewhere.close();
});

/** Stores that Anna bought 20 RECs of hydro and 10 of solar at 5.50. Another 5 wait for an admin. */
async function buyOne(at: string): Promise<void> {
  const [order, hydro, solar, bought, waiting] = Array.from({ length: 5 }, () => randomUUID());
  await w.database.exec(`
    insert into sell_order (id, title, description, seller_account_id, unit_price_cents, minimum_purchase_quantity,
      max_buy_order_rec_quantity, seller_fee_hundredths, buyer_fee_hundredths, beneficiary_default, created_by)
    values ('${order}', 'Hydro and solar', '', '${owner.accountId}', 550, 1, 100, 0, 0, 'none', '${admin.userId}');
    insert into sell_order_item (id, sell_order_id, position, country, fuel_type, vintage_year, vintage_period,
      total_quantity, remaining_quantity, reserved_quantity, sold_quantity, description, address)
    values ('${hydro}', '${order}', 1, 'MY', 'Hydro', 2025, 'FullYear', 100, 75, 5, 20, '', ''),
           ('${solar}', '${order}', 2, 'MY', 'Solar', 2025, 'FullYear', 100, 90, 0, 10, '', '');
    insert into buy_order (id, sell_order_id, account_id, user_id, status, quantity, unit_price_cents, seller_fee_hundredths,
      buyer_fee_hundredths, decided_at, decided_by)
    values ('${bought}', '${order}', '${anna.accountId}', '${anna.userId}', 'Approved', 30, 550, 0, 0, '${at}', '${admin.userId}'),
           ('${waiting}', '${order}', '${bo.accountId}', '${bo.userId}', 'Pending', 5, 550, 0, 0, null, null);
    insert into buy_order_part (id, buy_order_id, position, sell_order_item_id, quantity)
    values (gen_random_uuid(), '${bought}', 0, '${hydro}', 20), (gen_random_uuid(), '${bought}', 1, '${solar}', 10),
           (gen_random_uuid(), '${waiting}', 0, '${hydro}', 5);`);
}

test('exports each table', async () => {
  const fileOf = async (table: string) =>
    (await w.call(admin, exportStatistics, { ...march(`&table=${table}&format=csv`) })).text;
  expect(await fileOf('totals')).toContain('2,3,4,390,140,1533.00');
  expect(await fileOf('course')).toContain('2026-03-31');
  expect(await fileOf('topItems')).toContain('Malaysia,Hydro,2020');
  expect(await fileOf('marketplace')).toContain('2026-03-05,1,30,165.00,5.50');
  expect((await w.call(anna, getStatistics, march())).code).toBe('forbidden_access');
});
