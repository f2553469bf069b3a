import { sql } from 'kysely';
import type { WebhookKind } from '#domain/automation/webhook.ts';
import type { Db } from '#server/platform/database/database.ts';
import { tellWebhooks, type WebhookEvent } from '#server/platform/mail/tell-webhooks.ts';

/** Tells the companies behind these bidders. */
export async function tellBidders(
  db: Db,
  kind: WebhookKind,
  events: readonly { readonly bidderId: string; readonly data: WebhookEvent['data'] }[],
): Promise<void> {
  if (events.length === 0) return;
  const { rows } = await sql<{ id: string; account_id: string }>`
    select id, account_id from bidder where id = any(${events.map(({ bidderId }) => bidderId)}::uuid[])`.execute(db);
  const accounts = new Map(rows.map((row) => [row.id, row.account_id]));
  await tellWebhooks(
    db,
    kind,
    events.flatMap(({ bidderId, data }) => {
      const accountId = accounts.get(bidderId);
      return accountId === undefined ? [] : [{ accountId, data }];
    }),
  );
}

/** Tells every company that bids in these auctions, and their owners. */
export async function tellCompaniesOf(
  db: Db,
  kind: WebhookKind,
  auctions: readonly { readonly auctionId: string; readonly data: WebhookEvent['data'] }[],
): Promise<void> {
  if (auctions.length === 0) return;
  const ids = auctions.map(({ auctionId }) => auctionId);
  const { rows } = await sql<{ auction_id: string; account_id: string; title: string }>`
    select company.auction_id, company.account_id, auction.title from (
      select auction_id, account_id from bidder where auction_id = any(${ids}::uuid[])
      union select id, owner_account_id from auction where id = any(${ids}::uuid[])
    ) company join auction on auction.id = company.auction_id and auction.rehearsal_of is null`.execute(db);
  const data = new Map(auctions.map((one) => [one.auctionId, one.data]));
  await tellWebhooks(
    db,
    kind,
    rows.map(({ auction_id: auctionId, account_id: accountId, title }) => ({
      accountId,
      data: { auctionId, title, ...data.get(auctionId) },
    })),
  );
}
