import type { BidderId, ItemId } from '#domain/basics/ids.ts';
import type { Bid, BiddingItem, BiddingTerms } from '#domain/bidding/bid.ts';
import { createStanding, type StandingRow } from '#domain/bidding/standing.ts';

/**
 * Who is outbid: whoever's standing bids on an item together win less than before, or nothing, by somebody else's doing.
 * Bids of one bidder that push each other aside outbid nobody, and nobody is outbid before the start, when bids are
 * sealed (rules 3.1). Whoever bids on the item again, or wins again what it had, is no longer outbid.
 */
export type Outbid = {
  readonly bidderId: BidderId;
  readonly itemId: ItemId;
  /** What its bids won before. */
  readonly had: number;
  /** Of the line after which they won less. */
  readonly seq: number;
};

export type OutbidTrail = {
  /** Takes bids in, in the order of their lines; those that it knows already are ignored. */
  take(bids: readonly Bid[]): void;
  /** Takes in what is known to everybody concerned. */
  takeSilently(bids: readonly Bid[]): void;
  /** Who was outbid since this was last asked, and is still. */
  outbids(): Outbid[];
  /** Number of the last line that was taken in. */
  seq(): number;
};

/** Looks at an item's standing per call of `take`: more lines than this are looked at several at a time. */
export const LOOKS_MAX = 20;

type Items = ReadonlyMap<ItemId, BiddingItem>;
type Won = ReadonlyMap<BidderId, number>;

export function createOutbidTrail(items: Items, terms: BiddingTerms, startsAtMs: number): OutbidTrail {
  const trails = new Map<ItemId, ItemTrail>();
  let lastSeq = 0;
  let isOpen = false;

  const settle = (): void => trails.forEach((trail) => trail.settle());
  const put = (bid: Bid): void => {
    const item = items.get(bid.itemId);
    if (!item) return;
    // The first live bid finds what the sealed ones came to.
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
    take(bids) {
      const all = fresh(bids);
      const size = Math.ceil(all.length / LOOKS_MAX);
      for (let from = 0; from < all.length; from += size) takeSome(all.slice(from, from + size));
    },
    takeSilently(bids) {
      fresh(bids).forEach(put);
      settle();
    },
    outbids: () => [...trails.values()].flatMap((trail) => trail.outbids()),
    seq: () => lastSeq,
  };
}

/** One item's part of a trail. */
type ItemTrail = {
  put(bid: Bid): void;
  /** Who wins less since the last look, but for those whose own bids were put in between. */
  look(seq: number): void;
  /** What is won now is known to everybody. */
  settle(): void;
  outbids(): Outbid[];
};

function createItemTrail(item: BiddingItem, terms: BiddingTerms): ItemTrail {
  const { itemId } = item;
  const standing = createStanding(item, terms);
  const actors = new Set<BidderId>();
  const outbid = new Map<BidderId, Outbid>();
  let won: Won = new Map();
  return {
    put(bid) {
      standing.put(bid);
      actors.add(bid.bidderId);
      outbid.delete(bid.bidderId);
    },
    look(seq) {
      const now = wonOf(standing.rows());
      for (const [bidderId, before] of won) {
        const had = outbid.get(bidderId)?.had ?? before;
        const hasLess = (now.get(bidderId) ?? 0) < before;
        if (hasLess && !actors.has(bidderId)) outbid.set(bidderId, { bidderId, itemId, had, seq });
      }
      for (const { bidderId, had } of outbid.values()) if ((now.get(bidderId) ?? 0) >= had) outbid.delete(bidderId);
      actors.clear();
      won = now;
    },
    settle() {
      actors.clear();
      won = wonOf(standing.rows());
    },
    outbids() {
      const told = [...outbid.values()];
      outbid.clear();
      return told;
    },
  };
}

/** What each bidder's bids win together; who wins nothing isn't in it. */
function wonOf(rows: readonly StandingRow[]): Won {
  const won = new Map<BidderId, number>();
  for (const { bid, won: quantity } of rows)
    if (quantity > 0) won.set(bid.bidderId, (won.get(bid.bidderId) ?? 0) + quantity);
  return won;
}
