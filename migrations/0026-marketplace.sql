-- Sell orders and buy orders (specification 3 to 5, rules 4, decision 26). Prices are integer hundredths, quantities whole RECs.
create table sell_order (
  id uuid primary key,
  title text not null check (title <> ''),
  title_lower text not null generated always as (lower(title)) stored,
  description text not null,
  seller_account_id uuid not null references account,
  unit_price_cents integer not null check (unit_price_cents between 1 and 999999999),
  minimum_purchase_quantity integer not null check (minimum_purchase_quantity between 1 and 100000000),
  max_buy_order_rec_quantity integer not null check (max_buy_order_rec_quantity between 1 and 100000000),
  -- Hundredths of a percent.
  seller_fee_hundredths integer not null check (seller_fee_hundredths between 0 and 10000),
  buyer_fee_hundredths integer not null check (buyer_fee_hundredths between 0 and 10000),
  beneficiary_default text not null check (beneficiary_default in ('none', 'own', 'new')),
  -- The status follows from these times and what remains; nothing here says it.
  publish_at timestamptz(3),
  end_at timestamptz(3),
  cancelled_at timestamptz(3),
  cancel_remark text,
  -- Sums over its items, written with every change of one, in the same transaction: never oversold.
  total_quantity integer not null default 0 check (total_quantity between 0 and 100000000),
  remaining_quantity integer not null default 0 check (remaining_quantity >= 0),
  reserved_quantity integer not null default 0 check (reserved_quantity >= 0),
  sold_quantity integer not null default 0 check (sold_quantity >= 0),
  thumbnail_id uuid references image,
  -- In the order in which they are shown.
  image_ids uuid[] not null default '{}' check (cardinality(image_ids) <= 8),
  -- What was done when its time came, once, by whichever process looked first.
  publish_told_at timestamptz(3),
  end_settled_at timestamptz(3),
  created_by uuid not null references app_user,
  created_at timestamptz(3) not null default now(),
  check (total_quantity = remaining_quantity + reserved_quantity + sold_quantity),
  check (minimum_purchase_quantity <= max_buy_order_rec_quantity),
  check (publish_at < end_at),
  check ((cancelled_at is null) = (cancel_remark is null))
);
create index sell_order_created on sell_order (created_at, id);
create index sell_order_published on sell_order (publish_at, id) where publish_at is not null and cancelled_at is null;
create index sell_order_price on sell_order (unit_price_cents, id) where publish_at is not null and cancelled_at is null;
create index sell_order_remaining on sell_order (remaining_quantity, id) where publish_at is not null and cancelled_at is null;
create index sell_order_end on sell_order (end_at, id) where publish_at is not null and cancelled_at is null;
create index sell_order_seller on sell_order (seller_account_id);
create index sell_order_title on sell_order using gin (title_lower gin_trgm_ops);
create index sell_order_to_tell on sell_order (publish_at) where publish_told_at is null and cancelled_at is null;
create index sell_order_to_settle on sell_order (end_at) where end_settled_at is null and cancelled_at is null;

create table sell_order_item (
  id uuid primary key,
  sell_order_id uuid not null references sell_order on delete cascade,
  position integer not null,
  country text not null check (country in ('CN', 'MY', 'VN')),
  fuel_type text not null,
  vintage_year integer not null check (vintage_year between 2000 and 2100),
  vintage_period text not null,
  total_quantity integer not null check (total_quantity between 1 and 100000000),
  remaining_quantity integer not null check (remaining_quantity >= 0),
  reserved_quantity integer not null default 0 check (reserved_quantity >= 0),
  sold_quantity integer not null default 0 check (sold_quantity >= 0),
  -- The seller's holding that it is sold out of; null where it comes from outside the platform.
  holding_id uuid,
  description text not null,
  address text not null,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  check (total_quantity = remaining_quantity + reserved_quantity + sold_quantity),
  check ((latitude is null) = (longitude is null)),
  -- No two items share country, vintage and fuel type.
  constraint sell_order_item_kind unique (sell_order_id, country, fuel_type, vintage_year, vintage_period)
);
create index sell_order_item_goods on sell_order_item (country, fuel_type, vintage_year);

-- Accounts that may see it and buy; none: every Active one.
create table sell_order_buyer (
  sell_order_id uuid not null references sell_order on delete cascade,
  account_id uuid not null references account,
  primary key (sell_order_id, account_id)
);
create index sell_order_buyer_account on sell_order_buyer (account_id);

create table buy_order (
  id uuid primary key,
  sell_order_id uuid not null references sell_order,
  account_id uuid not null references account,
  user_id uuid not null references app_user,
  status text not null default 'Pending' check (status in ('Pending', 'Approved', 'Rejected', 'Cancelled')),
  quantity integer not null check (quantity between 1 and 100000000),
  -- Copied when it was placed: whatever becomes of the sell order, the buyer pays what it was shown.
  unit_price_cents integer not null check (unit_price_cents between 1 and 999999999),
  seller_fee_hundredths integer not null check (seller_fee_hundredths between 0 and 10000),
  buyer_fee_hundredths integer not null check (buyer_fee_hundredths between 0 and 10000),
  -- Whom its RECs are retired for on approval, as it was named; null: they become a holding.
  beneficiary jsonb,
  placed_at timestamptz(3) not null default clock_timestamp(),
  decided_at timestamptz(3),
  decided_by uuid references app_user,
  remark text,
  -- Cancelled together with its sell order, not by its buyer.
  is_with_sell_order boolean not null default false,
  check ((status = 'Pending') = (decided_at is null)),
  check ((decided_by is null) = (decided_at is null))
);
create index buy_order_placed on buy_order (placed_at, id);
create index buy_order_sell_order on buy_order (sell_order_id, placed_at, id);
create index buy_order_account on buy_order (account_id, placed_at, id);
create index buy_order_status on buy_order (status, placed_at, id);

-- What a buy order takes of each item; a purchase in the ledger goes by the part's id.
create table buy_order_part (
  id uuid primary key,
  buy_order_id uuid not null references buy_order on delete cascade,
  position integer not null,
  sell_order_item_id uuid not null references sell_order_item,
  quantity integer not null check (quantity between 1 and 100000000),
  unique (buy_order_id, position),
  unique (buy_order_id, sell_order_item_id)
);
create index buy_order_part_item on buy_order_part (sell_order_item_id);

-- Pictures of sell orders beside those of auctions.
alter table image drop constraint image_type_check;
alter table image
  add constraint image_type_check check (type in ('AuctionThumbnail', 'AuctionDetail', 'SellOrderDetail')),
  add column sell_order_id uuid references sell_order on delete set null;
create index image_sell_order on image (sell_order_id);
