import { randomInt } from 'node:crypto';
import { DIRECTIONS } from '#domain/auction/direction.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import { largestQuantity, smallestQuantity, type BiddingItem, type BiddingTerms } from '#domain/bidding/bid.ts';
import { openingPriceCents } from '#domain/bidding/price-to-win.ts';
import { asBidder, judgeRequest } from '#server/bidding/judge-request.ts';
import { loadRoom } from '#server/bidding/load-room.ts';
import { standingBidsOf, type RoomBidder, type RoomState } from '#server/bidding/room-state.ts';
import { roomRows } from '#server/bidding/sql-room-store.ts';
import type { NewLine } from '#server/bidding/write-lines.ts';
import type { Db } from '#server/platform/database.ts';

/**
 * What happened in an auction before the demo was started, from its initial bids to `untilMs`: bids at moments in the
 * past, judged by the very rules that judge live ones, so that history, standing and result are as real as any.
 */
export async function playPast(db: Db, auctionId: AuctionId, untilMs: number, moves: number): Promise<void> {
  const rows = roomRows(db);
  const state = await loadRoom(rows, auctionId);
  if (!state) return;
  const lines: NewLine[] = [];
  const bidders = [...state.settings.bidders.values()];
  const items = [...state.settings.items.values()];
  for (const bidder of bidders) lines.push(...openingBids(state, bidder, items));
  const { startsAtMs } = state.times;
  for (let i = 1; i <= moves && startsAtMs < untilMs; i += 1) {
    const atMs = startsAtMs + ((untilMs - startsAtMs) * i) / (moves + 1);
    lines.push(...oneMove(state, pick(bidders), atMs));
  }
  await rows.write(lines, []);
}

const pick = <T>(from: readonly T[]): T => {
  const found = from[randomInt(from.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
};

const betterBy = (ticks: number, priceCents: number, { auctionType, tickCents }: BiddingTerms): number =>
  priceCents + DIRECTIONS[auctionType].sign * ticks * tickCents;

/** A lot's share that a company of the demo asks for, on a round number. */
export function shareOf(item: BiddingItem, minimumBiddingQuantity: number): number {
  if (!item.partialFulfillment) return item.quantity;
  const share = Math.round((item.quantity * (10 + randomInt(31))) / 100 / 1_000) * 1_000;
  return Math.min(largestQuantity(item), Math.max(share, minimumBiddingQuantity));
}

function openingBids(state: RoomState, bidder: RoomBidder, items: readonly BiddingItem[]): readonly NewLine[] {
  const wanted = items.filter((_, index) => index === 0 || randomInt(3) > 0);
  const bids = wanted.map((item) => ({
    auctionItemId: item.itemId,
    price: decimalOfCents(betterBy(randomInt(8), openingPriceCents(item, state.settings.terms), state.settings.terms)),
    quantity: shareOf(item, smallestQuantity(item, state.settings.terms)),
    bidderPartialFulfillment: randomInt(4) > 0,
  }));
  const atMs = state.times.startsAtMs - 3_600_000 + randomInt(3_000_000);
  return judgeRequest(state, { ...asBidder(bidder), type: 'place', entry: 'initial', bids }, atMs).lines;
}

/** Somebody who would win nothing on an item moves its bid there to the price to win, or a little beyond it. */
function oneMove(state: RoomState, bidder: RoomBidder, atMs: number): readonly NewLine[] {
  const own = [...standingBidsOf(state, bidder.bidderId).values()];
  const bid = own.find((known) =>
    state.standings
      .get(known.itemId)
      ?.rows()
      .some((row) => row.bid === known && row.won === 0),
  );
  const standing = bid && state.standings.get(bid.itemId);
  if (!standing) return [];
  const { terms } = state.settings;
  const toWin = standing.priceToWin(smallestQuantity(standing.item, terms), bid.bidId);
  const price = decimalOfCents(betterBy(randomInt(2), toWin.priceCents, terms));
  const { bidId, quantity, allowsPartial } = bid;
  const revised = { auctionItemId: bid.itemId, bidId, price, quantity, bidderPartialFulfillment: allowsPartial };
  return judgeRequest(state, { ...asBidder(bidder), type: 'place', entry: 'live', bids: [revised] }, atMs).lines;
}
