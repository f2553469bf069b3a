import { sql } from 'kysely';
import { replaceBidder, type Bidder } from '#contract/bidder/bidder.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { insertBidder, judgeCandidate, lockCandidates } from '#server/auction/admit-bidder.ts';
import { queueAuctionMails } from '#server/auction/auction-mails.ts';
import { queueInvitations } from '#server/auction/auction-webhooks.ts';
import { announceChange, type AuctionParts } from '#server/auction/parts.ts';
import { settleEdit } from '#server/auction/settling/settle-edit.ts';
import { requireAuction, type StoredAuction } from '#server/auction/stored-auctions.ts';
import { membersOf, requireBidder } from '#server/bidder/bidder-operations.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import type { WriteMail } from '#server/platform/mail/queue-mails.ts';
import { beginChangeBeforeStart } from '#server/room/judging/settle-change.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';

/**
 * Puts another company in the place of a bidder before the start (docs/rules.md#bidders). The new bidder keeps the
 * maximum. It gets an alias of its own, and accepts the terms itself. Other bidders are not affected.
 */
export const replaceOperation = (parts: AuctionParts): Operation =>
  operation(replaceBidder, async (call) => {
    const { db, params, body, afterCommit } = call;
    await lockCandidates(db, [body]);
    const change = await beginChangeBeforeStart(roomRows(db), params.id);
    const auction = await requireAuction(db, params.id);
    const former = await requireBidder(call, params.id, params.bidderId);
    // A company that registered itself, or accepted the terms, takes part by its own will.
    if (!auction.is_private && former.termsAcceptedAt !== null) throw new Refused('bidder_not_removable_from_public');
    const isSame = body.userId === former.userId && body.accountId === former.accountId;
    await db.deleteFrom('bidder').where('id', '=', former.bidderId).execute();
    const code = isSame ? 'bidder_exists' : await judgeCandidate(db, params.id, body);
    refuseFields({ accountId: code && { code } });
    const seat = { auctionId: params.id, ...body, maxQuantity: former.maxQuantity, terms: null };
    const bidderId = await insertBidder(db, seat);
    await settleEdit(parts.publicUrl, call, change);
    const present = await requireBidder(call, params.id, bidderId);
    await queueInvitations(db, params.id, [bidderId]);
    await tellBoth(db, parts.publicUrl, auction, { former, present });
    afterCommit(announceChange(parts, params.id));
    for (const userId of await membersOf(db, former))
      afterCommit(() => parts.rooms.endSockets(params.id as AuctionId, userId));
    return present;
  });

type Both = { readonly former: Bidder; readonly present: Bidder };
type Side = Parameters<typeof companyNameIn>[1] & { readonly email: string };

/** Returns a bidder's company, and the address of its user, which may be empty. */
async function sideOf(db: Db, { userId, accountId }: Bidder): Promise<Side | undefined> {
  const { rows } = await sql<Side>`
    select u.email, a.company_name as "companyName", a.english_company_name as "englishCompanyName"
    from app_user u, account a where u.id = ${userId} and a.id = ${accountId}`.execute(db);
  return rows[0];
}

/** Emails the users of both companies. Nobody has seen a draft or a rehearsal yet. */
async function tellBoth(db: Db, publicUrl: string, auction: StoredAuction, { former, present }: Both): Promise<void> {
  const { id: auctionId, title } = auction;
  if (auction.rehearsal_of !== null || auction.planned_start_time !== null) return;
  const mailOf = (kind: 'replaced' | 'replacing', side: Side | undefined, ending: string[]) =>
    side && side.email !== ''
      ? [
          {
            auctionId,
            recipient: side.email,
            ending,
            usefulUntilMs: auction.auction_end_time.getTime(),
            write: ((language, { words }) => ({
              subject: words(`bidderMail.${kind}.subject`, { title }),
              body: words(`bidderMail.${kind}.body`, { title, company: companyNameIn(language, side) }),
            })) satisfies WriteMail,
          },
        ]
      : [];
  await queueAuctionMails(db, [
    ...mailOf('replaced', await sideOf(db, former), []),
    ...mailOf('replacing', await sideOf(db, present), [`${publicUrl}/auction/${auctionId}`]),
  ]);
}
