import { requireAuction } from '#server/auction/stored-auctions.ts';
import { sql } from 'kysely';
import type { AuctionType } from '#domain/auction/direction.ts';
import type { StatementOf } from '#domain/award/statement.ts';
import { outcomeFor, type NoticeOutcome } from '#domain/notice/notice.ts';
import type { AuctionId, BidderId } from '#domain/basics/ids.ts';
import { statementAttachments } from '#server/award/statement-operations.ts';
import type { OnClosed } from '#server/award/sql-closing-store.ts';
import { readReceipts, receiptsFor, type Receipts } from '#server/bidding/bid-receipts.ts';
import type { RoomState } from '#server/room/room-state.ts';
import { queueAuctionMails } from '#server/auction/auction-mails.ts';
import { actingBidders, watchersOf } from '#server/auction/participants.ts';
import { queueAuctionWebhooks, queueBidderWebhooks } from '#server/auction/auction-webhooks.ts';
import { chosenChannels, storeNotices } from '#server/notice/store-notices.ts';
import type { WriteMail } from '#server/platform/mail/queue-mails.ts';
import { queueWebhooks } from '#server/platform/mail/queue-webhooks.ts';
import type { Db } from '#server/platform/database/database.ts';

/** A reader of a result. For a bidder, `quantity` is the number of won RECs; for the owner, of all traded RECs. */
type Reader = {
  readonly as: 'Bidder' | 'Owner' | 'Watcher';
  readonly outcome: NoticeOutcome;
  readonly quantity: number;
  /** The bidders for which the reader bid. */
  readonly bidderIds: readonly BidderId[];
};
type AnnouncedAuction = {
  readonly title: string;
  readonly auction_type: AuctionType;
  readonly owner_account_id: string;
  readonly rehearsal_of: string | null;
};

/**
 * Returns the handler that announces a result to participants, the owner's members and watchers, in the transaction
 * that stores the result. Each reader gets a notification, and an email unless the reader wants none. Both say what the
 * reader won or traded, and name no other company. A watcher learns only that the auction is closed. The emails to
 * participants and owners also have the record's head hash, bidders' receipts, and statements as attachments. The
 * reader's language is unknown, so an email has both languages.
 */
export const announceResult =
  (publicUrl: string): OnClosed =>
  async (db, state, awards) => {
    const { auctionId } = state.settings;
    const auction = await requireAuction(db, auctionId);
    const won = new Map<string, number>();
    for (const award of awards) won.set(award.bid.bidderId, (won.get(award.bid.bidderId) ?? 0) + award.won);
    const readers = await readersOf(db, state, auction, won);
    const notices = [...readers].map(([userId, { outcome, quantity }]) => ({ userId, auctionId, outcome, quantity }));
    await storeNotices(db, 'result', notices);
    if (auction.rehearsal_of === null) await tellPrograms(db, state, auction, won);
    const addresses = await addressesOf(db, [...readers.keys()]);
    const bidderIds = addresses.flatMap(({ id }) => readers.get(id)?.bidderIds ?? []);
    const receipts = await readReceipts(db, auctionId, bidderIds);
    const mails = addresses.flatMap(({ id, email: recipient }) => {
      const reader = readers.get(id);
      if (!reader) return [];
      const attachments = statementsFor(reader, won).flatMap((whose) => statementAttachments(auctionId, whose));
      return { auctionId, recipient, ...letterTo(reader, { publicUrl, auctionId, auction, receipts }), attachments };
    });
    await queueAuctionMails(db, mails, 'result');
  };

/** Sends webhook events: that the auction closed, and the result. Each company learns only what it won or traded itself. */
async function tellPrograms(
  db: Db,
  { settings: { auctionId }, bids, times }: RoomState,
  { title, owner_account_id: accountId }: AnnouncedAuction,
  won: ReadonlyMap<string, number>,
): Promise<void> {
  const traded = [...won.values()].reduce((sum, quantity) => sum + quantity, 0);
  const as = (what: 'bidder' | 'owner', quantity: number) => ({
    auctionId,
    title,
    as: what,
    quantity,
    outcome: outcomeFor(what, quantity),
  });
  const closedAt = new Date(times.closedAtMs ?? times.auctionEndsAtMs).toISOString();
  await queueAuctionWebhooks(db, 'auction.closed', [{ auctionId, data: { closedAt } }]);
  await queueWebhooks(db, 'auction.result', [{ accountId, data: as('owner', traded) }]);
  const participants = [...new Set([...bids.values()].map(({ bidderId }) => bidderId))];
  const events = participants.map((bidderId) => ({ bidderId, data: as('bidder', won.get(bidderId) ?? 0) }));
  await queueBidderWebhooks(db, 'auction.result', events);
}

/**
 * Returns the statements for a reader. A reader who belongs to the owner gets the owner's statement if RECs were
 * traded. A reader who bid gets one statement for each of the reader's bidders that won RECs.
 */
const statementsFor = ({ as, quantity, bidderIds }: Reader, won: ReadonlyMap<string, number>): StatementOf[] => [
  ...(as === 'Owner' && quantity > 0 ? [{ as: 'owner' as const }] : []),
  ...bidderIds.filter((bidderId) => won.has(bidderId)).map((bidderId) => ({ as: 'bidder' as const, bidderId })),
];

type Letter = { readonly write: WriteMail; readonly ending: readonly string[] };

type Result = {
  readonly publicUrl: string;
  readonly auctionId: AuctionId;
  readonly auction: AnnouncedAuction;
  readonly receipts: Receipts;
};

function letterTo({ as, quantity, bidderIds }: Reader, { publicUrl, auctionId, auction, receipts }: Result): Letter {
  const { title, auction_type: auctionType } = auction;
  if (as === 'Watcher')
    return {
      write: (_, { words }) => ({
        subject: words('mail.resultSubject', { title }),
        body: words('noticeMail.closed', { title }),
      }),
      ending: [`${publicUrl}/auction/${auctionId}/detail`],
    };
  const record = receiptsFor(receipts, bidderIds, publicUrl);
  return {
    write: (_language, { words }) => ({
      subject: words('mail.resultSubject', { title }),
      body: words(`direction.${auctionType}.resultFor${as}`, { title, quantity }),
      details: `${publicUrl}/auction-result/${auctionId}\n\n${record.explain(words)}`,
    }),
    ending: [record.lines],
  };
}

/** Returns each user once. A user with several relations to the auction gets the most informative message. */
async function readersOf(
  db: Db,
  state: RoomState,
  { owner_account_id: ownerAccountId }: AnnouncedAuction,
  won: ReadonlyMap<string, number>,
): Promise<Map<string, Reader>> {
  const { auctionId } = state.settings;
  const traded = [...won.values()].reduce((sum, quantity) => sum + quantity, 0);
  const readers = new Map<string, Reader>();
  for (const { userId } of await watchersOf(db, [auctionId]))
    readers.set(userId, { as: 'Watcher', outcome: 'ended', quantity: 0, bidderIds: [] });
  // A user who ever bid may see the result and needs the receipts, even if all of the user's bids were deleted.
  const participants = new Set([...state.bids.values()].map(({ bidderId }) => bidderId));
  for (const { bidderId, userId } of await actingBidders(db, [...participants])) {
    const before = readers.get(userId);
    const quantity = (won.get(bidderId) ?? 0) + (before?.as === 'Bidder' ? before.quantity : 0);
    const bidderIds = [...(before?.bidderIds ?? []), bidderId];
    readers.set(userId, { as: 'Bidder', outcome: outcomeFor('bidder', quantity), quantity, bidderIds });
  }
  const owners = await db
    .selectFrom('account_member')
    .innerJoin('account', 'account.id', 'account_member.account_id')
    .select('account_member.user_id')
    .where('account.id', '=', ownerAccountId)
    .where('account.status', '=', 'Active')
    .execute();
  for (const { user_id: userId } of owners) {
    const bidderIds = readers.get(userId)?.bidderIds ?? [];
    readers.set(userId, { as: 'Owner', outcome: outcomeFor('owner', traded), quantity: traded, bidderIds });
  }
  return readers;
}

/** Returns the addresses of users who want emails. A user of a foreign provider may have no address. */
async function addressesOf(db: Db, userIds: readonly string[]): Promise<{ id: string; email: string }[]> {
  const { rows } = await sql<{ id: string; email: string }>`
    select reader.id, reader.email from app_user reader
    left join notice_choice choice on choice.user_id = reader.id and choice.kind = 'result'
    where reader.id = any(${[...userIds]}::uuid[]) and reader.email <> '' and 'mail' = any(${chosenChannels('result')})
    `.execute(db);
  return rows;
}
