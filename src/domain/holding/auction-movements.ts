import { DIRECTIONS, type AuctionType } from '#domain/auction/direction.ts';
import { supplyOf, type Goods, type Movement, type Place } from '#domain/holding/ledger.ts';

/** An auction as the ledger sees it. */
export type TradedAuction = {
  readonly auctionType: AuctionType;
  readonly ownerAccountId: string;
  readonly items: readonly TradedItem[];
};
export type TradedItem = { readonly itemId: string; readonly goods: Goods; readonly quantity: number };
export type TradedAward = {
  readonly awardId: string;
  readonly itemId: string;
  readonly accountId: string;
  readonly quantity: number;
};
export type Balance = { readonly place: Place; readonly balance: number };

/**
 * What brings the listing of an auction's items to what the items say: a forward auction's owner offers them whole,
 * a reverse auction's owner offers nothing. `present` are the listed places of the items, also of deleted ones.
 */
export function listingMovements(auction: TradedAuction, present: readonly Balance[]): Movement[] {
  const isOffered = DIRECTIONS[auction.auctionType].winnerTakes === 'buys';
  const wanted = (isOffered ? auction.items : []).map((item) => ({
    place: listedPlace(auction.ownerAccountId, item),
    balance: item.quantity,
  }));
  const balanceOf = (place: Place): number => present.find((found) => isSamePlace(found.place, place))?.balance ?? 0;
  const gone = present.filter(({ place }) => !wanted.some((item) => isSamePlace(item.place, place)));
  return [...wanted, ...gone.map(({ place }) => ({ place, balance: 0 }))].flatMap(({ place, balance }): Movement[] => {
    const more = balance - balanceOf(place);
    const supply = supplyOf(place.accountId, place.goods);
    if (more > 0) return [{ kind: 'listed', from: supply, to: place, quantity: more }];
    return more < 0 ? [{ kind: 'returned', from: place, to: supply, quantity: -more }] : [];
  });
}

/**
 * What closing an auction moves once its items are listed: every award to who bought it, what wasn't sold back to the
 * seller (rules 3.4). In a forward auction the owner sells what it listed; in a reverse one each winner sells from its own.
 */
export function closingMovements(auction: TradedAuction, awards: readonly TradedAward[]): Movement[] {
  const bidderBuys = DIRECTIONS[auction.auctionType].winnerTakes === 'buys';
  const awardsOf = Map.groupBy(awards, ({ itemId }) => itemId);
  return auction.items.flatMap((item) => {
    const won = awardsOf.get(item.itemId) ?? [];
    const listed = listedPlace(auction.ownerAccountId, item);
    const awarded = won.map(({ awardId, accountId, quantity }): Movement => {
      const holder = bidderBuys ? accountId : auction.ownerAccountId;
      const from = bidderBuys ? listed : supplyOf(accountId, item.goods);
      const to: Place = {
        kind: 'held',
        accountId: holder,
        goods: item.goods,
        sourceKind: 'award',
        sourceId: awardId,
      };
      return { kind: 'awarded', from, to, quantity };
    });
    const unsold = bidderBuys ? item.quantity - won.reduce((sum, { quantity }) => sum + quantity, 0) : 0;
    if (unsold === 0) return awarded;
    const supply = supplyOf(auction.ownerAccountId, item.goods);
    return [...awarded, { kind: 'returned', from: listed, to: supply, quantity: unsold }];
  });
}

const listedPlace = (accountId: string, { itemId, goods }: TradedItem): Place => ({
  kind: 'listed',
  accountId,
  goods,
  sourceKind: 'auction_item',
  sourceId: itemId,
});

const isSamePlace = (one: Place, other: Place): boolean =>
  one.sourceId === other.sourceId &&
  one.accountId === other.accountId &&
  one.goods.country === other.goods.country &&
  one.goods.fuelType === other.goods.fuelType &&
  one.goods.vintageYear === other.goods.vintageYear &&
  one.goods.vintagePeriod === other.goods.vintagePeriod;
