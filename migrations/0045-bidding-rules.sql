-- The version of the bidding rules that an auction is judged by (decision 55). What has started keeps the older one, and
-- goes on to its end, and in its record, by it.
alter table auction add column rules_version smallint not null default 2 check (rules_version in (1, 2));
update auction set rules_version = 1 where start_time <= now();
