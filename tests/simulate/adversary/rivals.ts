import { wonOf, claimOf } from '#domain/bidding/allocate.ts';
import type { Bid, BiddingItem } from '#domain/bidding/bid.ts';
import { compareBids } from '#domain/bidding/rank.ts';
import { standingBidsOf, type RoomState } from '#server/room/room-state.ts';
import type { BidderId } from '#domain/basics/ids.ts';
import { aBid } from '#testing/builders/builders.ts';
import { ask, centsOf, itemOf, PRICE_MAX, priceOf, type Market, type Rival } from './market.ts';

/** Lets rivals answer in turn until no rival wants to change a bid. Returns whether any rival changed one. */
export function answerUntilQuiet(state: RoomState, market: Market, atMs: number): boolean {
  let hasMoved = false;
  for (let round = 0; round < 40; round += 1) {
    const moved = market.rivals.filter((rival) => answer(state, market, rival, atMs));
    if (moved.length === 0) break;
    hasMoved = true;
  }
  return hasMoved;
}

function answer(state: RoomState, { manner }: Market, rival: Rival, atMs: number): boolean {
  const [present] = standingBidsOf(state, rival.name as BidderId).values();
  if (manner !== 'answering') {
    if (present) return false;
    if (manner === 'winning' && wins(state, rival, undefined, rival.worth - 1).now === 0) return false;
    return isTaken(state, rival, undefined, rival.worth - 1, atMs);
  }
  const from = present ? priceOf(state, present) : 1;
  const now = present ? surplus(state, rival, present, from) : NOTHING;
  const better = Array.from({ length: Math.min(rival.worth - 1, PRICE_MAX) - from + 1 }, (_, index) => from + index)
    .map((price) => ({ price, ...surplus(state, rival, present, price) }))
    .filter((one) => isMore(one, now))
    .toSorted((a, b) => b.now - a.now || b.behind - a.behind || a.price - b.price);
  return better.some(({ price }) => isTaken(state, rival, present, price, atMs));
}

type Surplus = { readonly now: number; readonly behind: number };
const NOTHING: Surplus = { now: 0, behind: 0 };
const isMore = (one: Surplus, other: Surplus): boolean =>
  one.now > other.now || (one.now === other.now && one.behind > other.behind);

/**
 * Returns what a rival gains with a bid at a price. `now` is the gain with the present bids. `behind` is the gain if
 * all bids that could drop out were absent. The room shows bidders both cases.
 */
function surplus(state: RoomState, rival: Rival, present: Bid | undefined, price: number): Surplus {
  const { now, behind } = wins(state, rival, present, price);
  return { now: now * (rival.worth - price), behind: behind * (rival.worth - price) };
}

function wins(state: RoomState, rival: Rival, present: Bid | undefined, price: number): Surplus {
  const { item, standing } = itemOf(state);
  const rows = standing.rows().map(({ bid }) => bid);
  const others = rows.filter(({ bidId }) => bidId !== present?.bidId);
  const offer = { quantity: rival.wants, allowsPartial: !rival.allOrNothing };
  const stays = present && priceOf(state, present) === price ? present : undefined;
  const made: Bid =
    stays ??
    aBid({
      ...offer,
      priceCents: centsOf(state.settings.terms.auctionType, price),
      updatedAtMs: Number.MAX_SAFE_INTEGER,
    });
  const compare = compareBids(state.settings.terms.auctionType);
  const won = (among: readonly Bid[]): number => {
    let left = item.quantity;
    for (const bid of [...among, made].toSorted(compare)) {
      const own = wonOf(claimOf(item, bid), left);
      if (bid === made) return own;
      left -= own;
    }
    return 0;
  };
  return { now: won(others), behind: won(others.filter((bid) => !couldDropOut(item, bid))) };
}

/**
 * Returns whether a bid could drop out. This second version of the rule makes the search independent of the examined
 * code.
 */
const couldDropOut = (item: BiddingItem, { allowsPartial, minimumAcceptable, quantity }: Bid): boolean =>
  item.partialFulfillment && (allowsPartial ? (minimumAcceptable ?? 1) : quantity) > 1;

function isTaken(state: RoomState, rival: Rival, present: Bid | undefined, price: number, atMs: number): boolean {
  const { name: who, wants: quantity, allOrNothing } = rival;
  const offer = { who, bidId: present?.bidId, price, quantity, fewest: allOrNothing ? quantity : 1 };
  return 'bidId' in ask(state, offer, atMs);
}
