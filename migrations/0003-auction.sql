-- Auctions with their items and bidders (specification 3, rules 3). Prices are integer hundredths, quantities whole RECs.
create table tick_size (
  id uuid primary key,
  name text not null check (name <> ''),
  price_step_cents integer not null check (price_step_cents between 1 and 100000),
  created_at timestamptz(3) not null default now()
);

create table auction (
  id uuid primary key,
  title text not null check (title <> ''),
  auction_type text not null check (auction_type in ('Forward', 'Reverse')),
  is_private boolean not null,
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null,
  -- The end that counts; differs from end_time only where an extension moved it.
  auction_end_time timestamptz(3) not null,
  minimum_rec_quantity integer not null check (minimum_rec_quantity between 1 and 100000000),
  minimum_bidding_rec_quantity integer not null check (minimum_bidding_rec_quantity between 1 and 100000000),
  -- Hundredths of a percent.
  seller_fee_hundredths integer not null check (seller_fee_hundredths between 0 and 10000),
  buyer_fee_hundredths integer not null check (buyer_fee_hundredths between 0 and 10000),
  spot_recs boolean not null,
  owner_account_id uuid not null references account,
  tick_size_id uuid references tick_size,
  -- Copied from the tick size, so that a result can be recomputed whatever becomes of that row.
  tick_cents integer not null check (tick_cents between 1 and 100000),
  -- Number and hash of the last line of the bid history: the room's version (rules 8) and the head of its chain (rules 3.3).
  version integer not null default 0,
  last_hash char(64) not null,
  closed_at timestamptz(3),
  created_by uuid not null references app_user,
  created_at timestamptz(3) not null default now(),
  check (start_time < end_time),
  check (end_time <= auction_end_time),
  check (not (spot_recs and auction_type = 'Reverse'))
);
create index auction_end on auction (auction_end_time);
create index auction_open on auction (auction_end_time) where closed_at is null;
create index auction_owner on auction (owner_account_id);

create table auction_item (
  id uuid primary key,
  auction_id uuid not null references auction on delete cascade,
  position integer not null,
  country text not null check (country in ('CN', 'MY', 'VN')),
  fuel_type text not null,
  vintage_year integer not null check (vintage_year between 2000 and 2100),
  vintage_period text not null,
  quantity integer not null check (quantity between 1 and 100000000),
  partial_fulfillment boolean not null,
  minimum_bid_price_cents integer not null check (minimum_bid_price_cents between 1 and 999999999),
  maximum_bid_price_cents integer not null check (maximum_bid_price_cents <= 999999999),
  min_quantity integer,
  max_quantity integer,
  description text not null default '',
  check (minimum_bid_price_cents < maximum_bid_price_cents),
  -- No two items share country, vintage and fuel type (specification 5).
  unique (auction_id, country, fuel_type, vintage_year, vintage_period)
);

create table bidder (
  id uuid primary key,
  auction_id uuid not null references auction on delete cascade,
  user_id uuid not null references app_user,
  account_id uuid not null references account,
  -- The number in "Bidder 7": random within the auction, so that it says nothing about who came first.
  alias_number integer not null,
  max_quantity integer check (max_quantity between 1 and 100000000),
  terms_accepted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (auction_id, alias_number),
  -- One account bids through one user in an auction: two of its traders would outbid each other.
  unique (auction_id, account_id)
);
create index bidder_user on bidder (user_id);
