import { cancelBid, listOwnBids, placeBid, placeInitialBids, withdrawBid, type PlacedBids } from '#contract/bidding.ts';
import type { AuctionId, BidderId } from '#domain/basics/ids.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { findAuction } from '#server/auction/auction-rows.ts';
import type { RoomRequest } from '#server/bidding/judge-request.ts';
import { presentAnswer, presentBid, type Audience } from '#server/bidding/present-room.ts';
import type { RoomAnswer } from '#server/bidding/room-answer.ts';
import { standingBidsOf } from '#server/bidding/room-state.ts';
import type { Caller } from '#server/platform/caller.ts';
import type { Db } from '#server/platform/database.ts';
import { operation, type Operation } from '#server/platform/operation.ts';
import { Refused } from '#server/platform/refused.ts';

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
async function submit(from: Submission, request: RoomRequest): Promise<PlacedBids> {
  const auctionId = from.auctionId as AuctionId;
  const answer = await from.parts.rooms.submit(auctionId, request, from.key, presentAnswer(from.audience));
  if (!answer.ok) throw await refusalOf(from, answer.refused);
  return answer.placed;
}

/** A stranger must not learn from a refusal that the auction exists (rules 7). */
async function refusalOf({ db, caller, auctionId }: Submission, refused: RoomRefusal): Promise<Refused> {
  const isStranger = refused.code === 'no_permission_to_join_auction' && !(await findAuction(db, caller, auctionId));
  return isStranger ? new Refused('not_found') : new Refused(refused.code, refused.params, refused.fields);
}

const whoOf = ({ userId, accounts }: Caller) => ({ userId, accounts });

export const bidOperations = (parts: AuctionParts): Operation[] => [
  operation(
    placeInitialBids,
    ({ db, params, body, caller, key }) =>
      submit(
        { db, parts, auctionId: params.id, caller, key, audience: 'participants' },
        { ...whoOf(caller), type: 'place', entry: 'initial', bids: body.bids },
      ),
    { ownTransactions: true },
  ),

  operation(
    placeBid,
    ({ db, params, body, caller, key }) =>
      submit(
        { db, parts, auctionId: params.id, caller, key, audience: 'participants' },
        { ...whoOf(caller), type: 'place', entry: 'live', bids: [body] },
      ),
    { ownTransactions: true },
  ),

  operation(
    withdrawBid,
    ({ db, params, caller, key }) =>
      submit(
        { db, parts, auctionId: params.id, caller, key, audience: 'participants' },
        { ...whoOf(caller), type: 'withdraw', bidId: params.bidId },
      ),
    { ownTransactions: true },
  ),

  operation(
    cancelBid,
    ({ db, params, body, caller, key }) => {
      const reason = body.reason.trim();
      if (reason === '') throw new Refused('field_required', undefined, { reason: { code: 'field_required' } });
      return submit(
        { db, parts, auctionId: params.id, caller, key, audience: 'admins' },
        { ...whoOf(caller), type: 'cancel', bidId: params.bidId, reason },
      );
    },
    { ownTransactions: true },
  ),

  operation(listOwnBids, async ({ db, params, caller }) => {
    const auction = await findAuction(db, caller, params.id);
    if (!auction) throw new Refused('not_found');
    const bidderId = auction.own_bidder_id as BidderId | null;
    if (bidderId === null) throw new Refused('no_permission_to_join_auction');
    const own = await parts.rooms.read(params.id as AuctionId, (state) =>
      [...standingBidsOf(state, bidderId).values()].map((bid) => presentBid(state, bid, 'participants')),
    );
    if (!own) throw new Refused('not_found');
    return own;
  }),
];
