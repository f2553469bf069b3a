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
import { MOVEMENTS, type Product, type Movement, type LedgerAccount } from '#domain/holding/ledger.ts';

const productOf = (vintageYear: number): Product => ({
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
    items: found.map(({ itemId, year, quantity }) => ({ itemId, quantity, product: productOf(year) })),
  }));

/** Returns awards. All awards of an item together take at most the item's quantity. */
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
const nameOf = ({ kind, accountId, product: goods, sourceId }: LedgerAccount): string =>
  [kind, accountId, goods.vintageYear, sourceId].join(' ');

/** Applies movements to a ledger. The ledger rejects the same movements as the database. */
function apply(ledger: Ledger, movements: readonly Movement[]): void {
  const add = (account: LedgerAccount, quantity: number) => {
    const balance = (ledger.get(nameOf(account))?.balance ?? 0) + quantity;
    expect(balance >= 0 || account.kind === 'supply').toBe(true);
    ledger.set(nameOf(account), { account, balance });
  };
  for (const { kind, from, to, quantity } of movements) {
    expect(MOVEMENTS[kind]).toContain(`${from.kind} ${to.kind}`);
    expect(from.product).toEqual(to.product);
    expect(quantity).toBeGreaterThan(0);
    add(to, quantity);
    add(from, -quantity);
  }
}

const sumOf = (ledger: Ledger, kind?: LedgerAccount['kind']): number =>
  [...ledger.values()].reduce((sum, { account, balance }) => sum + (kind && account.kind !== kind ? 0 : balance), 0);
const listedIn = (ledger: Ledger): ListedBalance[] =>
  [...ledger.values()].filter(({ account: place }) => place.kind === 'listed');

test('from listing to closing no REC appears or vanishes: winners hold their awards, unsold RECs return', () => {
  fc.assert(
    fc.property(
      auctions,
      auctions,
      fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 6 }),
      (before, auction, shares) => {
        const ledger: Ledger = new Map();
        // An owner can edit items until the start. So the second listing must work after any first listing.
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
          const held = [...ledger.values()].find(
            ({ account: place }) => place.kind === 'held' && place.sourceId === awardId,
          );
          expect(held).toMatchObject({ balance: quantity, account: { accountId: isForward ? accountId : 'owner' } });
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
