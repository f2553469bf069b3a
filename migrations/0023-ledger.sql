-- The ledger (rules 3.4, decision 24): where every REC on the platform is, and how it came there.

-- A place's id follows from what the place is: entries name it without looking it up. A UUID of version 3, by name.
create function place_id(
  kind text, account_id uuid, country text, fuel_type text, vintage_year int, vintage_period text, source_id uuid
) returns uuid language sql immutable
return overlay(overlay(
  md5(kind || ' ' || account_id || ' ' || country || ' ' || fuel_type || ' ' || vintage_year || ' ' || vintage_period || ' '
    || source_id)
  placing '3' from 13) placing '8' from 17)::uuid;

create table ledger_account (
  -- Not generated: an update of the balance would then lock as one of the key does, against every new entry.
  id uuid primary key,
  kind text not null check (kind in ('supply', 'listed', 'held', 'retired')),
  account_id uuid not null references account,
  country text not null,
  fuel_type text not null,
  vintage_year int not null,
  vintage_period text not null,
  -- What the place belongs to. No foreign key: the ledger stays when an upcoming auction is deleted.
  source_kind text not null
    check (source_kind in ('account', 'auction_item', 'award', 'sell_order_item', 'buy_order_part', 'retirement')),
  source_id uuid not null,
  balance bigint not null default 0,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- A supply is the seller's own, outside the platform: below zero by what it has on it.
  constraint ledger_account_not_negative check (balance >= 0 or kind = 'supply'),
  constraint ledger_account_place
    check (id = place_id(kind, account_id, country, fuel_type, vintage_year, vintage_period, source_id))
);
-- Holdings of a company, newest first.
create index ledger_account_of_source on ledger_account (source_id);
create index ledger_account_of_company on ledger_account (account_id, kind, created_at desc);

-- One row is one balanced double entry: what leaves one place is in the other.
create table ledger_entry (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('listed', 'awarded', 'sold', 'returned', 'released', 'retired')),
  from_id uuid not null references ledger_account,
  to_id uuid not null references ledger_account,
  quantity bigint not null check (quantity > 0),
  made_at timestamptz(3) not null default clock_timestamp(),
  -- Nobody: the clock did it.
  made_by uuid references app_user,
  remark text not null default '',
  check (from_id <> to_id)
);
create index ledger_entry_from on ledger_entry (from_id);
create index ledger_entry_to on ledger_entry (to_id);

-- Balances are moved by the entries alone. Places are locked in one order, so that no two statements wait for each other.
create function move_balances() returns trigger language plpgsql as $$
begin
  perform 1 from ledger_account
  where id in (select from_id from made union select to_id from made)
  order by id for no key update;
  if exists (
    select from made join ledger_account f on f.id = from_id join ledger_account t on t.id = to_id
    where (f.country, f.fuel_type, f.vintage_year, f.vintage_period)
       <> (t.country, t.fuel_type, t.vintage_year, t.vintage_period)
  ) then
    raise exception 'goods cannot become other goods' using errcode = 'check_violation';
  end if;
  update ledger_account place set balance = balance + moved.quantity
  from (
    select id, sum(quantity) as quantity
    from (select to_id as id, quantity from made union all select from_id, -quantity from made) sides
    group by id
  ) moved
  where place.id = moved.id;
  return null;
end $$;
create trigger move_balances after insert on ledger_entry
  referencing new table as made for each statement execute function move_balances();

create function keep_ledger() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only ever added to' using errcode = 'check_violation';
end $$;
create trigger keep_entries before update or delete or truncate on ledger_entry
  for each statement execute function keep_ledger();
create trigger keep_places before delete or truncate on ledger_account
  for each statement execute function keep_ledger();
-- A statement of anybody's is at depth 0, that of `move_balances` within a trigger.
create trigger keep_balances before update on ledger_account
  for each row when (pg_trigger_depth() < 1) execute function keep_ledger();
create trigger begin_empty before insert on ledger_account
  for each row when (new.balance <> 0) execute function keep_ledger();

-- What was listed and awarded before there was a ledger.
create temporary table placed on commit drop as
select distinct 'supply' as kind, coalesce(bidder.account_id, auction.owner_account_id) as account_id, country, fuel_type,
  vintage_year, vintage_period, 'account' as source_kind, coalesce(bidder.account_id, auction.owner_account_id) as source_id
from auction_item item
join auction on auction.id = item.auction_id
left join award on award.item_id = item.id and auction.auction_type = 'Reverse'
left join bidder on bidder.id = award.bidder_id
where auction.rehearsal_of is null and auction.annulled_at is null
  and (auction.auction_type = 'Forward' or award.id is not null)
union all
select 'listed', owner_account_id, country, fuel_type, vintage_year, vintage_period, 'auction_item', item.id
from auction_item item join auction on auction.id = item.auction_id
where auction_type = 'Forward' and rehearsal_of is null and annulled_at is null
union all
select 'held', case auction_type when 'Forward' then bidder.account_id else owner_account_id end, country, fuel_type,
  vintage_year, vintage_period, 'award', award.id
from award
join auction_item item on item.id = award.item_id
join auction on auction.id = award.auction_id
join bidder on bidder.id = award.bidder_id
where rehearsal_of is null;

insert into ledger_account (id, kind, account_id, country, fuel_type, vintage_year, vintage_period, source_kind, source_id)
select place_id(kind, account_id, country, fuel_type, vintage_year, vintage_period, source_id), placed.* from placed;

insert into ledger_entry (kind, from_id, to_id, quantity)
select 'listed', supply.id, listed.id, item.quantity
from ledger_account listed
join auction_item item on item.id = listed.source_id
join ledger_account supply on supply.kind = 'supply' and supply.account_id = listed.account_id
  and (supply.country, supply.fuel_type, supply.vintage_year, supply.vintage_period)
    = (listed.country, listed.fuel_type, listed.vintage_year, listed.vintage_period)
where listed.kind = 'listed';

insert into ledger_entry (kind, from_id, to_id, quantity, made_at)
select 'awarded', coalesce(listed.id, supply.id), held.id, award.quantity, auction.closed_at
from ledger_account held
join award on award.id = held.source_id
join auction on auction.id = award.auction_id
join bidder on bidder.id = award.bidder_id
left join ledger_account listed on listed.kind = 'listed' and listed.source_id = award.item_id
left join ledger_account supply on supply.kind = 'supply' and supply.account_id = bidder.account_id
  and (supply.country, supply.fuel_type, supply.vintage_year, supply.vintage_period)
    = (held.country, held.fuel_type, held.vintage_year, held.vintage_period)
where held.kind = 'held';

insert into ledger_entry (kind, from_id, to_id, quantity, made_at)
select 'returned', listed.id, supply.id, listed.balance, auction.closed_at
from ledger_account listed
join auction_item item on item.id = listed.source_id
join auction on auction.id = item.auction_id
join ledger_account supply on supply.kind = 'supply' and supply.account_id = listed.account_id
  and (supply.country, supply.fuel_type, supply.vintage_year, supply.vintage_period)
    = (listed.country, listed.fuel_type, listed.vintage_year, listed.vintage_period)
where listed.kind = 'listed' and listed.balance > 0 and auction.closed_at is not null;
