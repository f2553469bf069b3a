import { awardItem } from '#domain/award/close.ts';
import type { Bid, BiddingItem } from '#domain/bidding/bid.ts';
import { compareBids } from '#domain/bidding/rank.ts';
import { createStanding, standingRows } from '#domain/bidding/standing.ts';
import { anItem, someTerms } from '#testing/builders/builders.ts';
import { figure, median, type Figure, type Length } from './figure.ts';

const SIZES = [100, 10_000, 1_000_000];
const TERMS = someTerms();
const FEES = { sellerFeeHundredths: 150, buyerFeeHundredths: 50 };

/**
 * Measures one revision in a standing, with rank, won quantity and price to win. The anchor sorts and allocates all
 * bids again.
 */
export async function* measureStanding({ repeats }: Length, sizes: readonly number[] = SIZES): AsyncGenerator<Figure> {
  for (const size of sizes) {
    const { item, bids } = someBids(size);
    const standing = createStanding(item, TERMS);
    for (const bid of bids) standing.put(bid);
    const present = [...bids];
    const ours: number[] = [];
    const anchor: number[] = [];
    for (let i = 0; i < repeats; i += 1) {
      ours.push(microsecondsEach(20_000, (step) => updateStanding(standing, revised(bids, step))));
      anchor.push(microsecondsEach(Math.max(3, 200_000 / size), (step) => sortAndWalk(item, present, step)));
    }
    const measured = { ours: median(ours), anchor: median(anchor), isLessBetter: true };
    yield figure(`standing of ${size} bids, one update`, 'µs', 'a full re-sort and walk', measured);
  }
}

const AT_CLOSE = 10_000;
const PARTS = 10;

/**
 * Measures the allocation and the awards, with amounts and fees, of one item with 10,000 bids. The anchor is ten items
 * with 1,000 bids each. If the time grows faster than the number of bids, the ratio becomes worse.
 */
export async function* measureClose(): AsyncGenerator<Figure> {
  const took = (count: number): number => {
    const { item, bids } = someBids(count);
    const standing = createStanding(item, TERMS);
    for (const bid of bids) standing.put(bid);
    return microsecondsEach(1, () => awardItem(standing.rows(), FEES).length) / 1_000;
  };
  const [ours, anchor]: [number[], number[]] = [[], []];
  for (let i = 0; i < 50; i += 1) {
    ours.push(took(AT_CLOSE));
    anchor.push(Array.from({ length: PARTS }, () => took(AT_CLOSE / PARTS)).reduce((sum, each) => sum + each));
  }
  const measured = { ours: median(ours), anchor: median(anchor), isLessBetter: true };
  yield figure(`close one item of ${AT_CLOSE} bids`, 'ms', `${PARTS} items of ${AT_CLOSE / PARTS}`, measured);
}

function microsecondsEach(times: number, act: (step: number) => number): number {
  let sum = 0;
  const startedAt = performance.now();
  for (let step = 0; step < times; step += 1) sum += act(step);
  const tookMs = performance.now() - startedAt;
  // The result must be used. Otherwise an optimizing compiler could remove the work.
  if (!Number.isFinite(sum)) throw new Error('a standing gave no number');
  return (tookMs * 1_000) / times;
}

function updateStanding(standing: ReturnType<typeof createStanding>, bid: Bid): number {
  standing.put(bid);
  const row = standing.row(bid.bidId);
  return (row?.rank ?? 0) + (row?.won ?? 0) + standing.priceToWin(10, bid.bidId).priceCents;
}

function sortAndWalk(item: BiddingItem, bids: Bid[], step: number): number {
  const bid = revised(bids, step);
  bids[bids.findIndex(({ bidId }) => bidId === bid.bidId)] = bid;
  bids.sort(compareBids('Forward'));
  const rows = standingRows(item, bids);
  const row = rows.find((found) => found.bid.bidId === bid.bidId);
  const lastWinner = rows.findLast(({ won }) => won > 0);
  return (row?.rank ?? 0) + (row?.won ?? 0) + (lastWinner?.bid.priceCents ?? 0);
}

let seq = 0;

/**
 * Returns bids whose prices are spread over the allowed range, so that a revision moves a bid far. Half of the bids
 * win.
 */
function someBids(size: number): { item: BiddingItem; bids: Bid[] } {
  const item = anItem({ quantity: size * 5, minimumBidPriceCents: 10, maximumBidPriceCents: 10_000_000 });
  const bids = Array.from({ length: size }, (_, index): Bid => {
    seq += 1;
    const ids = { bidId: `bid-${index}`, bidderId: `bidder-${index}` } as Pick<Bid, 'bidId' | 'bidderId'>;
    const place = { updatedAtMs: seq, tieSeq: seq, seq, isDeleted: false, byAdmin: false };
    const offer = { priceCents: scattered(index), quantity: 10, allowsPartial: true, minimumAcceptable: null };
    return { ...ids, itemId: item.itemId, ...offer, ...place };
  });
  return { item, bids };
}

function revised(bids: readonly Bid[], step: number): Bid {
  const bid = bids[(step * 7_919) % bids.length];
  if (!bid) throw new Error('there are no bids');
  seq += 1;
  return { ...bid, priceCents: scattered(seq), updatedAtMs: seq, tieSeq: seq, seq };
}

const scattered = (index: number): number => ((index * 48_271) % 999_983) * 10 + 10;
