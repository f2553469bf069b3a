-- The owner of an auction asks for changes of its items before the start; an admin approves them as a whole or sends them
-- back with a message (rules 3.5). A request lapses at the start by the clock alone: nothing is written for it.
create table change_request (
  id uuid primary key,
  auction_id uuid not null references auction on delete cascade,
  status text not null default 'Pending' check (status in ('Pending', 'Returned', 'Approved')),
  -- Rises with each change, so that nobody decides on what he hasn't seen.
  version integer not null default 1,
  -- Why it was sent back, kept until it is decided anew.
  message text not null default '',
  requested_by uuid not null references app_user,
  created_at timestamptz(3) not null default now(),
  -- When an admin was asked last, and when one answered last.
  sent_at timestamptz(3) not null,
  decided_at timestamptz(3)
);
-- One open request an auction.
create unique index change_request_open on change_request (auction_id) where status <> 'Approved';
create index change_request_auction on change_request (auction_id, created_at);

create table item_change (
  id uuid primary key,
  -- The order in which they were asked for.
  seq bigint generated always as identity,
  request_id uuid not null references change_request on delete cascade,
  kind text not null check (kind in ('added', 'updated', 'deleted')),
  -- Of an added item the id that it will have: it can be corrected before it is there. Hence no foreign key.
  item_id uuid not null,
  proposed jsonb,
  -- The item as it was when the request was approved: what the change did stays readable.
  before jsonb,
  check ((kind = 'deleted') = (proposed is null)),
  unique (request_id, item_id)
);

-- Two items of one request may change places: only together are they judged.
alter table auction_item
  drop constraint auction_item_auction_id_country_fuel_type_vintage_year_vint_key,
  add constraint auction_item_kind unique (auction_id, country, fuel_type, vintage_year, vintage_period)
    deferrable initially immediate;

-- Changes of items are the owner's as well.
alter table bid_history
  drop constraint bid_history_by_check,
  add constraint bid_history_by_check check (by in ('bidder', 'owner', 'admin', 'system'));
