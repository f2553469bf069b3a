-- Sealed bids that a change of an auction cancelled: the entry page lists them until their bidder bids again or dismisses
-- them (decision 56). The names and numbers are as they were when the bid was cancelled.
create table bid_cancellation (
  auction_id uuid not null,
  bid_id uuid not null,
  bidder_id uuid not null references bidder on delete cascade,
  item_name text not null,
  price_cents integer not null,
  quantity integer not null,
  -- Which rule the bid no longer meets, with its numbers.
  code text not null,
  params jsonb not null,
  at timestamptz(3) not null default clock_timestamp(),
  primary key (auction_id, bid_id)
);
create index bid_cancellation_bidder on bid_cancellation (bidder_id);

-- What an administrator decided about two related companies of one auction. `facts` are the kinds of what they shared then.
create table relation_decision (
  auction_id uuid not null references auction on delete cascade,
  account_id uuid not null references account,
  other_account_id uuid not null references account,
  facts text[] not null,
  reason text not null,
  decided_by uuid not null references app_user,
  decided_at timestamptz(3) not null default clock_timestamp(),
  primary key (auction_id, account_id, other_account_id),
  check (account_id < other_account_id)
);

-- A bidder who was removed may no longer see the auction that a notice is about, nor one that was deleted.
alter table notice add column title text;
