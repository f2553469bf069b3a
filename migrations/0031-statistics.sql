-- What each item of a closed auction came to, and who bid on it, written as it is closed (decision 29): figures over a year read
-- these rows, not the bids.
create table item_result (
  item_id uuid primary key references auction_item,
  auction_id uuid not null references auction,
  auction_type text not null,
  country text not null,
  fuel_type text not null,
  vintage_year int not null,
  vintage_period text not null,
  ended_at timestamptz(3) not null,
  offered int not null,
  sold int not null check (sold between 0 and offered),
  value numeric(20, 2) not null,
  awards int not null,
  -- Of all awards together, for the average that no quantity weighs.
  price_cents_sum bigint not null,
  lowest_price_cents int,
  highest_price_cents int,
  bids int not null
);
create index item_result_ended on item_result (ended_at);

create table item_participant (
  item_id uuid not null references item_result,
  account_id uuid not null references account,
  primary key (item_id, account_id)
);

-- What was bought in the marketplace, on the day that it was approved.
create index buy_order_approved on buy_order (decided_at) where status = 'Approved';

insert into item_result
select item.id, auction.id, auction_type, country, fuel_type, vintage_year, vintage_period, auction_end_time, item.quantity,
  coalesce(won.sold, 0), coalesce(won.value, 0), coalesce(won.awards, 0), coalesce(won.price_cents_sum, 0),
  won.lowest, won.highest, coalesce(placed.bids, 0)
from auction
join auction_item item on item.auction_id = auction.id
left join (
  select item_id, sum(quantity) as sold, sum(amount) as value, count(*) as awards, sum(price_cents) as price_cents_sum,
    min(price_cents) as lowest, max(price_cents) as highest
  from award group by item_id
) won on won.item_id = item.id
left join (select item_id, count(*) as bids from bid_history where kind = 'placed' group by item_id) placed
  on placed.item_id = item.id
where closed_at is not null and annulled_at is null and rehearsal_of is null;

insert into item_participant
select distinct line.item_id, bidder.account_id
from item_result result
join bid_history line on line.auction_id = result.auction_id and line.kind = 'placed' and line.item_id = result.item_id
join bidder on bidder.id = line.bidder_id;
