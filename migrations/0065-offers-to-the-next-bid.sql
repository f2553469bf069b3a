-- Offers of the RECs of a default to the next bid in rank (decision 112).
alter table settlement add column to_offer integer not null default 0 check (to_offer between 0 and quantity);
comment on column settlement.to_offer is 'RECs of a default that are released, but not sold to a next bid or returned yet.';

create table settlement_offer (
  id uuid primary key,
  settlement_id uuid not null references settlement on delete cascade,
  bidder_id uuid not null references bidder,
  bid_id uuid not null,
  ranking integer not null check (ranking > 0),
  quantity integer not null check (quantity > 0),
  price_cents integer not null check (price_cents > 0),
  amount numeric(20,2) not null,
  seller_fee numeric(20,2) not null,
  buyer_fee numeric(20,2) not null,
  answer_by date not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'expired')),
  offered_by uuid not null references app_user,
  offered_at timestamptz(3) not null default clock_timestamp(),
  answered_by uuid references app_user,
  answered_at timestamptz(3),
  unique (settlement_id, bid_id),
  check ((state = 'open') = (answered_at is null)),
  check (answered_by is null or state in ('accepted', 'declined'))
);
comment on table settlement_offer is 'Offers of the RECs of a settlement in default to the next bids in rank.';
comment on column settlement_offer.answer_by is 'The last day for an answer, in the country of the settlement''s calendar.';
comment on column settlement_offer.answered_by is 'Null if the clock expired the offer.';
create unique index settlement_offer_open on settlement_offer (settlement_id) where state = 'open';
create index settlement_offer_bidder on settlement_offer (bidder_id);

-- An accepted offer makes an award after the closing. The record of the auction has only the awards of the closing.
alter table award add column offer_id uuid unique references settlement_offer on delete cascade;
comment on column award.offer_id is 'The offer after a default that made the award. Null for the awards of the closing.';
alter table award drop constraint award_auction_id_bid_id_key;
create unique index award_once on award (auction_id, bid_id) where offer_id is null;

alter table ledger_account drop constraint ledger_account_source_kind_check;
alter table ledger_account add constraint ledger_account_source_kind_check
  check (source_kind in ('account', 'auction_item', 'award', 'sell_order_item', 'buy_order_part', 'retirement', 'settlement'));
