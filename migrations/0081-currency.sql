-- The currency of the platform is a setting (decision 135). Amounts keep the decimals of its currency: `12.34` in USD,
-- `1234` in JPY, `1.234` in KWD. So the columns have no fixed number of decimals, and triggers check them.
create function money_decimals() returns integer language sql stable as $$
  select coalesce((select (value ->> 'decimals')::integer from platform_setting where name = 'currency'), 2)
$$;
comment on function money_decimals is 'The number of decimals of the currency of the platform.';

-- Returns an amount with all decimals of the currency.
create function as_money(amount numeric, decimals integer) returns numeric language plpgsql immutable as $$
begin
  if round(amount, decimals) <> amount then
    raise check_violation using message = format('%s has more decimals than the currency of the platform', amount);
  end if;
  return round(amount, decimals);
end $$;

create function has_money() returns boolean language sql stable as $$
  select exists (select from auction) or exists (select from sell_order) or exists (select from tick_size)
    or exists (select from deleted_object)
$$;
comment on function has_money is 'Whether there are prices or amounts, so that the currency of the platform cannot change.';

-- Until the transaction ends, nobody can create the first auction, sell order or tick size.
create function lock_money() returns void language plpgsql as $$
begin
  lock table auction, sell_order, tick_size, deleted_object in share mode;
end $$;

alter table award alter amount type numeric, alter seller_fee type numeric, alter buyer_fee type numeric;
alter table invoice alter net type numeric, alter tax type numeric, alter payable type numeric;
alter table item_result alter value type numeric;
alter table settlement alter owed type numeric, alter paid type numeric;
alter table settlement_event alter amount type numeric;
alter table settlement_offer alter amount type numeric, alter seller_fee type numeric, alter buyer_fee type numeric;

-- For `award` and `settlement_offer`.
create function keep_trade_decimals() returns trigger language plpgsql as $$
declare
  -- Read once, because closing an auction inserts many rows.
  decimals integer := money_decimals();
begin
  new.amount := as_money(new.amount, decimals);
  new.seller_fee := as_money(new.seller_fee, decimals);
  new.buyer_fee := as_money(new.buyer_fee, decimals);
  return new;
end $$;
create trigger keep_decimals before insert or update on award for each row execute function keep_trade_decimals();
create trigger keep_decimals before insert or update on settlement_offer for each row execute function keep_trade_decimals();

create function keep_invoice_decimals() returns trigger language plpgsql as $$
declare
  decimals integer := money_decimals();
begin
  new.net := as_money(new.net, decimals);
  new.tax := as_money(new.tax, decimals);
  new.payable := as_money(new.payable, decimals);
  return new;
end $$;
create trigger keep_decimals before insert or update on invoice for each row execute function keep_invoice_decimals();

create function keep_result_decimals() returns trigger language plpgsql as $$
declare
  decimals integer := money_decimals();
begin
  new.value := as_money(new.value, decimals);
  return new;
end $$;
create trigger keep_decimals before insert or update on item_result for each row execute function keep_result_decimals();

create function keep_settlement_decimals() returns trigger language plpgsql as $$
declare
  decimals integer := money_decimals();
begin
  new.owed := as_money(new.owed, decimals);
  new.paid := as_money(new.paid, decimals);
  return new;
end $$;
create trigger keep_decimals before insert or update on settlement for each row execute function keep_settlement_decimals();

create function keep_event_decimals() returns trigger language plpgsql as $$
declare
  decimals integer := money_decimals();
begin
  new.amount := as_money(new.amount, decimals);
  return new;
end $$;
create trigger keep_decimals before insert or update on settlement_event for each row execute function keep_event_decimals();

create function refuse_other_currency() returns trigger language plpgsql as $$
begin
  if coalesce(new.value ->> 'decimals', '2') <> money_decimals()::text and has_money() then
    raise check_violation using message = 'the currency of the platform cannot change as soon as there is money';
  end if;
  return new;
end $$;
create trigger refuse_other_currency before insert or update on platform_setting for each row
  when (new.name = 'currency') execute function refuse_other_currency();
