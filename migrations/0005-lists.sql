-- Lists of a million rows answer as fast as those of ten thousand (server/platform/page.ts, bench/lists.ts).
create extension if not exists pg_trgm;

-- In each order that lists have. Public ones, which everybody sees, may be few among private ones.
drop index auction_end;
create index auction_end on auction (auction_end_time, id);
create index auction_start on auction (start_time, id);
create index auction_public_end on auction (auction_end_time, id) where not is_private;
drop index auction_owner;
create index auction_owner on auction (owner_account_id, auction_end_time, start_time, id);
-- Live ones are few among many upcoming ones, whose ends are all in the future too.
create index auction_span on auction using gist (tstzrange(start_time, auction_end_time));
create index auction_tick_size on auction (tick_size_id);

-- Any part of a title; companies are few enough to read them all.
create index auction_title on auction using gin (title gin_trgm_ops);
-- A finer picture of titles: whether a word is rare decides between this index and walking in order.
alter table auction alter column title set statistics 1000;

-- Who has bids in an auction, and who ended one: revisions, most lines of a busy auction, say nothing about that.
drop index bid_history_bidder;
create index bid_history_bids on bid_history (auction_id, kind, bidder_id)
  where kind in ('placed', 'withdrawn', 'cancelled');
create index bid_history_bidder on bid_history (bidder_id, seq);
