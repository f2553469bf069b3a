import { addBidders, listBidderCandidates, listBidders, removeBidder, updateBidder } from '#contract/bidder/bidder.ts';
import { judgeMaxQuantity } from '#domain/auction/judge-max-quantity.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import { announceChange, type AuctionParts } from '#server/auction/parts.ts';
import { insertBidder, judgeCandidate, lockCandidates } from '#server/auction/admit-bidder.ts';
import { findBidders, pageOfBidders, pageOfCandidates } from '#server/bidder/bidder-rows.ts';
import { exportBiddersOperation } from '#server/bidder/export-bidders.ts';
import { readPastedOperation } from '#server/bidder/read-pasted-bidders.ts';
import { relatedBidderOperations } from '#server/bidder/related-bidders.ts';
import { removeFromAuction } from '#server/bidder/remove-bidder.ts';
import { requireAuction } from '#server/bidder/require-auction.ts';
import { beginChange, beginChangeBeforeStart } from '#server/room/judging/settle-change.ts';
import { settleAndTell, settleEdit } from '#server/auction/settling/settle-edit.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';

async function requireBidder({ db, language }: Pick<Call, 'db' | 'language'>, auctionId: string, bidderId: string) {
  const [bidder] = await findBidders(db, language, auctionId, [bidderId]);
  if (!bidder) throw new Refused('not_found');
  return bidder;
}

export const bidderOperations = (parts: AuctionParts): Operation[] => [
  operation(listBidders, async ({ db, params, query, language }) => {
    await requireAuction(db, params.id);
    const { CurrentPage: currentPage, Limit: limit, Search: search } = query;
    return pageOfBidders(db, language, params.id, { currentPage, limit, search });
  }),

  exportBiddersOperation,

  operation(listBidderCandidates, async ({ db, params, query, language }) => {
    await requireAuction(db, params.id);
    return pageOfCandidates(db, language, params.id, query);
  }),

  readPastedOperation,

  operation(addBidders, async ({ db, params, body, caller, language, afterCommit }) => {
    await lockCandidates(db, body.buyers);
    const change = await beginChange(roomRows(db), params.id);
    if (change.isEnded) throw new Refused('auction_has_ended');
    const added: string[] = [];
    for (const [index, buyer] of body.buyers.entries()) {
      const maxQuantity = judgeMaxQuantity(buyer.maxQuantity);
      const code = await judgeCandidate(db, params.id, buyer);
      refuseFields({
        [`buyers.${index}.maxQuantity`]: maxQuantity,
        [`buyers.${index}.accountId`]: code && { code },
      });
      added.push(await insertBidder(db, { auctionId: params.id, ...buyer, terms: null }));
    }
    await settleAndTell(db, parts.publicUrl, change, caller.userId);
    afterCommit(announceChange(parts, params.id));
    return findBidders(db, language, params.id, added);
  }),

  operation(updateBidder, async (call) => {
    const { db, params, body, afterCommit } = call;
    const change = await beginChangeBeforeStart(roomRows(db), params.id);
    await requireBidder(call, params.id, params.bidderId);
    refuseFields({ maxQuantity: judgeMaxQuantity(body.maxQuantity) });
    await db.updateTable('bidder').set({ max_quantity: body.maxQuantity }).where('id', '=', params.bidderId).execute();
    await settleEdit(parts.publicUrl, call, change);
    afterCommit(announceChange(parts, params.id));
    return requireBidder(call, params.id, params.bidderId);
  }),

  operation(removeBidder, async (call) => {
    await removeFromAuction(parts, call, { auctionId: call.params.id, bidderId: call.params.bidderId });
    return {};
  }),

  ...relatedBidderOperations(parts),
];
