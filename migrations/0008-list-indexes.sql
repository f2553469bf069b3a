-- The last lists that took longer for a million rows than for ten thousand (server/auction/list-auctions.ts).

-- Public ones, few among private ones, in each order, with what is sought in them.
drop index auction_public_end;
create index auction_public_end on auction (auction_end_time, id) include (title) where not is_private;
create index auction_public_start on auction (start_time, id) include (title) where not is_private;

-- A bidder's auctions in order, without looking each of them up. The foreign key keeps the times the auction's.
alter table auction add constraint auction_times unique (id, start_time, auction_end_time);
alter table bidder add column start_time timestamptz(3), add column auction_end_time timestamptz(3);
update bidder b set start_time = a.start_time, auction_end_time = a.auction_end_time from auction a where a.id = b.auction_id;
alter table bidder
  alter column start_time set not null,
  alter column auction_end_time set not null,
  drop constraint bidder_auction_id_fkey,
  add constraint bidder_auction foreign key (auction_id, start_time, auction_end_time)
    references auction (id, start_time, auction_end_time) on update cascade on delete cascade;
drop index bidder_user;
create index bidder_user on bidder (user_id, auction_end_time, auction_id, start_time);
