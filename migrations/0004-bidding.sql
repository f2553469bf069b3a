-- The bid history is the only store of bids: a bid's present state is its last line, the room's version the last number.
-- No foreign key to the auction here and in bid_request: it would be looked up once per bid, and the statement that
-- inserts has just updated that very row under its lock.
create table bid_history (
  auction_id uuid not null,
  seq integer not null check (seq > 0),
  kind text not null
    check (kind in ('created', 'changed', 'placed', 'revised', 'withdrawn', 'cancelled', 'refusedLate', 'closed')),
  at timestamptz(3) not null,
  bid_id uuid,
  item_id uuid,
  bidder_id uuid,
  -- Aliases enter the hashed part, names never do (rules 3.3).
  alias text,
  price_cents integer,
  quantity integer,
  allows_partial boolean,
  by text not null check (by in ('bidder', 'admin', 'system')),
  reason text,
  hash char(64) not null,
  -- Who acted, for admins; not hashed, not in the record.
  acting_user_id uuid,
  primary key (auction_id, seq)
);
-- Which bidders have bids. Revisions, most lines of a busy auction, say nothing about that.
create index bid_history_bidder on bid_history (bidder_id) where kind in ('placed', 'withdrawn', 'cancelled');

-- First answer to each idempotency key of a bidding call, refusals included: a repeat gets it again (rules 3.1).
create table bid_request (
  auction_id uuid not null,
  user_id uuid not null,
  key text not null,
  request_hash char(64) not null,
  answer jsonb not null,
  primary key (auction_id, user_id, key)
);

-- The same for every other call that must not happen twice.
create table idempotent_request (
  user_id uuid not null references app_user on delete cascade,
  key text not null,
  request_hash char(64) not null,
  reply jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, key)
);

create table award (
  id uuid primary key,
  auction_id uuid not null references auction,
  item_id uuid not null references auction_item,
  bidder_id uuid not null references bidder,
  bid_id uuid not null,
  ranking integer not null check (ranking > 0),
  quantity integer not null check (quantity > 0),
  price_cents integer not null check (price_cents > 0),
  amount numeric(20, 2) not null,
  seller_fee numeric(20, 2) not null,
  buyer_fee numeric(20, 2) not null,
  unique (auction_id, bid_id)
);
create index award_item on award (item_id);

-- Every change that an admin made, kept when its subject is gone.
create table audit_line (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default clock_timestamp(),
  user_id uuid not null,
  action text not null,
  subject jsonb not null,
  detail jsonb not null
);

-- Tokens for one socket each: stored hashed, deleted by the connection that uses them (rules 8).
create table hub_token (
  token_hash char(64) primary key,
  claims jsonb not null,
  expires_at timestamptz(3) not null
);
