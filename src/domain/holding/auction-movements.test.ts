import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AUCTION_TYPES } from '#domain/auction/direction.ts';
import {
  auctionListing,
  closingMovements,
  type TradedAuction,
  type TradedAward,
} from '#domain/holding/auction-movements.ts';
import type { ListedBalance } from '#domain/holding/listing-movements.ts';
import { MOVEMENTS, type Goods, type Movement, type Place } from '#domain/holding/ledger.ts';

const goodsOf = (vintageYear: number): Goods => ({
  country: 'MY',
  fuelType: 'Hydro',
  vintageYear,
  vintagePeriod: 'FullYear',
});

const items = fc.uniqueArray(
  fc.record({
    itemId: fc.stringMatching(/^item-[1-5]$/),
    year: fc.integer({ min: 2020, max: 2023 }),
    quantity: fc.integer({ min: 1, max: 900 }),
  }),
  { selector: ({ itemId }) => itemId, maxLength: 5 },
);
const auctions: fc.Arbitrary<TradedAuction> = fc
  .record({ auctionType: fc.constantFrom(...AUCTION_TYPES), items })
  .map(({ auctionType, items: found }) => ({
    auctionType,
    ownerAccountId: 'owner',
    items: found.map(({ itemId, year, quantity }) => ({ itemId, quantity, goods: goodsOf(year) })),
  }));

/** Returns awards that take no more of an item than it has. */
const awardsOf = ({ items: traded }: TradedAuction, shares: readonly number[]): TradedAward[] =>
  traded.flatMap(({ itemId, quantity }) => {
    let left = quantity;
    return shares.flatMap((share, at) => {
      const won = Math.min(left, share);
      left -= won;
      return won === 0 ? [] : [{ awardId: `${itemId}-${at}`, itemId, accountId: `bidder-${at % 3}`, quantity: won }];
    });
  });

type Ledger = Map<string, ListedBalance>;
const nameOf = ({ kind, accountId, goods, sourceId }: Place): string =>
  [kind, accountId, goods.vintageYear, sourceId].join(' ');

/** Applies movements to a ledger that refuses what the database refuses. */
function apply(ledger: Ledger, movements: readonly Movement[]): void {
  const add = (place: Place, quantity: number) => {
    const balance = (ledger.get(nameOf(place))?.balance ?? 0) + quantity;
    expect(balance >= 0 || place.kind === 'supply').toBe(true);
    ledger.set(nameOf(place), { place, balance });
  };
  for (const { kind, from, to, quantity } of movements) {
    expect(MOVEMENTS[kind]).toContain(`${from.kind} ${to.kind}`);
    expect(from.goods).toEqual(to.goods);
    expect(quantity).toBeGreaterThan(0);
    add(to, quantity);
    add(from, -quantity);
  }
}

const sumOf = (ledger: Ledger, kind?: Place['kind']): number =>
  [...ledger.values()].reduce((sum, { place, balance }) => sum + (kind && place.kind !== kind ? 0 : balance), 0);
const listedIn = (ledger: Ledger): ListedBalance[] =>
  [...ledger.values()].filter(({ place }) => place.kind === 'listed');

test('from listing to closing no REC appears or vanishes: winners hold their awards, unsold RECs return', () => {
  fc.assert(
    fc.property(
      auctions,
      auctions,
      fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 6 }),
      (before, auction, shares) => {
        const ledger: Ledger = new Map();
        // Items are edited until the start, so the listing must follow from any earlier one.
        apply(ledger, auctionListing(before, []));
        apply(ledger, auctionListing({ ...auction, auctionType: before.auctionType }, listedIn(ledger)));
        const traded = { ...auction, auctionType: before.auctionType };
        const isForward = traded.auctionType === 'Forward';
        const offered = traded.items.reduce((sum, { quantity }) => sum + quantity, 0);
        expect(sumOf(ledger, 'listed')).toBe(isForward ? offered : 0);
        const awards = awardsOf(traded, shares);
        apply(ledger, closingMovements(traded, awards));
        expect(sumOf(ledger)).toBe(0);
        expect(sumOf(ledger, 'listed')).toBe(0);
        for (const { awardId, accountId, quantity } of awards) {
          const held = [...ledger.values()].find(({ place }) => place.kind === 'held' && place.sourceId === awardId);
          expect(held).toMatchObject({ balance: quantity, place: { accountId: isForward ? accountId : 'owner' } });
        }
      },
    ),
  );
});

test('a correct listing moves nothing', () => {
  fc.assert(
    fc.property(auctions, (auction) => {
      const ledger: Ledger = new Map();
      apply(ledger, auctionListing(auction, []));
      expect(auctionListing(auction, listedIn(ledger))).toEqual([]);
    }),
  );
});
