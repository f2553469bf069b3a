import { dismissCancelledBids, listCancelledBids } from '#contract/bidding/bidding.ts';
import { judgeBidding } from '#domain/access/may.ts';
import type { AuctionId, BidderId } from '#domain/basics/ids.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import type { CancellationCause } from '#domain/bidding/cancellation.ts';
import { findAuction } from '#server/auction/auction-rows.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { cancelledBidsOf, dismissCancelled, sayCause } from '#server/auction/settling/tell-cancelled.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { standingBidsOf } from '#server/room/room-state.ts';

/** The bids of the caller's company that a change cancelled, for its entry page (decision 56). */
export const cancelledBidOperations = (parts: AuctionParts): readonly Operation[] => [
  operation(listCancelledBids, async (call) => {
    const { db, params, language } = call;
    const { bidderId } = await requireSeat(call);
    const lastBidAtMs = await parts.rooms.read(params.id as AuctionId, (state) =>
      Math.max(0, ...[...standingBidsOf(state, bidderId as BidderId).values()].map((bid) => bid.updatedAtMs)),
    );
    const rows = await cancelledBidsOf(db, { auctionId: params.id, bidderId }, lastBidAtMs ?? 0);
    return rows.map((row) => ({
      bidId: row.bid_id,
      itemName: row.item_name,
      bidValue: decimalOfCents(row.price_cents),
      bidRECQuantity: row.quantity,
      cause: sayCause(language, { code: row.code, params: row.params } as CancellationCause),
      cancelledAt: row.at.toISOString(),
    }));
  }),

  operation(dismissCancelledBids, async (call) => {
    const { db, params, caller } = call;
    const seat = await requireSeat(call);
    const refused = judgeBidding(caller, seat);
    if (refused) throw new Refused(refused);
    await dismissCancelled(db, { auctionId: params.id, bidderId: seat.bidderId });
    return {};
  }),
];

async function requireSeat({ db, caller, params }: Pick<Call<typeof listCancelledBids>, 'db' | 'caller' | 'params'>) {
  const auction = await findAuction(db, caller, params.id);
  if (!auction) throw new Refused('not_found');
  const { own_bidder_id: bidderId, own_user_id: userId, own_account_id: accountId } = auction;
  if (bidderId === null || userId === null || accountId === null) throw new Refused('no_permission_to_join_auction');
  return { bidderId, userId, accountId };
}
