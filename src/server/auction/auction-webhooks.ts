import { sql } from 'kysely';
import type { WebhookData } from '#contract/company/webhook-event.ts';
import type { ConductLine } from '#domain/auction/conduct.ts';
import type { AuctionType } from '#domain/auction/direction.ts';
import type { WebhookKind } from '#domain/automation/webhook.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { Db } from '#server/platform/database/database.ts';
import { queueWebhooks, type WebhookEvent } from '#server/platform/mail/queue-webhooks.ts';

/** Sends webhook events to the companies behind these bidders. */
export async function queueBidderWebhooks<Kind extends WebhookKind>(
  db: Db,
  kind: Kind,
  events: readonly { readonly bidderId: string; readonly data: WebhookEvent<Kind>['data'] }[],
): Promise<void> {
  if (events.length === 0) return;
  const accounts = await accountsOfBidders(
    db,
    events.map(({ bidderId }) => bidderId),
  );
  const known = events.flatMap(({ bidderId, data }) => {
    const accountId = accounts.get(bidderId);
    return accountId === undefined ? [] : [{ accountId, data }];
  });
  await queueWebhooks(db, kind, known);
}

/** Returns the companies behind bidders, without simulated ones. */
export async function accountsOfBidders(db: Db, bidderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; account_id: string }>`
    select bidder.id, account_id from bidder join account on account.id = account_id and not account.is_simulated
    where bidder.id = any(${[...bidderIds]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.account_id]));
}

/** Events about an auction for all its companies. */
type AuctionEvent = Extract<
  WebhookKind,
  `auction.${'started' | 'ending_soon' | 'extended' | 'paused' | 'resumed' | 'annulled' | 'closed'}`
>;

/** Sends webhook events to the companies that bid in these auctions, and to the auctions' owners. */
export async function queueAuctionWebhooks<Kind extends AuctionEvent>(
  db: Db,
  kind: Kind,
  auctions: readonly { readonly auctionId: string; readonly data: Omit<WebhookData<Kind>, 'auctionId' | 'title'> }[],
): Promise<void> {
  if (auctions.length === 0) return;
  const ids = auctions.map(({ auctionId }) => auctionId);
  const { rows } = await sql<{ auction_id: string; account_id: string; title: string }>`
    select company.auction_id, company.account_id, auction.title from (
      select auction_id, account_id from bidder where auction_id = any(${ids}::uuid[])
      union select id, owner_account_id from auction where id = any(${ids}::uuid[])
    ) company join auction on auction.id = company.auction_id and auction.rehearsal_of is null`.execute(db);
  const data = new Map(auctions.map((one) => [one.auctionId, one.data]));
  const events = rows.map(({ auction_id: auctionId, account_id: accountId, title }) => ({
    accountId,
    data: { auctionId, title, ...data.get(auctionId) } as unknown as WebhookData<Kind>,
  }));
  await queueWebhooks(db, kind, events);
}

/** Sends the webhook events of an auction's control: it was extended, paused, resumed or annulled. */
export async function queueControlWebhooks(
  db: Db,
  auctionId: AuctionId,
  { kind, until, reason: said }: ConductLine,
): Promise<void> {
  const reason = said ?? '';
  const moved = [{ auctionId, data: { auctionEndTime: until ?? '', reason } }];
  const stopped = [{ auctionId, data: { reason } }];
  if (kind === 'extended') await queueAuctionWebhooks(db, 'auction.extended', moved);
  if (kind === 'resumed') await queueAuctionWebhooks(db, 'auction.resumed', moved);
  if (kind === 'paused') await queueAuctionWebhooks(db, 'auction.paused', stopped);
  if (kind === 'annulled') await queueAuctionWebhooks(db, 'auction.annulled', stopped);
}

type Published = {
  id: string;
  title: string;
  auction_type: AuctionType;
  owner_account_id: string;
  start_time: Date;
  auction_end_time: Date;
};

/** Sends the webhook events of an auction's publication: to its owner, and as invitations to its bidders. */
export async function queuePublished(db: Db, auctionId: string): Promise<void> {
  const { rows } = await sql<Published>`
    select id, title, auction_type, owner_account_id, start_time, auction_end_time from auction
    where id = ${auctionId} and rehearsal_of is null`.execute(db);
  const events = rows.map((row) => ({
    accountId: row.owner_account_id,
    data: {
      auctionId: row.id,
      title: row.title,
      auctionType: row.auction_type,
      startTime: row.start_time.toISOString(),
      auctionEndTime: row.auction_end_time.toISOString(),
    },
  }));
  await queueWebhooks(db, 'auction.published', events);
  const bidders = await db.selectFrom('bidder').select('id').where('auction_id', '=', auctionId).execute();
  const invited = rows.flatMap(({ title }) => bidders.map(({ id }) => ({ bidderId: id, data: { auctionId, title } })));
  await queueBidderWebhooks(db, 'auction.invited', invited);
}

/** Sends webhook events to companies that were added to an auction. The bidders of a draft are not invited yet. */
export async function queueInvitations(db: Db, auctionId: string, bidderIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ title: string }>`
    select title from auction
    where id = ${auctionId} and rehearsal_of is null and planned_start_time is null`.execute(db);
  const events = rows.flatMap(({ title }) => bidderIds.map((bidderId) => ({ bidderId, data: { auctionId, title } })));
  await queueBidderWebhooks(db, 'auction.invited', events);
}
