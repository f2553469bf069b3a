-- Which auctions an outage extended, so that administrators find them (decision 47).
alter table outage add column auction_ids uuid[] not null default '{}';
