import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  getAuctionAsUser,
  listAuctionsAsUser,
  type Auction,
  type AuctionItem,
  type AuctionSummary,
} from '#contract/auction/auction.ts';
import { listOwnBids, placeBid, placeInitialBids, type BidInput, type RoomBid } from '#contract/bidding/bidding.ts';
import { DIRECTIONS } from '#domain/auction/direction.ts';
import { centsOfDecimal, decimalOfCents } from '#domain/basics/price.ts';
import { Answered, type Visitor } from '#server/demo/front-door.ts';

const THINK_MS_MIN = 9_000;
const THINK_MS_SPREAD = 25_000;
/** A bidder's limit at the start of an auction, as a factor of the opening price. */
const LIMIT_FIRST = 1.15;
/** The factor grows from `LIMIT_FIRST` by at most this number while the auction runs. */
const LIMIT_SPREAD = 0.9;

/** A bidder's character. A patient bidder has a wider limit. Each bidder keeps its character during an auction. */
export type Character = { readonly patience: number };

/** Plays one bidder until `signal` aborts: waits, looks at a running auction, and improves a losing bid. */
export async function playBidder(
  visitor: Visitor,
  character: Character,
  signal: AbortSignal,
  failed: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await pause(THINK_MS_MIN + randomInt(THINK_MS_SPREAD), undefined, { signal });
      await makeMove(visitor, character);
    } catch (error) {
      // A refused bid is normal: somebody else was faster. Other errors, such as an unreachable server, are reported,
      // and the bot continues.
      if (!signal.aborted && !(error instanceof Answered)) failed(error);
    }
  }
}

/**
 * Makes one move of a bidder: places the first bids in an upcoming auction, or else improves a bid in a random live
 * one.
 */
export async function makeMove(visitor: Visitor, character: Character): Promise<void> {
  const { items: auctions } = await visitor.call(listAuctionsAsUser, { query: '?show=current&limit=25' });
  const own = auctions.filter((auction) => auction.own !== null && auction.itemCount > 0);
  const soon = own.find((auction) => auction.status === 'upcoming' && auction.own?.hasBid === false);
  const live = own.filter((auction) => auction.status === 'live');
  const chosen = soon ?? live[randomInt(Math.max(1, live.length))];
  if (!chosen) return;
  const auction = await visitor.call(getAuctionAsUser, { params: { id: chosen.id } });
  if (chosen.own?.hasBid === false) await openBidding(visitor, auction);
  else await betterWhereLosing(visitor, auction, character);
}

/** Places the first bids on the entry page: one on the first item, and perhaps others on other items. */
async function openBidding(visitor: Visitor, auction: Auction): Promise<void> {
  const wanted = auction.items.filter((_, index) => index === 0 || randomInt(2) === 0);
  const bids = wanted.map((item): BidInput => {
    const share = Math.round((item.recQuantity * (10 + randomInt(25))) / 100 / 1_000) * 1_000;
    return {
      auctionItemId: item.auctionItemId,
      price: decimalOfCents(startingCents(auction, item) + signOf(auction) * tickOf(auction) * randomInt(6)),
      quantity: item.disableQuantity ? item.recQuantity : Math.max(share, auction.minimumBiddingRecQuantity),
      bidderPartialFulfillment: randomInt(4) > 0,
    };
  });
  await visitor.call(placeInitialBids, { params: { id: auction.id }, body: { bids } });
}

const centsOf = (price: number): number => centsOfDecimal(price) ?? 0;
const tickOf = (auction: Auction): number => centsOf(auction.tickSize.priceStep);
const signOf = (auction: AuctionSummary): 1 | -1 => DIRECTIONS[auction.auctionType].sign;
/** Returns the opening price in cents. The demo's price limits are multiples of the tick size. */
const openingCents = (auction: AuctionSummary, item: AuctionItem): number =>
  centsOf(signOf(auction) === 1 ? item.minimumBidPrice : item.maximumBidPrice);
/** Returns the price to win of a live auction's item, in cents. Undefined if the item has none. */
const toWinOf = ({ priceToWin }: AuctionItem): number | undefined =>
  priceToWin === null ? undefined : centsOf(priceToWin);
const startingCents = (auction: Auction, item: AuctionItem): number => toWinOf(item) ?? openingCents(auction, item);

async function betterWhereLosing(visitor: Visitor, auction: Auction, character: Character): Promise<void> {
  const bids = await visitor.call(listOwnBids, { params: { id: auction.id } });
  for (const bid of bids.toSorted(() => randomInt(3) - 1)) {
    const item = auction.items.find(({ auctionItemId }) => auctionItemId === bid.auctionItemId);
    const better = item && betterCents(auction, item, bid, character);
    if (!better) continue;
    const body: BidInput = {
      auctionItemId: bid.auctionItemId,
      bidId: bid.bidId,
      price: decimalOfCents(better),
      quantity: bid.bidRECQuantity,
      bidderPartialFulfillment: bid.bidderPartialFulfillment,
    };
    await visitor.call(placeBid, { params: { id: auction.id }, body });
    return;
  }
}

/** Returns the new price of a losing bid, within the bidder's current limit. Undefined leaves the bid as it is. */
function betterCents(auction: Auction, item: AuctionItem, bid: RoomBid, character: Character): number | undefined {
  const sign = signOf(auction);
  const toWin = toWinOf(item);
  if (toWin === undefined || sign * (centsOf(bid.bidValue) - toWin) >= 0) return undefined;
  const better = toWin + sign * tickOf(auction) * randomInt(2);
  return sign * (limitCents(auction, item, character) - better) >= 0 ? better : undefined;
}

function limitCents(auction: AuctionSummary, item: AuctionItem, character: Character): number {
  const start = Date.parse(auction.startTime);
  const progress = (Date.now() - start) / (Date.parse(auction.auctionEndTime) - start);
  const factor = LIMIT_FIRST + LIMIT_SPREAD * progress * character.patience;
  return openingCents(auction, item) * factor ** signOf(auction);
}
