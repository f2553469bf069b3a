import { companyStatusOf } from '#server/auction/participants.ts';
import { cancelBid, placeBidOnBehalf } from '#contract/bidding/bidding.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { requireReason } from '#server/bidding/require-reason.ts';
import { submitRequest, whoOf } from '#server/bidding/submit-request.ts';
import type { Db } from '#server/platform/database/database.ts';
import { actorOf } from '#server/platform/http/audit.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { adminsIn } from '#server/room/present-room.ts';

/** A company that may not bid doesn't bid through an administrator either (rules 5). */
async function refuseBlacklisted(db: Db, bidderId: string): Promise<void> {
  if ((await companyStatusOf(db, bidderId)) === 'Blacklisted') throw new Refused('account_blacklisted');
}

/** What administrators do with bids that aren't their own (rules 3.1). */
export const adminBidOperations = (parts: AuctionParts): Operation[] => [
  operation(
    cancelBid,
    ({ db, params, body, caller, address, key, language }) => {
      const reason = requireReason(body.reason);
      return submitRequest(
        { db, parts, auctionId: params.id, caller, key, audience: adminsIn(language) },
        { ...whoOf(caller), actor: actorOf({ caller, address }), type: 'cancel', bidId: params.bidId, reason },
      );
    },
    { ownTransactions: true },
  ),

  operation(
    placeBidOnBehalf,
    async ({ db, params, body: { bidderId, reason, ...bid }, caller, address, key, language }) => {
      const said = requireReason(reason);
      await refuseBlacklisted(db, bidderId);
      return submitRequest(
        { db, parts, auctionId: params.id, caller, key, audience: adminsIn(language) },
        { ...whoOf(caller), actor: actorOf({ caller, address }), type: 'placeOnBehalf', bidderId, bid, reason: said },
      );
    },
    { ownTransactions: true },
  ),
];
