-- Settlement of awards and approved buy orders (decision 103).
create table settlement_terms (
  id uuid primary key,
  auction_id uuid unique references auction on delete cascade,
  sell_order_id uuid unique references sell_order on delete cascade,
  mode text not null check (mode in ('payFirst', 'deliverFirst', 'escrow')),
  calendar text not null check (calendar in ('CN', 'MY', 'VN', 'weekends')),
  payment_days integer not null check (payment_days between 0 and 250),
  delivery_days integer not null check (delivery_days between 0 and 250),
  cure_days integer not null check (cure_days between 0 and 250),
  penalty_hundredths integer not null check (penalty_hundredths between 0 and 10000),
  holds_back boolean not null,
  check ((auction_id is null) <> (sell_order_id is null))
);
comment on table settlement_terms is 'Terms of settlement of an auction or a sell order. Without a row, the defaults of the variant apply.';
comment on column settlement_terms.payment_days is 'Business days of the calendar, as are the other days.';
comment on column settlement_terms.penalty_hundredths is 'Penalty for a default in hundredths of a percent of the unpaid amount.';
comment on column settlement_terms.holds_back is 'RECs can be retired and resold only after they are paid and delivered.';

create table settlement (
  id uuid primary key,
  award_id uuid unique references award on delete cascade,
  buy_order_id uuid unique references buy_order on delete cascade,
  buyer_account_id uuid not null references account,
  seller_account_id uuid not null references account,
  version integer not null default 1,
  mode text not null check (mode in ('payFirst', 'deliverFirst', 'escrow')),
  payment text not null check (payment in ('notDue', 'invoiced', 'partPaid', 'paid', 'overdue', 'inCure', 'defaulted', 'waived', 'refunded')),
  delivery text not null check (delivery in ('notDue', 'due', 'instructed', 'pending', 'partAccepted', 'accepted', 'rejected', 'failed')),
  whole text not null check (whole in ('open', 'disputed', 'settled', 'released', 'cancelled', 'settledOutside')),
  owed numeric(20,2) not null check (owed >= 0),
  paid numeric(20,2) not null default 0 check (paid between 0 and owed),
  quantity integer not null check (quantity > 0),
  delivered_quantity integer not null default 0,
  transfer_quantity integer not null default 0,
  calendar text not null check (calendar in ('CN', 'MY', 'VN', 'weekends')),
  payment_days integer not null,
  delivery_days integer not null,
  cure_days integer not null,
  penalty_hundredths integer not null,
  holds_back boolean not null,
  payment_due_on date,
  delivery_due_on date,
  cure_until date,
  reminders text[] not null default '{}',
  created_at timestamptz(3) not null default clock_timestamp(),
  changed_at timestamptz(3) not null default clock_timestamp(),
  check ((award_id is null) <> (buy_order_id is null)),
  check (delivered_quantity >= 0 and transfer_quantity >= 0 and delivered_quantity + transfer_quantity <= quantity)
);
comment on table settlement is 'Payment and delivery of one award or one approved buy order. The terms are copied when the trade is made.';
comment on column settlement.version is 'Rises with each step, so that of two concurrent steps one gets a conflict.';
comment on column settlement.whole is 'settledOutside: a trade from before settlements, about which the platform knows nothing.';
comment on column settlement.owed is 'What the buyer owes the seller, without the fees of the platform.';
comment on column settlement.transfer_quantity is 'RECs of the part that is being transferred at the registry.';
comment on column settlement.payment_due_on is 'Computed once with the public holidays known then. The day in the calendar''s country.';
comment on column settlement.reminders is 'Which reminders were sent.';
create index settlement_buyer on settlement (buyer_account_id, created_at);
create index settlement_seller on settlement (seller_account_id, created_at);
create index settlement_open on settlement (whole) where whole in ('open', 'disputed');

create table settlement_event (
  settlement_id uuid not null references settlement on delete cascade,
  version integer not null,
  step text not null,
  actor text not null check (actor in ('buyer', 'seller', 'admin', 'clock')),
  made_by uuid references app_user,
  made_at timestamptz(3) not null default clock_timestamp(),
  amount numeric(20,2),
  quantity integer,
  reference text not null,
  remark text not null,
  evidence_ids uuid[] not null default '{}',
  primary key (settlement_id, version)
);
comment on table settlement_event is 'The timeline of a settlement: one row for each step.';
comment on column settlement_event.version is 'The version of the settlement after the step.';
comment on column settlement_event.made_by is 'Null if the clock made the step.';

-- Trades from before settlements were paid and delivered outside the platform.
insert into settlement (id, award_id, buyer_account_id, seller_account_id, mode, payment, delivery, whole, owed, quantity,
                        calendar, payment_days, delivery_days, cure_days, penalty_hundredths, holds_back)
select gen_random_uuid(), award.id,
       case auction.auction_type when 'Forward' then bidder.account_id else auction.owner_account_id end,
       case auction.auction_type when 'Forward' then auction.owner_account_id else bidder.account_id end,
       'payFirst', 'notDue', 'notDue', 'settledOutside', award.amount, award.quantity, 'weekends', 0, 0, 0, 0, false
from award
join auction on auction.id = award.auction_id
join bidder on bidder.id = award.bidder_id
where auction.rehearsal_of is null;

insert into settlement (id, buy_order_id, buyer_account_id, seller_account_id, mode, payment, delivery, whole, owed, quantity,
                        calendar, payment_days, delivery_days, cure_days, penalty_hundredths, holds_back)
select gen_random_uuid(), buy_order.id, buy_order.account_id, sell_order.seller_account_id,
       'payFirst', 'notDue', 'notDue', 'settledOutside', buy_order.quantity * buy_order.unit_price_cents::numeric / 100,
       buy_order.quantity, 'weekends', 0, 0, 0, 0, false
from buy_order
join sell_order on sell_order.id = buy_order.sell_order_id
where buy_order.status = 'Approved';
