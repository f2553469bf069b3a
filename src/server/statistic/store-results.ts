import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { rounded } from '#server/platform/database/money.ts';

/**
 * Stores the results of an auction's items, in the transaction that stores its awards. Statistics and price history
 * read these rows, never the bids (decision 29). Rehearsals and annulled auctions have no results. One statement writes
 * everything, and must be the last one of its transaction: at its end, a trigger locks the figures of the day, which
 * other closings wait for (decision 142).
 */
export async function storeResults(db: Db, auctionId: string): Promise<void> {
  await sql`
    with result as (
      insert into item_result
      select item.id, auction.id, auction_type, country, fuel_type, vintage_year, vintage_period, auction_end_time,
        item.quantity,
        coalesce(won.sold, 0), ${rounded(sql`coalesce(won.value, 0)`)}, coalesce(won.awards, 0), coalesce(won.price_cents_sum, 0),
        won.lowest, won.highest, coalesce(placed.bids, 0)
      from auction
      join auction_item item on item.auction_id = auction.id
      left join (
        select item_id, sum(quantity) as sold, sum(amount) as value, count(*) as awards,
          sum(price_cents) as price_cents_sum, min(price_cents) as lowest, max(price_cents) as highest
        from award where auction_id = ${auctionId} group by item_id
      ) won on won.item_id = item.id
      left join (
        select item_id, count(*) as bids from bid_history
        where auction_id = ${auctionId} and kind = 'placed' group by item_id
      ) placed on placed.item_id = item.id
      where auction.id = ${auctionId} and closed_at is not null and annulled_at is null and rehearsal_of is null
      returning item_id, ended_at
    )
    insert into item_participant
    select distinct line.item_id, bidder.account_id, result.ended_at
    from bid_history line
    join result on result.item_id = line.item_id
    join bidder on bidder.id = line.bidder_id
    where line.auction_id = ${auctionId} and line.kind = 'placed'`.execute(db);
}
