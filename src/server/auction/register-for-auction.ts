import { registerForAuction } from '#contract/auction/auction.ts';
import { judgeActing } from '#domain/access/may.ts';
import { AUCTION_TERMS_VERSION, judgeTerms } from '#domain/auction/terms.ts';
import { platformCurrency } from '#domain/basics/currency.ts';
import { announceChange, type AuctionParts } from '#server/auction/parts.ts';
import { hasOwnTerms, requirePresentTerms } from '#server/settlement-terms/stored-terms.ts';
import { findAuction, mustAcceptTerms, type AuctionRow } from '#server/auction/auction-rows.ts';
import { readAuction } from '#server/auction/read-auctions.ts';
import { insertBidder, judgeCandidate, storeAcceptedTerms, lockCandidates } from '#server/auction/admit-bidder.ts';
import { beginChange } from '#server/room/judging/settle-change.ts';
import { settleAndTell } from '#server/auction/settling/settle-edit.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { hasAcceptedTerms } from '#server/template/acceptances.ts';

type RegisterCall = Call<typeof registerForAuction>;

/**
 * Registers a user as a bidder of a public auction, for one of the user's companies. The user accepts the terms, also
 * those of settlement (docs/rules.md#bidders). A bidder of any auction accepts changed terms in the same way.
 */
export const registerOperation = (parts: AuctionParts): Operation =>
  operation(
    registerForAuction,
    async (call) => {
      await call.db.transaction().execute((transaction) => register(transaction, parts, call));
      announceChange(parts, call.params.id)();
      return readAuction(parts, call);
    },
    { ownTransactions: true },
  );

async function register(
  db: Db,
  { publicUrl }: Pick<AuctionParts, 'publicUrl'>,
  { params, body, caller }: RegisterCall,
): Promise<void> {
  // This check comes before the auction is looked up. Its refusal depends only on the company, so the refusal reveals
  // nothing about the auction.
  requireActing(caller, body.accountId);
  // The auction is read before it is locked, because strangers must not hold its row.
  const seen = await findAuction(db, caller, params.id);
  if (!seen) throw new Refused('not_found');
  if (isRegistered(seen, caller)) return;
  await lockCandidates(db, [body]);
  const change = await beginChange(roomRows(db), params.id);
  // While this call waited for the lock, an earlier request of the same user may have been stored.
  const auction = await findAuction(db, caller, params.id);
  if (!auction) throw new Refused('not_found');
  if (isRegistered(auction, caller)) return;
  if (auction.is_private && auction.own_bidder_id === null) throw new Refused('no_permission_to_join_auction');
  const refusedTerms = judgeTerms(body.acceptedTermsVersion);
  if (refusedTerms) throw new Refused(refusedTerms);
  if (!(await hasAcceptedTerms(db, caller.userId))) throw new Refused('template_not_accepted');
  if (change.isEnded) throw new Refused('auction_has_ended');
  // A client may leave out the defaults, but not the terms of settlement that an administrator set.
  if (!body.settlementTerms && (await hasOwnTerms(db, params.id))) throw new Refused('terms_not_accepted');
  const of = { auction_id: params.id };
  const settlement = await requirePresentTerms(db, of, body.settlementTerms, platformCurrency());
  const terms = { version: AUCTION_TERMS_VERSION, acceptedAt: new Date(change.nowMs), settlement };
  if (auction.own_bidder_id === null) {
    const candidate = { userId: caller.userId, accountId: body.accountId };
    const code = await judgeCandidate(db, params.id, candidate);
    // Another company's account and an unknown account get the same answer.
    if (code) throw new Refused(code === 'bidder_account_unknown' ? 'no_permission_to_join_auction' : code);
    await insertBidder(db, { auctionId: params.id, ...candidate, maxQuantity: null, terms });
  } else {
    // The terms are accepted for the company that already is the bidder, whichever account the request names.
    requireActing(caller, auction.own_account_id);
    await storeAcceptedTerms(db, auction.own_bidder_id, terms);
  }
  await settleAndTell(db, publicUrl, change, caller.userId, 'bidder');
}

/** Tells whether the caller is already registered. If so, a repeated request changes nothing. */
const isRegistered = (auction: AuctionRow, caller: Caller): boolean =>
  auction.own_bidder_id !== null && !mustAcceptTerms(auction, caller);

function requireActing(caller: Caller, accountId: string | null): void {
  const account = caller.accounts.find(({ id }) => id === accountId);
  const refused = account && judgeActing(account);
  if (refused) throw new Refused(refused);
}
