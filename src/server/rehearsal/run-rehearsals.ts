import { randomInt, randomUUID } from 'node:crypto';
import { statusAt } from '#domain/auction/status.ts';
import { claimSimulatedBids } from '#server/auction/due-auctions.ts';
import type { RoomRequest } from '#server/room/judging/judge-request.ts';
import { standingBidsOf, type RoomState } from '#server/room/room-state.ts';
import type { Rooms } from '#server/room/rooms.ts';
import type { Db } from '#server/platform/database/database.ts';
import { lookEvery } from '#server/platform/runtime/timers.ts';
import { betterBid, openingBids } from '#server/bidding/simulated-bids.ts';

const LOOK_EVERY_MS = 500;
/** From one simulated bid of a rehearsal to the next. */
export const BETWEEN_MS = { min: 600, spread: 2_400 } as const;

type RehearsalParts = Parameters<typeof lookEvery>[0] & { readonly db: Db; readonly rooms: Rooms };

/**
 * Makes the bids of simulated bidders while this process runs. When the next one is due stands in the database, so that
 * several processes don't double them, and a restart only makes a pause.
 */
export const runRehearsals = ({ db, rooms, ...looking }: RehearsalParts): (() => void) =>
  lookEvery(looking, LOOK_EVERY_MS, () => moveOnce(db, rooms));

/** One bid in every rehearsal where one is due. */
export async function moveOnce(db: Db, rooms: Rooms): Promise<void> {
  for (const auctionId of await claimSimulatedBids(db, BETWEEN_MS.min + randomInt(BETWEEN_MS.spread))) {
    const request = await rooms.read(auctionId, nextRequest);
    // A refused bid is part of the game: somebody else was faster.
    if (request) await rooms.submit(auctionId, request, randomUUID(), () => undefined);
  }
}

/** Those without a bid come first, one at a time; then anybody betters a bid that would win nothing. */
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
