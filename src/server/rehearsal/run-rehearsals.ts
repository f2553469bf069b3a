import { randomInt, randomUUID } from 'node:crypto';
import { statusAt } from '#domain/auction/status.ts';
import { claimSimulatedBids } from '#server/auction/due-auctions.ts';
import type { RoomRequest } from '#server/room/judging/judge-request.ts';
import { standingBidsOf, type RoomState } from '#server/room/room-state.ts';
import type { Rooms } from '#server/room/rooms.ts';
import type { Db } from '#server/platform/database/database.ts';
import { pollEvery } from '#server/platform/runtime/timers.ts';
import { betterBid, openingBids } from '#server/bidding/simulated-bids.ts';

const LOOK_EVERY_MS = 500;
/** Milliseconds between two simulated bids of a rehearsal. */
export const BETWEEN_MS = { min: 600, spread: 2_400 } as const;

type RehearsalParts = Parameters<typeof pollEvery>[0] & { readonly db: Db; readonly rooms: Rooms };

/**
 * Starts a timer that places the bids of simulated bidders. The database stores when the next bid is due, so that
 * several processes do not place it twice, and a restart only causes a pause.
 */
export const runRehearsals = ({ db, rooms, ...looking }: RehearsalParts): (() => void) =>
  pollEvery(looking, LOOK_EVERY_MS, () => placeDueBids(db, rooms));

/** Places one bid in every rehearsal in which a bid is due. */
export async function placeDueBids(db: Db, rooms: Rooms): Promise<void> {
  for (const auctionId of await claimSimulatedBids(db, BETWEEN_MS.min + randomInt(BETWEEN_MS.spread))) {
    const request = await rooms.read(auctionId, nextRequest);
    // A refused bid is normal, because another bid was faster.
    if (request) await rooms.submit(auctionId, request, randomUUID(), () => undefined);
  }
}

/**
 * Returns the next simulated bid. While bidders without a bid exist, the first of them places one. Afterwards, if the
 * auction is live, a random bidder improves a bid that would win less than its quantity.
 */
function nextRequest(state: RoomState): RoomRequest | undefined {
  const bidders = [...state.settings.bidders.values()];
  const status = statusAt(state.times, state.times.readAtMs);
  if (status === 'ended') return undefined;
  const phase = status === 'live' ? 'live' : 'initial';
  for (const newcomer of bidders.filter(({ bidderId }) => standingBidsOf(state, bidderId).size === 0)) {
    const request = openingBids(state, newcomer, phase);
    if (request) return request;
  }
  const bidder = bidders[randomInt(Math.max(1, bidders.length))];
  return phase === 'live' && bidder ? betterBid(state, bidder) : undefined;
}
