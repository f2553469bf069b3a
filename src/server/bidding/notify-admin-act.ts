import { participantsOf } from '#server/auction/participants.ts';
import type { HistoryKind } from '#domain/bidding/history.ts';
import { readReceipts, receiptsFor } from '#server/bidding/bid-receipts.ts';
import { settleAuctionListing } from '#server/auction/book-auction.ts';
import { queueAuctionMails } from '#server/auction/auction-mails.ts';
import { beginAct, endAct, auditChange } from '#server/platform/http/audit.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { OnAdminAct } from '#server/room/store/write-lines.ts';

/** For each kind of line that an admin can cause: the path of the call that causes it. */
const ACTIONS: Partial<Record<HistoryKind, string>> = {
  placed: 'bids',
  revised: 'bids',
  cancelled: 'bids/{bidId}/cancel',
  refusedLate: 'bids',
  paused: 'pause',
  resumed: 'resume',
  extended: 'extend',
  annulled: 'annul',
};

/**
 * Returns the handler that writes an admin's act to the audit trail. If the act annuls an auction, the handler informs
 * the bidders and the owner by email.
 */
export const notifyAdminAct =
  (publicUrl: string): OnAdminAct =>
  async (db, { auctionId, line, actingUserId, act }) => {
    const { seq, kind, bidId, until, itemId, bidderId, priceCents, quantity } = line;
    const reason = act?.typedReason ?? line.reason;
    const actor = act?.actor ?? { userId: actingUserId, username: '', address: '', session: '' };
    await beginAct(db, actor, {
      action: `POST /admin/auctions/{id}/${ACTIONS[kind] ?? kind}`,
      subject: { id: auctionId, ...(bidId !== null && { bidId }) },
      detail: bidderId === null ? { reason, until } : { reason, seq, itemId, bidderId, priceCents, quantity },
      outcome: kind === 'refusedLate' ? 'refused' : 'done',
    });
    if (act?.change) await auditChange(db, act.change);
    if (kind === 'annulled') {
      await settleAuctionListing(db, auctionId);
      await mailAnnulment(db, auctionId, { reason: reason ?? '', publicUrl });
    }
    // End the act here, because lines of other users may follow in the same transaction.
    await endAct(db);
  };

async function mailAnnulment(
  db: Db,
  auctionId: string,
  { reason, publicUrl }: { reason: string; publicUrl: string },
): Promise<void> {
  const people = await participantsOf(db, auctionId);
  // The annulment ends the record, so participants get the record's hashes, as after any closing.
  const all = people.flatMap(({ bidderIds }) => bidderIds);
  const receipts = await readReceipts(db, auctionId, all);
  const link = `${publicUrl}/auction/${auctionId}/detail`;
  await queueAuctionMails(
    db,
    people.map(({ title, email, bidderIds }) => {
      const record = receiptsFor(receipts, bidderIds, publicUrl);
      return {
        auctionId,
        recipient: email,
        write: (language, { words }) => ({
          subject: words('mail.annulledSubject', { title }),
          body: words('mail.annulledBody', { title, reason }),
          details: `${link}\n\n${record.explain(words)}`,
        }),
        ending: [record.lines],
      };
    }),
  );
}
