import { listOwnBids, placeBid, placeInitialBids, withdrawBid } from '#contract/bidding/bidding.ts';
import type { AuctionId, BidderId } from '#domain/basics/ids.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { findAuction } from '#server/auction/auction-rows.ts';
import { presentBid } from '#server/room/present-room.ts';
import { standingBidsOf } from '#server/room/room-state.ts';
import { submitRequest, whoOf } from '#server/bidding/submit-request.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Db } from '#server/platform/database/database.ts';
import { hasAcceptedTerms } from '#server/template/acceptances.ts';

export const bidOperations = (parts: AuctionParts): Operation[] => [
  operation(
    placeInitialBids,
    async ({ db, params, body, caller, key }) => {
      await requireTermsToEnter(db, caller, params.id);
      return submitRequest(
        { db, parts, auctionId: params.id, caller, key, audience: 'participants' },
        { ...whoOf(caller), type: 'place', entry: 'initial', bids: body.bids },
      );
    },
    { ownTransactions: true },
  ),

  operation(
    placeBid,
    ({ db, params, body, caller, key }) =>
      submitRequest(
        { db, parts, auctionId: params.id, caller, key, audience: 'participants' },
        { ...whoOf(caller), type: 'place', entry: 'live', bids: [body] },
      ),
    { ownTransactions: true },
  ),

  operation(
    withdrawBid,
    ({ db, params, caller, key }) =>
      submitRequest(
        { db, parts, auctionId: params.id, caller, key, audience: 'participants' },
        { ...whoOf(caller), type: 'withdraw', bidId: params.bidId },
      ),
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

/**
 * The bids of the entry page are how a bidder enters an auction: it has accepted the terms in force by then. Whoever has a
 * bid there is in it, and isn't stopped by terms that change meanwhile; who is no bidder hears so from the room.
 */
async function requireTermsToEnter(db: Db, caller: Caller, auctionId: string): Promise<void> {
  if (await hasAcceptedTerms(db, caller.userId)) return;
  const auction = await findAuction(db, caller, auctionId);
  if (auction?.own_bidder_id && !auction.own_has_bid) throw new Refused('template_not_accepted');
}
