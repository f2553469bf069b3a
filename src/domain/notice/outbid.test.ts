import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BidderId, BidId, ItemId } from '#domain/basics/ids.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import { isEasierToWin, priceToWinNow } from '#domain/bidding/price-to-win.ts';
import { createStanding } from '#domain/bidding/standing.ts';
import { createOutbidTrail, LOOKS_MAX } from '#domain/notice/outbid.ts';
import { aBid, anItem, someTerms } from '#testing/builders/builders.ts';

const START_MS = 0;
const [ANNA, BO, CHEN, DEE] = ['anna', 'bo', 'chen', 'dee'] as const;

/** Returns a trail for one item of 100 RECs, which several bids may share. */
const aTrail = () => createOutbidTrail(new Map([[ITEM, anItem({ itemId: ITEM })]]), someTerms(), START_MS);
const ITEM = 'item' as ItemId;

const by = (who: string, priceCents: number, quantity: number, bid: Partial<Bid> = {}): Bid =>
  aBid({ bidderId: who as BidderId, priceCents, quantity, ...bid });

const names = (trail: ReturnType<typeof aTrail>) => trail.outbids().map(({ bidderId, had }) => [bidderId, had]);

test('a bidder that wins less because of another’s bid is outbid, completely or in part', () => {
  const trail = aTrail();
  trail.take([by(ANNA, 1_000, 60), by(BO, 900, 40, { allowsPartial: true })]);
  expect(names(trail)).toEqual([]);
  trail.take([by(CHEN, 1_100, 20)]);
  expect(names(trail)).toEqual([[BO, 40]]);
  trail.take([by(CHEN, 1_200, 80)]);
  expect(names(trail)).toEqual([
    [ANNA, 60],
    [BO, 20],
  ]);
});

test('a bid and the one that outbids it may arrive together', () => {
  const trail = aTrail();
  trail.take([by(ANNA, 1_000, 100), by(BO, 1_100, 100)]);
  expect(names(trail)).toEqual([[ANNA, 100]]);
});

test('a bidder’s own bids never outbid each other', () => {
  const trail = aTrail();
  trail.take([by(ANNA, 1_000, 100)]);
  trail.take([by(ANNA, 1_100, 30)]);
  expect(names(trail)).toEqual([]);
});

test('a bid that never won is not outbid', () => {
  const trail = aTrail();
  trail.take([by(ANNA, 1_000, 100), by(BO, 900, 50)]);
  trail.take([by(CHEN, 1_100, 100)]);
  expect(names(trail)).toEqual([[ANNA, 100]]);
});

test('a bidder that wins everything again, or has bid again, before the notification gets none', () => {
  const trail = aTrail();
  const anna = by(ANNA, 1_000, 100);
  const bo = by(BO, 1_100, 100);
  trail.take([anna, bo, by(BO, 1_100, 100, { bidId: bo.bidId, isDeleted: true })]);
  expect(names(trail)).toEqual([]);
  trail.take([by(CHEN, 1_200, 100), by(ANNA, 1_100, 100, { bidId: anna.bidId })]);
  expect(names(trail)).toEqual([]);
});

test('a cancelled bid outbids nobody, least of all its own bidder', () => {
  const trail = aTrail();
  const anna = by(ANNA, 1_000, 100);
  trail.take([anna]);
  trail.take([by(ANNA, 1_000, 100, { bidId: anna.bidId, isDeleted: true })]);
  expect(names(trail)).toEqual([]);
});

test('nobody is outbid before the start; after it sealed bids can be', () => {
  const trail = aTrail();
  const sealed = { updatedAtMs: START_MS - 1 };
  trail.take([by(ANNA, 1_000, 100, sealed), by(BO, 1_100, 100, sealed)]);
  expect(names(trail)).toEqual([]);
  trail.take([by(CHEN, 1_200, 100)]);
  expect(names(trail)).toEqual([[BO, 100]]);
});

test('takes each entry once: skips known ones, and adds notified ones silently', () => {
  const trail = aTrail();
  const bids = [by(ANNA, 1_000, 100), by(BO, 1_100, 100), by(CHEN, 1_200, 100)];
  trail.takeSilently(bids.slice(0, 2));
  trail.take(bids);
  expect(names(trail)).toEqual([[BO, 100]]);
  trail.take(bids);
  expect(names(trail)).toEqual([]);
  expect(trail.seq()).toBe(bids[2]?.seq);
});

test('judges several entries together when many arrive', () => {
  const trail = aTrail();
  trail.take([by(ANNA, 1_000, 100)]);
  trail.take(
    Array.from({ length: 10 * LOOKS_MAX }, (_, at) => by(BO, 1_100 + at, 100, { bidId: 'bo' as Bid['bidId'] })),
  );
  expect(names(trail)).toEqual([[ANNA, 100]]);
});

const chances = (trail: ReturnType<typeof aTrail>) => trail.canWins().map(({ bidderId, wins }) => [bidderId, wins]);

test('when an all-or-nothing bid drops out, others that bid for more can win', () => {
  const trail = aTrail();
  const shield = by(ANNA, 700, 100);
  trail.take([shield, by(BO, 500, 60, { allowsPartial: true }), by(DEE, 400, 10, { allowsPartial: true })]);
  expect(chances(trail)).toEqual([]);
  // One REC at a better price makes Bo's bid and Dee's bid win. Chen placed that bid, and Anna is outbid, so both get
  // no notice.
  trail.take([by(CHEN, 800, 1, { allowsPartial: true })]);
  expect(chances(trail)).toEqual([
    [BO, 60],
    [DEE, 10],
  ]);
  expect(names(trail)).toEqual([[ANNA, 100]]);
  expect(chances(trail)).toEqual([]);
});

test('notifies a bid that is too large to win now of a price that newly wins', () => {
  const trail = aTrail();
  trail.take([by(ANNA, 700, 90), by(BO, 900, 10), by(CHEN, 500, 100)]);
  trail.take([by(DEE, 800, 5)]);
  expect(chances(trail)).toEqual([[CHEN, null]]);
});

test('a cancellation lets others win; the bidder whose bid was cancelled gets another notification', () => {
  const trail = aTrail();
  const best = by(ANNA, 700, 100);
  trail.take([best, by(BO, 500, 100)]);
  trail.take([{ ...by(ANNA, 700, 100, { bidId: best.bidId }), isDeleted: true }]);
  expect(chances(trail)).toEqual([[BO, 100]]);
});

test('a bidder that has everything, bids again or can no longer win by then gets no notification', () => {
  const trail = aTrail();
  const cheap = by(BO, 500, 100);
  const shield = by(ANNA, 700, 95);
  trail.take([shield, cheap, by(CHEN, 900, 5)]);
  trail.take([by(DEE, 800, 5)]);
  trail.take([by(BO, 810, 100, { bidId: cheap.bidId })]);
  expect(chances(trail)).toEqual([]);
  const full = aTrail();
  full.take([by(ANNA, 700, 95), by(BO, 500, 100), by(CHEN, 900, 5)]);
  full.take([by(DEE, 800, 5), by(DEE, 700, 100, { allowsPartial: true })]);
  expect(chances(full)).toEqual([]);
});

test('in any auction exactly those bidders are notified who can newly win by the latest entry', () => {
  const someone = fc.record({
    who: fc.constantFrom(ANNA, BO, CHEN, DEE),
    slot: fc.integer({ min: 1, max: 2 }),
    priceCents: fc.integer({ min: 10, max: 20 }).map((steps) => steps * 10),
    quantity: fc.integer({ min: 1, max: 8 }),
    allowsPartial: fc.boolean(),
    isDeleted: fc.integer({ min: 0, max: 6 }).map((dice) => dice === 0),
  });
  const sides = fc.constantFrom<'Forward' | 'Reverse'>('Forward', 'Reverse');
  fc.assert(
    fc.property(sides, fc.array(someone, { maxLength: 12 }), (auctionType, doings) => {
      const item = anItem({ itemId: ITEM, quantity: 8, minimumBidPriceCents: 100, maximumBidPriceCents: 200 });
      const terms = someTerms({ auctionType });
      const trail = createOutbidTrail(new Map([[ITEM, item]]), terms, START_MS);
      const standing = createStanding(item, terms);
      const seen = () => {
        const rows = standing.rows();
        const sum = (who: string, of: (row: (typeof rows)[number]) => number) =>
          rows.reduce((total, row) => total + (row.bid.bidderId === who ? of(row) : 0), 0);
        const each = [ANNA, BO, CHEN, DEE].map((who) => ({
          who,
          won: sum(who, ({ won }) => won),
          asked: sum(who, ({ bid }) => bid.quantity),
        }));
        return { each, price: priceToWinNow(standing.ranking()) };
      };
      for (const { who, slot, ...figures } of doings) {
        const before = seen();
        const bid = by(who, figures.priceCents, figures.quantity, { ...figures, bidId: `${who} ${slot}` as BidId });
        standing.put(bid);
        trail.take([bid]);
        const after = seen();
        const expected = after.each.flatMap(({ who: name, won, asked }, index): [string, number | null][] => {
          const had = before.each[index]?.won ?? 0;
          if (name === who || asked === 0 || won < had) return [];
          if (won > had) return [[name, won]];
          return won < asked && isEasierToWin(after.price, before.price, terms) ? [[name, null]] : [];
        });
        expect(new Map(chances(trail) as [string, number | null][])).toEqual(new Map(expected));
        trail.outbids();
      }
    }),
  );
});
