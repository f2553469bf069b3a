import { registerForAuction } from '#contract/auction.ts';
import { judgeActing } from '#domain/access/may.ts';
import { announceChange, type AuctionParts } from '#server/auction/parts.ts';
import { findAuction } from '#server/auction/auction-rows.ts';
import { readAuction } from '#server/auction/read-auctions.ts';
import { insertBidder, judgeCandidate } from '#server/bidder/admit-bidder.ts';
import { beginChange, settleChange } from '#server/bidding/settle-change.ts';
import { roomRows } from '#server/bidding/sql-room-store.ts';
import type { Db } from '#server/platform/database.ts';
import { operation, type Call, type Operation } from '#server/platform/operation.ts';
import { Refused } from '#server/platform/refused.ts';

type RegisterCall = Call<typeof registerForAuction>;

/** A user becomes a bidder of a public auction with one of its own accounts (rules 3). */
export const registerOperation = (parts: AuctionParts): Operation =>
  operation(
    registerForAuction,
    async (call) => {
      await call.db.transaction().execute((transaction) => register(transaction, call));
      announceChange(parts, call.params.id)();
      return readAuction(parts, call);
    },
    { ownTransactions: true },
  );

async function register(db: Db, { params, body, caller }: RegisterCall): Promise<void> {
  // What its own company may not do anywhere says nothing of this auction: it comes before whether there is one.
  const account = caller.accounts.find(({ id }) => id === body.accountId);
  const refused = account && judgeActing(account);
  if (refused) throw new Refused(refused);
  const auction = await findAuction(db, caller, params.id);
  if (!auction) throw new Refused('not_found');
  if (auction.own_bidder_id !== null) return;
  if (auction.is_private) throw new Refused('no_permission_to_join_auction');
  if (!body.acceptsTerms) throw new Refused('terms_not_accepted');
  const change = await beginChange(roomRows(db), params.id);
  if (change.isEnded) throw new Refused('auction_has_ended');
  const candidate = { userId: caller.userId, accountId: body.accountId };
  const code = await judgeCandidate(db, params.id, candidate);
  // Somebody else's account and an unknown one answer alike.
  if (code) throw new Refused(code === 'bidder_account_unknown' ? 'no_permission_to_join_auction' : code);
  const termsAcceptedAt = new Date(change.nowMs);
  await insertBidder(db, { auctionId: params.id, ...candidate, maxQuantity: null, termsAcceptedAt });
  await settleChange(change, caller.userId);
}
