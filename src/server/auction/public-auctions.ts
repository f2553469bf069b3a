import { sql } from 'kysely';
import { listPublicAuctions, PUBLIC_LISTED, type PublicAuction } from '#contract/auction/public-auction.ts';
import { auctionEndOf, auctionStatusOf, itemsOf, type AuctionRow, type ItemRow } from '#server/auction/auction-rows.ts';
import { publicIds } from '#server/auction/list-auctions.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { operation, switchedOff, type Call, type Operation } from '#server/platform/http/operation.ts';

type Parts = Pick<AuctionParts, 'allowsReverse'> & { readonly isPublished: boolean };

/** Returns the operation that lists public auctions for anyone. It is off unless the deployment publishes them. */
export function publicAuctionOperation({ isPublished, allowsReverse }: Parts): Operation {
  const list = operation(listPublicAuctions, (call) => listPublic(call, allowsReverse));
  return isPublished ? list : switchedOff(list);
}

type Row = Pick<
  AuctionRow,
  'id' | 'title' | 'auction_type' | 'start_time' | 'auction_end_time' | 'end_when_paused' | 'paused_at'
>;

async function listPublic({ db, nowMs }: Call<typeof listPublicAuctions>, allowsReverse: boolean) {
  const now = new Date(nowMs);
  const isOpen = sql`a.auction_end_time > ${now}`;
  const { rows } = await sql<Row>`
    select id, title, auction_type, start_time, auction_end_time, end_when_paused, paused_at
    from auction
    where id in (${publicIds(isOpen)}) and ${allowsReverse ? sql`true` : sql`auction_type = 'Forward'`}
    order by start_time > ${now}, case when start_time > ${now} then start_time else auction_end_time end, id
    limit ${PUBLIC_LISTED + 1}`.execute(db);
  const shown = rows.slice(0, PUBLIC_LISTED);
  const ids = shown.map(({ id }) => id);
  const items = Map.groupBy(await itemsOf(db, ids), ({ auction_id: id }) => id);
  return {
    items: shown.flatMap((row) => present(row, items.get(row.id) ?? [], nowMs)),
    isMore: rows.length > shown.length,
  };
}

/** Returns nothing for an auction that has just ended by this process's clock. */
function present(row: Row, items: readonly ItemRow[], nowMs: number): PublicAuction[] {
  const status = auctionStatusOf(row, nowMs);
  if (status === 'ended') return [];
  return [
    {
      id: row.id,
      title: row.title,
      auctionType: row.auction_type,
      status,
      startTime: row.start_time.toISOString(),
      auctionEndTime: auctionEndOf(row).toISOString(),
      countries: [...new Set(items.map(({ country }) => country))],
      fuelTypes: [...new Set(items.map(({ fuel_type: fuel }) => fuel))],
      totalQuantity: items.reduce((sum, { quantity }) => sum + quantity, 0),
    },
  ];
}
