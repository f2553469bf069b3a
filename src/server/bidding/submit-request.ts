import type { PlacedBids } from '#contract/bidding/bidding.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { findAuction } from '#server/auction/auction-rows.ts';
import type { RoomRequest } from '#server/room/judging/judge-request.ts';
import { presentAnswer, type Audience } from '#server/room/present-room.ts';
import type { RoomAnswer } from '#server/room/room-answer.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Db } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { inStep } from '#server/platform/telemetry/trace.ts';

type Submission = {
  readonly db: Db;
  readonly parts: AuctionParts;
  readonly auctionId: string;
  readonly caller: Caller;
  readonly key: string;
  readonly audience: Audience;
};

type RoomRefusal = Extract<RoomAnswer, { ok: false }>['refused'];

/** Queues a request in the auction's room and presents what became of it, once it is durable. */
export async function submitRequest(from: Submission, request: RoomRequest): Promise<PlacedBids> {
  const auctionId = from.auctionId as AuctionId;
  if (from.audience === 'participants') {
    await requireSeen(from);
    from.parts.bidCalls.take(`${from.auctionId} ${from.caller.userId}`);
  }
  const answer = await inStep('request to a room', { 'greenlot.auction_id': auctionId }, () =>
    from.parts.rooms.submit(auctionId, request, from.key, presentAnswer(from.audience)),
  );
  if (!answer.ok) throw await refusalOf(from, answer.refused);
  return answer.placed;
}

/** The most pairs of a user and an auction in memory. Beyond that, all are looked up again. */
const SEEN_MAX = 200_000;

/**
 * Neither its room's answer nor the time that it takes tells a stranger that an auction exists (rules 7). A user is looked
 * up once per auction, because a look for each bid would cost each a statement; from then on the room decides alone.
 */
async function requireSeen({ db, parts, caller, auctionId }: Submission): Promise<void> {
  const seen = parts.seenAuctions;
  const key = `${auctionId} ${caller.userId}`;
  if (seen.has(key)) return;
  if (!(await findAuction(db, caller, auctionId))) throw new Refused('not_found');
  if (seen.size >= SEEN_MAX) seen.clear();
  seen.add(key);
}

/** A stranger must not learn from a refusal that the auction exists (rules 7). */
async function refusalOf({ db, caller, auctionId }: Submission, refused: RoomRefusal): Promise<Refused> {
  const isStranger = refused.code === 'no_permission_to_join_auction' && !(await findAuction(db, caller, auctionId));
  return isStranger ? new Refused('not_found') : new Refused(refused.code, refused.params, refused.fields);
}

export const whoOf = ({ userId, accounts, apiKeyId }: Caller) => ({ userId, accounts, apiKeyId });
