import type { BidderId, ItemId } from '#domain/basics/ids.ts';
import type { Bid, BiddingItem, BiddingTerms } from '#domain/bidding/bid.ts';
import { isEasierToWin, priceToWinNow, type PriceToWin } from '#domain/bidding/price-to-win.ts';
import { rankedBids, wonByBidder } from '#domain/bidding/ranking.ts';
import { createStanding, type Standing } from '#domain/bidding/standing.ts';

/**
 * A bidder whose standing bids on an item together win less than before, because another bidder's bids changed. If a
 * bidder's own bids displace each other, the bidder is not outbid. Before the start nobody is outbid, because bids are
 * sealed (docs/rules.md#initial-bids). A bidder stops being outbid if it bids on the item again, or wins its former
 * quantity again.
 */
export type Outbid = {
  readonly bidderId: BidderId;
  readonly itemId: ItemId;
  /** RECs that the bidder's bids won before. */
  readonly had: number;
  /** Number of the history line after which the bids won less. */
  readonly seq: number;
};

/**
 * A bidder that can win more now than before, because of another bidder (docs/rules.md#lowest-accepted-price, "price to
 * win now"). This happens if a bid is cancelled, or if an all-or-nothing bid drops out. There are two cases. In the
 * first case, the bidder's bids win more than before. In the second case, the bidder's bids win less than they ask for,
 * and there is a price that wins now and did not win before. If the same line outbids a bidder, the bidder gets only
 * the outbid notice.
 */
export type CanWin = {
  readonly bidderId: BidderId;
  readonly itemId: ItemId;
  /**
   * The RECs that the bidder's bids win now, if that is more than before; null if the bidder must bid again to win
   * more.
   */
  readonly wins: number | null;
  /** Number of the history line after which the bidder can win. */
  readonly seq: number;
};

export type OutbidTrail = ReturnType<typeof createOutbidTrail>;

/**
 * Maximum number of comparisons of standings in one call of `take`. If there are more lines, they are compared in
 * groups.
 */
export const LOOKS_MAX = 20;

type Items = ReadonlyMap<ItemId, BiddingItem>;
/** The RECs that each bidder's bids win together. Bidders that win nothing are left out. */
type Won = ReadonlyMap<BidderId, number>;

/** Creates a trail. A trail follows the bids of an auction and finds bidders that are outbid or can win now. */
export function createOutbidTrail(items: Items, terms: BiddingTerms, startsAtMs: number) {
  const trails = new Map<ItemId, ItemTrail>();
  let lastSeq = 0;
  let isOpen = false;

  const settle = (): void => trails.forEach((trail) => trail.settle());
  const put = (bid: Bid): void => {
    const item = items.get(bid.itemId);
    if (!item) return;
    // The first live bid opens the auction. Live bids are compared with the result of the sealed bids.
    if (!isOpen && bid.updatedAtMs >= startsAtMs) {
      isOpen = true;
      settle();
    }
    const trail = trails.get(bid.itemId) ?? createItemTrail(item, terms);
    trails.set(bid.itemId, trail);
    trail.put(bid);
    lastSeq = bid.seq;
  };
  const takeSome = (bids: readonly Bid[]): void => {
    bids.forEach(put);
    if (isOpen) for (const itemId of new Set(bids.map((bid) => bid.itemId))) trails.get(itemId)?.look(lastSeq);
  };
  const fresh = (bids: readonly Bid[]): readonly Bid[] => bids.filter(({ seq }) => seq > lastSeq);

  return {
    /** Adds bids in the order of their history lines. Bids that were already added are ignored. */
    take(bids: readonly Bid[]): void {
      const all = fresh(bids);
      const size = Math.ceil(all.length / LOOKS_MAX);
      for (let from = 0; from < all.length; from += size) takeSome(all.slice(from, from + size));
    },
    /** Adds bids without notices, because everyone concerned already knows the result. */
    takeSilently(bids: readonly Bid[]): void {
      fresh(bids).forEach(put);
      settle();
    },
    /** Returns the bidders that were outbid since the last call and are still outbid. */
    outbids: (): Outbid[] => [...trails.values()].flatMap((trail) => trail.outbids()),
    /** Returns the bidders that became able to win since the last call and still are. */
    canWins: (): CanWin[] => [...trails.values()].flatMap((trail) => trail.canWins()),
    /**
     * Returns the standing bids in the order of their history lines. After a change of settings, a new trail starts
     * with these bids.
     */
    bids: (): Bid[] =>
      [...trails.values()].flatMap((trail) => trail.bids()).toSorted((one, other) => one.seq - other.seq),
    /** Returns the number of the last history line that was added. */
    seq: (): number => lastSeq,
  };
}

type ItemTrail = ReturnType<typeof createItemTrail>;

/** Creates the part of a trail for one item. */
function createItemTrail(item: BiddingItem, terms: BiddingTerms) {
  const { itemId } = item;
  const standing = createStanding(item, terms);
  const actors = new Set<BidderId>();
  const outbid = new Map<BidderId, Outbid>();
  const chances = createChances(standing, terms);
  let won: Won = new Map();
  const know = (now: Won): void => {
    actors.clear();
    won = now;
    chances.settle();
  };
  return {
    put(bid: Bid): void {
      standing.put(bid);
      actors.add(bid.bidderId);
      outbid.delete(bid.bidderId);
      chances.forget(bid.bidderId);
    },
    /**
     * Compares the current result with the previous result, and finds bidders that win less or can win more. Skips
     * bidders that have bid since the previous result.
     */
    look(seq: number): void {
      const now = wonByBidder(standing.ranking());
      for (const [bidderId, before] of won) {
        const had = outbid.get(bidderId)?.had ?? before;
        const hasLess = wonIn(now, bidderId) < before;
        if (hasLess && !actors.has(bidderId)) outbid.set(bidderId, { bidderId, itemId, had, seq });
      }
      for (const { bidderId, had } of outbid.values()) if (wonIn(now, bidderId) >= had) outbid.delete(bidderId);
      chances.look(won, now, { seq, leaveOut: (bidderId) => actors.has(bidderId) || outbid.has(bidderId) });
      know(now);
    },
    /** Stores the current result. Later results are compared with it. */
    settle: (): void => know(wonByBidder(standing.ranking())),
    outbids(): Outbid[] {
      const told = [...outbid.values()];
      outbid.clear();
      return told;
    },
    canWins: (): CanWin[] => chances.tell(won),
    bids: (): Bid[] => rankedBids(standing.ranking()),
  };
}

/**
 * The quantity that a bidder won before the line `seq`, and the price to win at that time. If the bidder can no longer
 * win more than this quantity, no notice is sent.
 */
type Before = { readonly won: number; readonly price: PriceToWin; readonly seq: number };
type TrailCheck = { readonly seq: number; readonly leaveOut: (bidderId: BidderId) => boolean };

/** Creates the part of an item's trail that finds bidders that can win now. */
function createChances({ item, ranking }: Standing, terms: BiddingTerms) {
  const canWin = new Map<BidderId, Before>();
  let price = priceToWinNow(ranking());
  return {
    forget: (bidderId: BidderId): void => void canWin.delete(bidderId),
    settle: (): void => void (price = priceToWinNow(ranking())),
    look(won: Won, now: Won, { seq, leaveOut }: TrailCheck): void {
      const priceNow = priceToWinNow(ranking());
      const isEasier = (than: PriceToWin): boolean => isEasierToWin(priceNow, than, terms);
      const hasMore = ([bidderId, after]: [BidderId, number]): boolean =>
        after > wonIn(won, bidderId) && !leaveOut(bidderId);
      const mayRise = isEasier(price) || [...now].some(hasMore);
      for (const [bidderId, asked] of mayRise ? askedByBidder(rankedBids(ranking())) : []) {
        const [before, after] = [wonIn(won, bidderId), wonIn(now, bidderId)];
        const canMore = after > before || (isEasier(price) && after === before && after < asked);
        if (canMore) canWin.set(bidderId, { won: before, price, ...canWin.get(bidderId), seq });
      }
      for (const [bidderId, before] of canWin) {
        const more = wonIn(now, bidderId) - before.won;
        const canStill = more > 0 || (more === 0 && isEasier(before.price));
        if (!canStill || leaveOut(bidderId)) canWin.delete(bidderId);
      }
    },
    tell(won: Won): CanWin[] {
      const told = [...canWin].map(([bidderId, before]): CanWin => {
        const wins = wonIn(won, bidderId);
        return { bidderId, itemId: item.itemId, wins: wins > before.won ? wins : null, seq: before.seq };
      });
      canWin.clear();
      return told;
    },
  };
}

const wonIn = (all: Won, bidderId: BidderId): number => all.get(bidderId) ?? 0;

function askedByBidder(bids: readonly Bid[]): ReadonlyMap<BidderId, number> {
  const asked = new Map<BidderId, number>();
  for (const { bidderId, quantity } of bids) asked.set(bidderId, (asked.get(bidderId) ?? 0) + quantity);
  return asked;
}
