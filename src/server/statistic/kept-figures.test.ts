import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getResultAsAdmin } from '#contract/award/award.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import { annulAuction } from '#contract/bidding/conduct.ts';
import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import { VINTAGE_PERIODS } from '#domain/basics/vintage.ts';
import { COURSE_UNITS, type CourseUnit } from '#domain/statistic/range.ts';
import { proveFigures } from '#server/statistic/prove-figures.ts';
import type { StatisticFilter } from '#server/statistic/statistic-filter.ts';
import { courseOf, participantsOf, topItemsOf } from '#server/statistic/statistic-rows.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { createChance } from '#testing/world/chance.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

const DAY_MS = 86_400_000;
const AUCTIONS = 24;
const SEED = Math.floor(Math.random() * 1e6);
const chance = createChance(SEED);
const DIRECTIONS = ['Forward', 'Reverse'] as const;
const COUNTRIES = ['MY', 'CN'] as const;
const FUELS = FUEL_TYPES.slice(0, 2);
const YEARS = [2020, 2021] as const;
const ZONES = ['UTC', 'Asia/Kuala_Lumpur', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Kiritimati'];
/** The range of the auctions' ends: a year that ended two days ago. */
const LAST_DAY = Math.floor(Date.now() / DAY_MS) - 2;

let w: World;
let admin: SignedIn;
let people: SignedIn[];
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  people = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn()]);
  const closing: Promise<void>[] = [];
  for (let number = 0; number < AUCTIONS; number += 1) closing.push(close(await anAuction(number)));
  // Many closings at the same moment change the same figures.
  await Promise.all(closing);
});
afterAll(() => w.end());

/** Returns the values in a random order. */
const shuffled = <T>(values: readonly T[]): T[] =>
  values
    .map((value) => ({ value, place: chance.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);

/** Inserts a live auction of some products, and places bids. Some auctions are annulled, or rehearsals. */
async function anAuction(number: number): Promise<string> {
  const [owner, ...bidders] = shuffled(people);
  const items = Array.from({ length: chance.between(1, 4) }, () => ({
    quantity: chance.between(1, 100),
    minimumCents: 100,
    maximumCents: 900,
  }));
  const { auctionId, itemIds } = await insertAuction(w.database.db, {
    ownerAccountId: owner?.accountId ?? '',
    createdBy: admin.userId,
    auctionType: chance.one(DIRECTIONS),
    isPrivate: number % 3 > 0,
    items,
    bidders: bidders.map((person) => ({ person })),
  });
  const products = COUNTRIES.flatMap((country) =>
    FUELS.flatMap((fuel) => YEARS.map((year) => ({ country, fuel, year }))),
  );
  for (const [at, { country, fuel, year }] of shuffled(products).slice(0, itemIds.length).entries())
    await sql`
      update auction_item set country = ${country}, fuel_type = ${fuel}, vintage_year = ${year},
        vintage_period = ${chance.one(VINTAGE_PERIODS)} where id = ${itemIds[at]}`.execute(w.database.db);
  for (const bidder of bidders)
    for (const auctionItemId of itemIds.filter(() => chance.between(0, 2) > 0)) {
      const price = chance.between(10, 90) / 10;
      const body = { auctionItemId, price, quantity: chance.between(1, 60), bidderPartialFulfillment: true };
      await w.call(bidder, placeBid, { params: { id: auctionId }, body });
    }
  if (number % 8 === 1)
    await w.call(admin, annulAuction, { params: { id: auctionId }, body: { reason: 'Wrong vintage' } });
  if (number % 8 === 2)
    await sql`
      update auction set next_simulated_bid_at = 'infinity',
        rehearsal_of = (select id from auction where rehearsal_of is null and id <> ${auctionId} and not exists (select from auction other where other.rehearsal_of = auction.id) limit 1)
      where id = ${auctionId}`.execute(w.database.db);
  return auctionId;
}

/** Moves the end of an auction to the past, often near the beginning of a day or a month, and closes it. */
async function close(auctionId: string): Promise<void> {
  const day = new Date((LAST_DAY - chance.between(0, 364)) * DAY_MS);
  if (chance.between(0, 2) === 0) day.setUTCDate(1);
  const end = new Date(day.getTime() + chance.one([0, -1, 1, chance.between(0, DAY_MS - 1)]));
  await sql`
    update auction set start_time = ${end}::timestamptz - interval '1 hour', end_time = ${end}, auction_end_time = ${end}
    where id = ${auctionId}`.execute(w.database.db);
  await w.call(admin, getResultAsAdmin, { params: { id: auctionId } });
}

type Item = {
  readonly auction: string;
  readonly at: Date;
  readonly direction: string;
  readonly country: string;
  readonly fuel: string;
  readonly vintage: number;
  readonly period: string;
  readonly isPrivate: boolean;
  readonly offered: number;
  readonly awards: readonly { readonly quantity: number; readonly cents: number }[];
  readonly bidders: readonly string[];
};

/** Returns the items of closed auctions with their awards and the companies of their bids, as they are stored. */
async function itemsSold(): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select auction.id as auction, auction_end_time as at, auction_type as direction, country, fuel_type as fuel,
      vintage_year as vintage, vintage_period as period, is_private as "isPrivate", item.quantity as offered,
      (select coalesce(jsonb_agg(jsonb_build_object('quantity', quantity, 'cents', price_cents)), '[]')
       from award where item_id = item.id) as awards,
      array(select account_id from bid_history line join bidder on bidder.id = bidder_id
            where line.item_id = item.id and kind = 'placed') as bidders
    from auction join auction_item item on item.auction_id = auction.id
    where closed_at is not null and annulled_at is null and rehearsal_of is null`.execute(w.database.db);
  return rows;
}

/** Returns the day of a time in a time zone, such as `2026-03-31`. */
const dayIn = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at);

const pointOf = (day: string, unit: CourseUnit): string => {
  const at = new Date(`${day}T00:00:00Z`);
  if (unit === 'week') at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  if (unit === 'month') at.setUTCDate(1);
  return at.toISOString().slice(0, 10);
};

const sum = <T>(rows: readonly T[], amount: (row: T) => number): number =>
  rows.reduce((all, row) => all + amount(row), 0);

/** Computes figures from bids and awards. */
function figuresFrom(items: readonly Item[]) {
  const awards = items.flatMap((item) => item.awards);
  const sold = sum(awards, ({ quantity }) => quantity);
  const cents = sum(awards, (award) => award.quantity * award.cents);
  return {
    auctions: new Set(items.map(({ auction }) => auction)).size,
    bids: sum(items, ({ bidders }) => bidders.length),
    offered: sum(items, ({ offered }) => offered),
    sold,
    value: (cents / 100).toFixed(2),
    averagePrice: sold === 0 ? null : Math.round(sum(awards, (award) => award.cents) / awards.length) / 100,
    weightedPrice: sold === 0 ? null : Math.round(cents / sold) / 100,
  };
}

const isIn = (item: Item, { from, to, timeZone, isPublicOnly, ...filter }: StatisticFilter): boolean => {
  const day = dayIn(item.at, timeZone);
  const { country = item.country, fuel = item.fuel, vintage = item.vintage } = filter;
  const { period = item.period, direction = item.direction } = filter;
  const isProduct =
    country === item.country && fuel === item.fuel && vintage === item.vintage && period === item.period;
  return day >= from && day <= to && isProduct && direction === item.direction && !(isPublicOnly && item.isPrivate);
};

const maybe = <T>(values: readonly T[]): fc.Arbitrary<T | undefined> =>
  fc.option(fc.constantFrom(...values), { nil: undefined, freq: 1 });
const filters: fc.Arbitrary<StatisticFilter> = fc
  .record({
    days: fc.tuple(fc.integer({ min: 0, max: 366 }), fc.integer({ min: 0, max: 366 })),
    timeZone: fc.constantFrom(...ZONES),
    country: maybe(COUNTRIES),
    fuel: maybe(FUELS),
    vintage: maybe(YEARS),
    period: maybe(VINTAGE_PERIODS),
    direction: maybe(DIRECTIONS),
    isPublicOnly: fc.boolean(),
  })
  .map(({ days: [one, other], ...filter }) => {
    const dayOf = (ago: number): string => new Date((LAST_DAY + 1 - ago) * DAY_MS).toISOString().slice(0, 10);
    return { from: dayOf(Math.max(one, other)), to: dayOf(Math.min(one, other)), ...filter };
  });

test(`figures equal the totals from bids and awards, for any filter and time zone (seed ${SEED})`, async () => {
  const all = await itemsSold();
  expect(new Set(all.map(({ auction }) => auction)).size).toBe(AUCTIONS - 6);
  expect(sum(all, ({ awards }) => awards.length)).toBeGreaterThan(AUCTIONS / 2);
  const { db } = w.database;
  await fc.assert(
    fc.asyncProperty(filters, fc.constantFrom(...COURSE_UNITS), async (filter, unit) => {
      const items = all.filter((item) => isIn(item, filter));
      const { totals, course } = await courseOf(db, filter, unit);
      expect(totals).toEqual(figuresFrom(items));
      for (const { at, ...point } of course)
        expect(point).toEqual(
          figuresFrom(items.filter((item) => pointOf(dayIn(item.at, filter.timeZone), unit) === at)),
        );
      const companies = new Set(items.flatMap(({ bidders }) => bidders)).size;
      expect(await participantsOf(db, filter, totals.bids)).toBe(companies);
      expect(await participantsOf(db, filter, Infinity)).toBe(companies);
      const keyOf = (item: Item): string => `${item.country} ${item.fuel} ${item.vintage} ${item.period}`;
      const products = Map.groupBy(items, keyOf).values().map(figuresFrom);
      const top = await topItemsOf(db, filter, 1_000);
      expect(
        top
          .map(({ recCountry: _c, recFuelType: _f, recVintage: _v, ...figures }) => JSON.stringify(sortedKeys(figures)))
          .toSorted(),
      ).toEqual(
        [...products]
          .filter(({ sold }) => sold > 0)
          .map((figures) => JSON.stringify(sortedKeys(figures)))
          .toSorted(),
      );
    }),
    { numRuns: 60 },
  );
}, 60_000);

const sortedKeys = (figures: object) =>
  Object.fromEntries(Object.entries(figures).toSorted(([a], [b]) => a.localeCompare(b)));

test('the proof finds a figure that differs from bids and awards, and none otherwise', async () => {
  const { db } = w.database;
  const { figures, problems } = await proveFigures(db);
  expect(problems).toEqual([]);
  expect(figures).toBeGreaterThan(AUCTIONS);
  await sql`update sales_figure set sold = sold + 1 where unit = 'month' and begins = (select min(begins) from sales_figure where unit = 'month')`.execute(
    db,
  );
  expect((await proveFigures(db)).problems.map(({ says }) => says)).toContain(
    'a kept figure equals its bids and awards',
  );
  await sql`update sales_figure set sold = sold - 1 where unit = 'month' and begins = (select min(begins) from sales_figure where unit = 'month')`.execute(
    db,
  );
  // A figure follows its results, also if they are changed or removed.
  await sql`update item_result set bids = bids + 1 where item_id = (select min(item_id::text)::uuid from item_result)`.execute(
    db,
  );
  expect((await proveFigures(db)).problems).toHaveLength(12);
  await sql`delete from item_participant`.execute(db);
  await sql`delete from item_result`.execute(db);
  const { rows } =
    await sql`select from sales_figure where (auctions, offered, sold, value, bids) <> (0, 0, 0, 0, 0)`.execute(db);
  expect(rows).toEqual([]);
});
