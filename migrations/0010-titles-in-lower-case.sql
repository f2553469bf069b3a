-- Searches compare titles in lower case. `ilike` lowers each title anew, which takes five times as long as comparing it,
-- of every row of a walk and of every picture of titles by which a plan is chosen.
drop index auction_title;
alter table auction
  alter column title set statistics -1,
  add column title_lower text not null generated always as (lower(title)) stored;
alter table auction alter column title_lower set statistics 1000;
create index auction_title on auction using gin (title_lower gin_trgm_ops);
drop index auction_public_end;
drop index auction_public_start;
create index auction_public_end on auction (auction_end_time, id) include (title_lower) where not is_private;
create index auction_public_start on auction (start_time, id) include (title_lower) where not is_private;
