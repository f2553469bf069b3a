import { sql, type RawBuilder } from 'kysely';

/**
 * How many bids of a bidder stand: placed lines less those that end a bid, since the history is the only store of bids
 * (decision 2). `bidderId` is a column of the query around it.
 */
export const standingBidCount = (bidderId: RawBuilder<unknown>): RawBuilder<number> => sql`(
  select coalesce(sum(case kind when 'placed' then 1 else -1 end), 0)::int
  from bid_history where bidder_id = ${bidderId} and kind in ('placed', 'withdrawn', 'cancelled'))`;
