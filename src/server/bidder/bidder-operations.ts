import {
  addBidders,
  listBidderCandidates,
  listBidders,
  removeBidder,
  updateBidder,
  exportBidders,
  type Bidder,
} from '#contract/bidder/bidder.ts';
import { judgeMaxQuantity } from '#domain/basics/quantity.ts';
import type { Language } from '#domain/basics/language.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import { announceChange, type AuctionParts } from '#server/auction/parts.ts';
import { insertBidder, judgeCandidate, lockCandidates } from '#server/auction/admit-bidder.ts';
import {
  findBidders,
  pageOfBidders,
  pageOfCandidates,
  findBiddersNamed,
  membersOf,
} from '#server/bidder/bidder-rows.ts';
import { readPastedOperation } from '#server/bidder/read-pasted-bidders.ts';
import { requireAuction } from '#server/auction/stored-auctions.ts';
import { beginChange, beginChangeBeforeStart } from '#server/room/judging/settle-change.ts';
import { settleAndTell, settleEdit, type EditOf } from '#server/auction/settling/settle-edit.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { aliasIn } from '#server/room/alias-in.ts';
import { exportFile, rowsSought, type ExportColumn } from '#server/platform/export/export.ts';
import { wordsIn } from '#server/platform/http/words.ts';

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
];

/** The admin's list, all pages of it, as it is searched (specification 7). */
export const exportBiddersOperation = operation(exportBidders, async ({ db, params, query, language, timeZone }) => {
  const { format, Search: search } = query;
  const { title } = await requireAuction(db, params.id);
  const rows = await findBiddersNamed(db, language, params.id, { search, limit: rowsSought(format) });
  return exportFile({ name: `bidders-${title}`, columns: columnsFor(language, timeZone), rows }, { format, timeZone });
});

function columnsFor(language: Language, timeZone: string): ExportColumn<Bidder>[] {
  const words = wordsIn(language);
  return [
    { heading: words('bidder.username'), value: ({ username }) => username },
    { heading: words('bidder.businessAccount'), value: ({ businessAccount }) => businessAccount },
    { heading: words('bidder.alias'), value: ({ alias }) => aliasIn(language, alias) },
    { heading: words('bidder.maxQuantity'), value: ({ maxQuantity }) => maxQuantity ?? '' },
    { heading: words('bidder.effectiveMax'), value: (bidder) => bidder.effectiveMaxQuantity },
    { heading: words('bidder.bids'), value: ({ bidCount }) => bidCount },
    {
      heading: `${words('bidder.terms')} (${timeZone})`,
      value: ({ termsAcceptedAt }) => (termsAcceptedAt === null ? '' : new Date(termsAcceptedAt)),
    },
    { heading: words('bidder.termsVersion'), value: ({ termsVersion }) => termsVersion ?? '' },
  ];
}

/** Removes a bidder of a private auction before its start, with its initial bids (rules 3). */
export async function removeFromAuction(
  parts: AuctionParts,
  call: EditOf & Pick<Call, 'afterCommit' | 'language'>,
  { auctionId, bidderId }: { readonly auctionId: string; readonly bidderId: string },
): Promise<void> {
  const { db, afterCommit } = call;
  const change = await beginChangeBeforeStart(roomRows(db), auctionId);
  const auction = await requireAuction(db, auctionId);
  const bidder = await requireBidder(call, auctionId, bidderId);
  if (!auction.is_private) throw new Refused('bidder_not_removable_from_public');
  await db.deleteFrom('bidder').where('id', '=', bidderId).execute();
  await settleEdit(parts.publicUrl, call, change);
  afterCommit(announceChange(parts, auctionId));
  for (const userId of await membersOf(db, bidder))
    afterCommit(() => parts.rooms.endSockets(auctionId as AuctionId, userId));
}
