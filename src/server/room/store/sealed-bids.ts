import { sql } from 'kysely';
import type { AuctionId, BidderId, BidId, ItemId } from '#domain/basics/ids.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import type { HistoryLine } from '#domain/bidding/history.ts';
import type { Db } from '#server/platform/database/database.ts';

type BidRow = {
  seq: number;
  bid_id: BidId;
  item_id: ItemId;
  bidder_id: BidderId;
  price_cents: number;
  quantity: number;
  allows_partial: boolean;
  minimum_acceptable: number | null;
  by: HistoryLine['by'];
  place_seq: number;
  place_at: Date;
};

/**
 * Returns the bids that stand in an auction before its start, as `bidAfter` makes them of its lines, without reading the
 * history: from bid to bid along the index of sealed lines, the last line of each, and the line that gave the bid its place.
 * The time grows with the number of bids, not of lines.
 */
export async function findSealedBids(db: Db, auctionId: AuctionId): Promise<Bid[]> {
  const isSealed = sql`h.auction_id = ${auctionId} and h.is_sealed`;
  const { rows } = await sql<BidRow>`
    with recursive bid (bid_id) as (
      (select h.bid_id from bid_history h where ${isSealed} order by h.bid_id limit 1)
      union all
      select (select h.bid_id from bid_history h where ${isSealed} and h.bid_id > bid.bid_id order by h.bid_id limit 1)
      from bid where bid.bid_id is not null
    )
    select last.*, place.seq as place_seq, place.at as place_at
    from bid
    cross join lateral (
      select h.* from bid_history h where ${isSealed} and h.bid_id = bid.bid_id order by h.seq desc limit 1
    ) last
    cross join lateral (
      select h.seq, h.at from bid_history h
      where ${isSealed} and h.bid_id = bid.bid_id and h.seq > coalesce(
        (select h.seq from bid_history h
         where ${isSealed} and h.bid_id = bid.bid_id
           and (h.price_cents <> last.price_cents or h.quantity <> last.quantity)
         order by h.seq desc limit 1), 0)
      order by h.seq limit 1
    ) place
    where bid.bid_id is not null and last.kind in ('placed', 'revised')
    order by last.seq`.execute(db);
  return rows.map((row) => ({
    bidId: row.bid_id,
    itemId: row.item_id,
    bidderId: row.bidder_id,
    priceCents: row.price_cents,
    quantity: row.quantity,
    allowsPartial: row.allows_partial,
    minimumAcceptable: row.minimum_acceptable,
    updatedAtMs: row.place_at.getTime(),
    tieSeq: row.place_seq,
    seq: row.seq,
    isDeleted: false,
    byAdmin: row.by === 'admin',
  }));
}
