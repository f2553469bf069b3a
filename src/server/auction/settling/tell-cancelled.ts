import { sql } from 'kysely';
import type { Language } from '#domain/basics/language.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import { REMOVAL_CAUSES, type CancellationCause } from '#domain/bidding/cancellation.ts';
import { queueAuctionMails } from '#server/auction/auction-mails.ts';
import { chosenChannels, tellNotices } from '#server/notice/tell-notices.ts';
import type { Db } from '#server/platform/database/database.ts';
import { errorMessage, wordsIn } from '#server/platform/http/words.ts';
import type { WriteMail } from '#server/platform/mail/queue-mails.ts';
import { tellWebhooks } from '#server/platform/mail/tell-webhooks.ts';
import type { CancelledBid } from '#server/room/judging/settle-change.ts';

export type ItemNames = ReadonlyMap<string | null, string>;

/** Sealed bids of one auction that an edit cancels, with the names that its items had. */
export type CancelledIn = {
  readonly auctionId: string;
  readonly cancelled: readonly CancelledBid[];
  readonly names: ItemNames;
};

/** Says why a bid was cancelled, in words: the cause, or the refusal that the bid would get now. */
export function sayCause(language: Language, { code, params }: CancellationCause): string {
  const removal = REMOVAL_CAUSES.find((known) => known === code);
  if (removal) return wordsIn(language)(`cancellation.${removal}`);
  return errorMessage(language, code as Exclude<typeof code, (typeof REMOVAL_CAUSES)[number]>, params);
}

export type TitledCancelled = CancelledIn & { readonly title: string };

type Bidding = { readonly userId: string; readonly accountId: string; readonly bids: readonly CancelledBid[] };

/**
 * Tells bidders that a change cancelled their sealed bids: by a notice, a mail, a webhook event and a message on the entry
 * page, in the transaction of the change.
 */
export async function tellCancelled(db: Db, publicUrl: string, about: TitledCancelled): Promise<void> {
  const { auctionId, title, cancelled, names } = about;
  await keepForEntryPage(db, auctionId, cancelled, names);
  const bidders = [...Map.groupBy(cancelled, ({ bid }) => bid.bidderId).values()].flatMap((bids): Bidding[] =>
    bids[0] ? [{ userId: bids[0].bidder.userId, accountId: bids[0].bidder.accountId, bids }] : [],
  );
  const events = bidders.map(({ accountId, bids }) => ({
    accountId,
    data: { auctionId, title, bids: bids.map(presentForProgram) },
  }));
  await tellWebhooks(db, 'bidsCancelled', events);
  const acting = await findActing(db, bidders);
  const notices = acting.map(({ userId, bids }) => ({ userId, auctionId, title, quantity: bids.length }));
  await tellNotices(db, 'bidsCancelled', notices);
  const ending = [`${publicUrl}/auction/${auctionId}`];
  const mails = acting.flatMap(({ email: recipient, bids }) =>
    recipient === null ? [] : [{ auctionId, recipient, write: mailAbout({ title, bids, names }), ending }],
  );
  await queueAuctionMails(db, mails);
}

const presentForProgram = ({ bid, cause }: CancelledBid) => ({
  bidId: bid.bidId,
  auctionItemId: bid.itemId,
  price: decimalOfCents(bid.priceCents),
  quantity: bid.quantity,
  cause: cause.code,
});

type MailAbout = { readonly title: string; readonly bids: readonly CancelledBid[]; readonly names: ItemNames };

const mailAbout =
  ({ title, bids, names }: MailAbout): WriteMail =>
  (language, { words }) => {
    const lines = bids.map(({ bid, cause }) => {
      const params = {
        item: names.get(bid.itemId) ?? '',
        price: decimalOfCents(bid.priceCents).toFixed(2),
        quantity: bid.quantity,
      };
      return `- ${words('mail.bidsCancelledLine', { ...params, cause: sayCause(language, cause) })}`;
    });
    const body = [words('mail.bidsCancelledBody', { title }), ...lines].join('\n');
    return { subject: words('mail.bidsCancelledSubject', { title }), body };
  };

/** The users through whom these bidders bid, while they belong to their Active companies; `email` only of those who want mails. */
async function findActing(
  db: Db,
  bidders: readonly Bidding[],
): Promise<(Bidding & { readonly email: string | null })[]> {
  const { rows } = await sql<{ user_id: string; account_id: string; email: string | null }>`
    select member.user_id, member.account_id,
           case when reader.email <> '' and 'mail' = any(${chosenChannels('bidsCancelled')}) then reader.email end as email
    from unnest(${bidders.map(({ userId }) => userId)}::uuid[], ${bidders.map(({ accountId }) => accountId)}::uuid[])
      as told (user_id, account_id)
    join account_member member on member.user_id = told.user_id and member.account_id = told.account_id
    join account on account.id = member.account_id and account.status = 'Active'
    join app_user reader on reader.id = member.user_id
    left join notice_choice choice on choice.user_id = reader.id and choice.kind = 'bidsCancelled'`.execute(db);
  return rows.flatMap(({ user_id: userId, account_id: accountId, email }) => {
    const one = bidders.find((bidder) => bidder.userId === userId && bidder.accountId === accountId);
    return one ? [{ ...one, email }] : [];
  });
}

/** A bidder who was removed has no entry page any more. */
async function keepForEntryPage(
  db: Db,
  auctionId: string,
  cancelled: readonly CancelledBid[],
  names: ItemNames,
): Promise<void> {
  const rows = cancelled
    .filter(({ cause }) => cause.code !== 'bidder_removed' && cause.code !== 'auction_deleted')
    .map(({ bid, cause }) => ({
      auction_id: auctionId,
      bid_id: bid.bidId,
      bidder_id: bid.bidderId,
      item_name: names.get(bid.itemId) ?? '',
      price_cents: bid.priceCents,
      quantity: bid.quantity,
      code: cause.code,
      params: JSON.stringify(cause.params ?? {}),
    }));
  if (rows.length > 0) await db.insertInto('bid_cancellation').values(rows).execute();
}

type Seat = { readonly auctionId: string; readonly bidderId: string };

/** What was kept for a bidder's entry page since then. */
export const cancelledBidsOf = (db: Db, { auctionId, bidderId }: Seat, sinceMs: number) =>
  db
    .selectFrom('bid_cancellation')
    .selectAll()
    .where('auction_id', '=', auctionId)
    .where('bidder_id', '=', bidderId)
    .where('at', '>', new Date(sinceMs))
    .orderBy('at')
    .orderBy('bid_id')
    .execute();

export const dismissCancelled = (db: Db, { auctionId, bidderId }: Seat): Promise<unknown> =>
  db.deleteFrom('bid_cancellation').where('auction_id', '=', auctionId).where('bidder_id', '=', bidderId).execute();
