import { DIRECTIONS, type AuctionType } from '#domain/auction/direction.ts';
import { groupBy } from '#domain/basics/group-by.ts';
import { supplyOf, type Product, type Movement, type LedgerAccount } from '#domain/holding/ledger.ts';
import { listingMovements, type ListedBalance, type ListedItem } from '#domain/holding/listing-movements.ts';

/** The fields of an auction that the ledger uses. */
export type TradedAuction = {
  readonly auctionType: AuctionType;
  readonly ownerAccountId: string;
  readonly items: readonly TradedItem[];
};
export type TradedItem = { readonly itemId: string; readonly product: Product; readonly quantity: number };
export type TradedAward = {
  readonly awardId: string;
  readonly itemId: string;
  readonly accountId: string;
  readonly quantity: number;
};

/**
 * Returns the movements that bring the listing of an auction's items up to date. The owner of a forward auction lists
 * all items. The owner of a reverse auction lists nothing.
 *
 * @param present the ledger accounts of listed items, including deleted items, with their balances
 */
export function auctionListing(auction: TradedAuction, present: readonly ListedBalance[]): Movement[] {
  const isOffered = DIRECTIONS[auction.auctionType].winnerTakes === 'buys';
  const fromSupply = (account: LedgerAccount, quantity: number): ListedItem => ({
    account,
    source: supplyOf(account.accountId, account.product),
    quantity,
  });
  return listingMovements(
    present.map(({ account: place, balance }) => fromSupply(place, balance)),
    (isOffered ? auction.items : []).map((item) =>
      fromSupply(listedAccount(auction.ownerAccountId, item), item.quantity),
    ),
    present,
  );
}

/**
 * Returns the movements that close an auction whose items are listed. Awarded RECs go to the buyer, and unsold RECs
 * return to the seller (docs/rules.md#ledger). In a forward auction the owner sells its listed RECs. In a reverse
 * auction each winner sells RECs from its own supply.
 */
export function closingMovements(auction: TradedAuction, awards: readonly TradedAward[]): Movement[] {
  const bidderBuys = DIRECTIONS[auction.auctionType].winnerTakes === 'buys';
  const awardsOf = groupBy(awards, ({ itemId }) => itemId);
  return auction.items.flatMap((item) => {
    const won = awardsOf.get(item.itemId) ?? [];
    const listed = listedAccount(auction.ownerAccountId, item);
    const awarded = won.map(({ awardId, accountId, quantity }): Movement => {
      const holder = bidderBuys ? accountId : auction.ownerAccountId;
      const from = bidderBuys ? listed : supplyOf(accountId, item.product);
      const to: LedgerAccount = {
        kind: 'held',
        accountId: holder,
        product: item.product,
        sourceKind: 'award',
        sourceId: awardId,
      };
      return { kind: 'awarded', from, to, quantity };
    });
    const unsold = bidderBuys ? item.quantity - won.reduce((sum, { quantity }) => sum + quantity, 0) : 0;
    if (unsold === 0) return awarded;
    const supply = supplyOf(auction.ownerAccountId, item.product);
    return [...awarded, { kind: 'returned', from: listed, to: supply, quantity: unsold }];
  });
}

const listedAccount = (accountId: string, { itemId, product: goods }: TradedItem): LedgerAccount => ({
  kind: 'listed',
  accountId,
  product: goods,
  sourceKind: 'auction_item',
  sourceId: itemId,
});
