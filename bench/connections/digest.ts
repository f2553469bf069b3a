import { hash } from 'node:crypto';
import { bidOfWire } from '#contract/bidding/bid-of-wire.ts';
import type { RoomBid } from '#contract/bidding/bidding.ts';
import type { Room } from '#contract/bidding/fold-room.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import { bidAfter, type HistoryLine } from '#domain/bidding/history.ts';

/**
 * The digest of a room is the sum of the digests of its bids, so the order of the bids does not matter. The sum is a
 * small number. So this benchmark can keep the digests of all states that clients showed, and compare them with the
 * digests of the history.
 */

const fieldsOf = (bid: Bid): string => JSON.stringify(Object.entries(bid).toSorted(([a], [b]) => a.localeCompare(b)));
const digestOfBid = (bid: Bid): number => Number.parseInt(hash('sha1', fieldsOf(bid)).slice(0, 8), 16);
const added = (sum: number, digest: number): number => (sum + digest) >>> 0;

/** The digests of bids that were already computed. From one version of a room to the next, most bids are unchanged. */
const known = new WeakMap<RoomBid, number>();
function digestOfWire(bid: RoomBid): number {
  const digest = known.get(bid) ?? digestOfBid(bidOfWire(bid));
  known.set(bid, digest);
  return digest;
}

export const digestOfRoom = ({ bids }: Room): number =>
  bids.values().reduce((sum, bid) => added(sum, digestOfWire(bid)), 0);

/** Returns the digest of the room after each line of the history, by version. */
export function digestsOfHistory(lines: readonly HistoryLine[]): ReadonlyMap<number, number> {
  const bids = new Map<string, Bid>();
  const digests = new Map<number, number>();
  let digest = 0;
  for (const line of lines) {
    const before = line.bidId === null ? undefined : bids.get(line.bidId);
    const bid = bidAfter(line, before);
    if (bid) {
      digest = added(digest, digestOfBid(bid) - (before ? digestOfBid(before) : 0));
      bids.set(bid.bidId, bid);
    }
    digests.set(line.seq, digest);
  }
  return digests;
}
