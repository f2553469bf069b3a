import { randomInt } from 'node:crypto';
import type { AuctionId } from '#domain/basics/ids.ts';
import { judgeRequest } from '#server/room/judging/judge-request.ts';
import { loadRoom } from '#server/room/store/load-room.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import type { NewLine } from '#server/room/store/write-lines.ts';
import type { Db } from '#server/platform/database/database.ts';
import { betterBid, openingBids } from '#server/bidding/simulated-bids.ts';

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
  const { startsAtMs } = state.times;
  for (const bidder of bidders) {
    const atMs = startsAtMs - 3_600_000 + randomInt(3_000_000);
    const request = openingBids(state, bidder, 'initial');
    if (request) lines.push(...judgeRequest(state, request, atMs).lines);
  }
  for (let i = 1; i <= moves && startsAtMs < untilMs; i += 1) {
    const atMs = startsAtMs + ((untilMs - startsAtMs) * i) / (moves + 1);
    const request = betterBid(state, pick(bidders));
    if (request) lines.push(...judgeRequest(state, request, atMs).lines);
  }
  await rows.write(lines, []);
}

const pick = <T>(from: readonly T[]): T => {
  const found = from[randomInt(from.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
};
