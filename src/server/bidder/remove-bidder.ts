import type { AuctionId } from '#domain/basics/ids.ts';
import { announceChange, type AuctionParts } from '#server/auction/parts.ts';
import { settleEdit, type EditOf } from '#server/auction/settling/settle-edit.ts';
import { findBidders, membersOf } from '#server/bidder/bidder-rows.ts';
import { requireAuction } from '#server/auction/stored-auctions.ts';
import type { Call } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { beginChangeBeforeStart } from '#server/room/judging/settle-change.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';

/** Removes a bidder of a private auction before its start, with its initial bids (rules 3). */
export async function removeFromAuction(
  parts: AuctionParts,
  call: EditOf & Pick<Call, 'afterCommit' | 'language'>,
  { auctionId, bidderId }: { readonly auctionId: string; readonly bidderId: string },
): Promise<void> {
  const { db, language, afterCommit } = call;
  const change = await beginChangeBeforeStart(roomRows(db), auctionId);
  const auction = await requireAuction(db, auctionId);
  const [bidder] = await findBidders(db, language, auctionId, [bidderId]);
  if (!bidder) throw new Refused('not_found');
  if (!auction.is_private) throw new Refused('bidder_not_removable_from_public');
  await db.deleteFrom('bidder').where('id', '=', bidderId).execute();
  await settleEdit(parts.publicUrl, call, change);
  afterCommit(announceChange(parts, auctionId));
  for (const userId of await membersOf(db, bidder))
    afterCommit(() => parts.rooms.endSockets(auctionId as AuctionId, userId));
}
