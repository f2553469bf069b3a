import { sql, type RawBuilder } from 'kysely';

/**
 * How many bids of a bidder stand: placed lines less those that end a bid, since the history is the only store of bids
 * (decision 2). `bidder` names the bidder's row in the query around it.
 */
export const standingBidCount = (bidder: RawBuilder<unknown>): RawBuilder<number> => sql`(
  select coalesce(sum(case kind when 'placed' then 1 else -1 end), 0)::int
  from bid_history where auction_id = ${bidder}.auction_id and bidder_id = ${bidder}.id
    and kind in ('placed', 'withdrawn', 'cancelled'))`;
