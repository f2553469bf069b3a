import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Auction } from '#contract/auction/auction.ts';
import { listNotifications, notifyBidders } from '#contract/bidder/notification.ts';
import { queueAuctionMails } from '#server/auction/auction-mails.ts';
import { preventAuctionDeletion, requireAuction } from '#server/auction/stored-auctions.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { readAuction } from '#server/auction/read-auctions.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { WriteMail } from '#server/platform/mail/queue-mails.ts';

/**
 * Returns the email addresses of the bidders' users, each address once. Leaves out companies that are not Active. Also
 * leaves out users without an address, because a foreign provider may supply no address.
 */
async function recipientsOf(db: Db, auctionId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct u.email
    from bidder b join app_user u on u.id = b.user_id join account a on a.id = b.account_id
    where b.auction_id = ${auctionId} and a.status = 'Active' and u.email <> ''`.execute(db);
  return rows.map(({ email }) => email);
}

async function notify(parts: AuctionParts, call: Call<typeof notifyBidders>) {
  const { db, caller, nowMs } = call;
  const auction = await readAuction(parts, call);
  if (auction.status === 'ended') throw new Refused('auction_has_ended');
  if (auction.isDraft) throw new Refused('auction_is_draft');
  if (auction.itemCount === 0) throw new Refused('auction_has_no_items');
  const recipients = await recipientsOf(db, auction.id);
  if (recipients.length === 0) throw new Refused('auction_has_no_bidders');
  const mail = {
    auctionId: auction.id,
    write: mailAbout(auction, auction.status),
    ending: [`${parts.publicUrl}/auction/${auction.id}`],
    usefulUntilMs: Date.parse(auction.auctionEndTime),
  };
  const mails = recipients.map((recipient) => ({ ...mail, recipient }));
  await queueAuctionMails(db, mails);
  const sent = { sent_at: new Date(nowMs), recipient_count: recipients.length };
  const row = { id: randomUUID(), auction_id: auction.id, sent_by: caller.userId, ...sent };
  // These statements come last, because bids wait while the auction is locked.
  await preventAuctionDeletion(db, auction.id);
  await db.insertInto('auction_notification').values(row).execute();
  return presentSent({ ...sent, username: caller.username });
}

const mailAbout =
  ({ title, startTime, auctionEndTime }: Auction, status: 'upcoming' | 'live'): WriteMail =>
  (_, { words, time }) => {
    const params = { title, start: time(new Date(startTime)), end: time(new Date(auctionEndTime)) };
    return { subject: words(`bidderMail.${status}.subject`, params), body: words(`bidderMail.${status}.body`, params) };
  };

type SentRow = { readonly sent_at: Date; readonly recipient_count: number; readonly username: string };

const presentSent = ({ sent_at, recipient_count, username }: SentRow) => ({
  sentAt: sent_at.toISOString(),
  sentBy: username,
  recipientCount: recipient_count,
});

/** The maximum number of reminder emails in the list. */
const SHOWN = 50;

export const notificationOperations = (parts: AuctionParts): Operation[] => [
  operation(listNotifications, async ({ db, params }) => {
    await requireAuction(db, params.id);
    const sent = await db
      .selectFrom('auction_notification as n')
      .innerJoin('app_user as u', 'u.id', 'n.sent_by')
      .select(['n.sent_at', 'n.recipient_count', 'u.username'])
      .where('n.auction_id', '=', params.id)
      .orderBy('n.sent_at', 'desc')
      .limit(SHOWN)
      .execute();
    return { recipientCount: (await recipientsOf(db, params.id)).length, sent: sent.map(presentSent) };
  }),
  operation(notifyBidders, (call) => notify(parts, call)),
];
