import { sql } from 'kysely';
import type { Bid } from '#domain/bidding/bid.ts';
import { decimalOfCents, textOfCents } from '#domain/basics/price.ts';
import type { HistoryLine } from '#domain/bidding/history.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { type CancelledBid, settleChange, type Change } from '#server/room/judging/settle-change.ts';
import { loadSealedRoom } from '#server/room/store/load-room.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { itemNames } from '#server/auction/items/stored-items.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Call } from '#server/platform/http/operation.ts';
import { Refused, type RefusalDetails } from '#server/platform/http/refused.ts';
import type { Language } from '#domain/basics/language.ts';
import { REMOVAL_CAUSES, type CancellationCause } from '#domain/bidding/cancellation.ts';
import { queueAuctionMails } from '#server/auction/auction-mails.ts';
import { chosenChannels, storeNotices } from '#server/notice/store-notices.ts';
import { errorMessage, wordsIn } from '#server/platform/http/words.ts';
import type { WriteMail } from '#server/platform/mail/queue-mails.ts';
import { queueWebhooks } from '#server/platform/mail/queue-webhooks.ts';

export type EditOf = Pick<Call, 'db' | 'caller' | 'confirmation'>;

/**
 * Completes an edit by an administrator or the owner, in the transaction of the edit (decision 56). Cancels sealed bids
 * that no longer fit, and informs their bidders. An administrator must confirm the cancellations beforehand. Rehearsals
 * need no confirmation and inform nobody. `names` has the items' names from before the edit.
 * @throws Refused bids_would_be_cancelled, which rolls the edit back
 */
export async function settleEdit(publicUrl: string, call: EditOf, change: Change, names?: ItemNames): Promise<void> {
  const { db, caller } = call;
  const { auctionId } = change;
  const cancelled = await settleChange(change, caller.userId, caller.role === 'Admin' ? 'admin' : 'owner');
  await confirmAndTell(publicUrl, call, { auctionId, cancelled, names: names ?? (await findItemNames(db, cancelled)) });
}

/**
 * Completes a change that itself cancels no bid. If an earlier change of a company has not been applied to this auction
 * yet, this function cancels the bids that no longer fit, and informs their bidders.
 */
export async function settleAndTell(
  db: Db,
  publicUrl: string,
  change: Change,
  ...who: readonly [userId: string, by?: HistoryLine['by']]
): Promise<void> {
  const { auctionId } = change;
  const cancelled = await settleChange(change, ...who);
  await tellCancellations(db, publicUrl, [{ auctionId, cancelled, names: await findItemNames(db, cancelled) }]);
}

/** Makes an administrator confirm which bids an edit cancels in one or more auctions, like `settleEdit`. */
export async function confirmCancellations(call: EditOf, all: readonly CancelledIn[]): Promise<void> {
  if (call.caller.role === 'Admin') requireConfirmed(call.confirmation, await realOnes(call.db, all));
}

/** Informs bidders of their cancelled bids in one or more auctions. */
async function tellCancellations(db: Db, publicUrl: string, all: readonly CancelledIn[]): Promise<void> {
  for (const one of await realOnes(db, all)) await tellCancelled(db, publicUrl, one);
}

/** Returns the auctions in which bids are cancelled, with their titles, without rehearsals. */
async function realOnes(db: Db, all: readonly CancelledIn[]): Promise<TitledCancelled[]> {
  const some = all.filter(({ cancelled }) => cancelled.length > 0);
  if (some.length === 0) return [];
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from auction
    where id = any(${some.map(({ auctionId }) => auctionId)}::uuid[]) and rehearsal_of is null`.execute(db);
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return some.flatMap((one) => {
    const title = titles.get(one.auctionId);
    return title === undefined ? [] : [{ ...one, title }];
  });
}

async function confirmAndTell(publicUrl: string, call: EditOf, one: CancelledIn): Promise<void> {
  await confirmCancellations(call, [one]);
  await tellCancellations(call.db, publicUrl, [one]);
}

/** Like `settleEdit`, for the deletion of an auction, which cancels all its bids. Call it before the deletion. */
export async function settleDeletion(publicUrl: string, call: EditOf, change: Change, names: ItemNames): Promise<void> {
  const room = await loadSealedRoom(change.rows, change.auctionId);
  if (!room) return;
  const cancelled = [...room.bids.values()].flatMap((bid) => {
    const bidder = room.settings.bidders.get(bid.bidderId);
    return bidder ? [{ bid, bidder, cause: { code: 'auction_deleted' as const } }] : [];
  });
  await confirmAndTell(publicUrl, call, { auctionId: change.auctionId, cancelled, names });
}

/** Returns the names of the items of cancelled bids. */
export function findItemNames(db: Db, cancelled: readonly CancelledBid[]): Promise<ItemNames> {
  const itemIds = cancelled.map(({ bid }) => bid.itemId);
  return itemNames(db, itemIds);
}

/**
 * Requires that the caller has confirmed the cancellation of exactly these bids. If a bid is placed or revised after
 * the confirmation, the server asks again.
 */
function requireConfirmed(confirmation: string, all: readonly TitledCancelled[]): void {
  const seen = all.flatMap(({ cancelled }) => cancelled.map(({ bid }) => `${bid.bidId}:${bid.seq}`)).toSorted();
  const needed = sha256(seen.join()).slice(0, 32);
  if (seen.length === 0 || confirmation === needed) return;
  const details: RefusalDetails = (language) =>
    all.flatMap(({ title, cancelled, names }) =>
      cancelled.map(({ bid, bidder, cause }) => ({
        bidId: bid.bidId,
        auction: title,
        company: companyNameIn(language, bidder),
        item: nameOf(bid, names),
        price: decimalOfCents(bid.priceCents),
        quantity: bid.quantity,
        cause: sayCause(language, cause),
      })),
    );
  throw new Refused('bids_would_be_cancelled', { count: seen.length, confirmation: needed }, undefined, details);
}

type ItemNames = ReadonlyMap<string | null, string>;

/** The sealed bids of one auction that an edit cancels, with the names of their items before the edit. */
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

type TitledCancelled = CancelledIn & { readonly title: string };

type Bidding = { readonly userId: string; readonly accountId: string; readonly bids: readonly CancelledBid[] };

/**
 * Informs bidders that a change cancelled their sealed bids: by a notification, an email, a webhook event and a message
 * on the entry page. Runs in the transaction of the change.
 */
async function tellCancelled(db: Db, publicUrl: string, about: TitledCancelled): Promise<void> {
  const { auctionId, title, cancelled, names } = about;
  await keepForEntryPage(db, about);
  const bidders = [...Map.groupBy(cancelled, ({ bid }) => bid.bidderId).values()].flatMap((bids): Bidding[] =>
    bids[0] ? [{ userId: bids[0].bidder.userId, accountId: bids[0].bidder.accountId, bids }] : [],
  );
  const events = bidders.map(({ accountId, bids }) => ({
    accountId,
    data: { auctionId, title, bids: bids.map(presentForProgram) },
  }));
  await queueWebhooks(db, 'bid.cancelled', events);
  const acting = await findActing(db, bidders);
  const notices = acting.map(({ userId, bids }) => ({ userId, auctionId, title, quantity: bids.length }));
  await storeNotices(db, 'bidsCancelled', notices);
  const ending = [`${publicUrl}/auction/${auctionId}`];
  const mails = acting.flatMap(({ email: recipient, bids }) =>
    recipient === null ? [] : [{ auctionId, recipient, write: mailAbout({ title, cancelled: bids, names }), ending }],
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

const mailAbout =
  ({ title, cancelled: bids, names }: Pick<TitledCancelled, 'title' | 'cancelled' | 'names'>): WriteMail =>
  (language, { words }) => {
    const lines = bids.map(({ bid, cause }) => {
      const params = {
        item: nameOf(bid, names),
        price: textOfCents(bid.priceCents),
        quantity: bid.quantity,
      };
      return `- ${words('mail.bidsCancelledLine', { ...params, cause: sayCause(language, cause) })}`;
    });
    const body = [words('mail.bidsCancelledBody', { title }), ...lines].join('\n');
    return { subject: words('mail.bidsCancelledSubject', { title }), body };
  };

/** Returns the bidders whose users still act for Active companies. `email` is null for users who want no emails. */
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

/** Returns the name of a cancelled bid's item. `names` also has the items that the edit deleted. */
function nameOf({ itemId }: Bid, names: ItemNames): string {
  const name = names.get(itemId);
  if (name === undefined) throw new Error(`item ${itemId} of a cancelled bid has no name`);
  return name;
}

/** Stores the cancelled bids for the entry page. A removed bidder or a deleted auction has no entry page. */
async function keepForEntryPage(db: Db, { auctionId, cancelled, names }: CancelledIn): Promise<void> {
  const rows = cancelled
    .filter(({ cause }) => cause.code !== 'bidder_removed' && cause.code !== 'auction_deleted')
    .map(({ bid, cause }) => ({
      auction_id: auctionId,
      bid_id: bid.bidId,
      bidder_id: bid.bidderId,
      item_name: nameOf(bid, names),
      price_cents: bid.priceCents,
      quantity: bid.quantity,
      code: cause.code,
      params: JSON.stringify(cause.params ?? {}),
    }));
  if (rows.length > 0) await db.insertInto('bid_cancellation').values(rows).execute();
}

type Seat = { readonly auctionId: string; readonly bidderId: string };

/** Returns the bids that were cancelled after `sinceMs`, for a bidder's entry page. */
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
