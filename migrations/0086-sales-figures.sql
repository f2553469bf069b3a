-- Sums of the results, so that the figures of a year read some hundred rows instead of a hundred thousand (decision 142).
create table sales_figure (
  unit text not null check (unit in ('day', 'month')),
  begins date not null,
  auction_type text not null,
  country text,
  fuel_type text,
  vintage_year int,
  vintage_period text,
  auctions int not null,
  offered bigint not null,
  sold bigint not null,
  value numeric not null,
  awards bigint not null,
  price_cents_sum bigint not null,
  bids bigint not null,
  unique nulls not distinct (unit, country, fuel_type, vintage_year, vintage_period, auction_type, begins)
);
create index sales_figure_month on sales_figure (begins) where unit = 'month';

comment on table sales_figure is 'Sums of item results per day or month, in UTC. Trigger keep_figures moves them with the results.';
comment on column sales_figure.begins is 'The day, or the first day of the month, on which the auctions ended.';
comment on column sales_figure.country is
  'Null: all. Rows of a day are for all products, or for one country, fuel type, year or period. Rows of a month are for one product.';
comment on column sales_figure.auctions is 'Auctions with at least one such item.';

-- All results of an auction are written by one statement, so each statement counts an auction once. Rows are locked in one
-- order, so that no two closings wait for each other.
create function keep_figures() returns trigger language plpgsql as $$
declare
  sign int := tg_argv[0];
begin
  insert into sales_figure as kept
  select case grouping(day) when 0 then 'day' else 'month' end, coalesce(day, month), auction_type, country, fuel_type,
    vintage_year, vintage_period, sign * count(distinct auction_id), sign * sum(offered), sign * sum(sold), sign * sum(value),
    sign * sum(awards), sign * sum(price_cents_sum), sign * sum(bids)
  from changed, lateral (
    select (ended_at at time zone 'UTC')::date as day, date_trunc('month', ended_at at time zone 'UTC')::date as month
  ) ended
  group by auction_type, grouping sets (
    day, (day, country), (day, fuel_type), (day, vintage_year), (day, vintage_period),
    (month, country, fuel_type, vintage_year, vintage_period))
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict (unit, country, fuel_type, vintage_year, vintage_period, auction_type, begins) do update set
    auctions = kept.auctions + excluded.auctions, offered = kept.offered + excluded.offered, sold = kept.sold + excluded.sold,
    value = kept.value + excluded.value, awards = kept.awards + excluded.awards,
    price_cents_sum = kept.price_cents_sum + excluded.price_cents_sum, bids = kept.bids + excluded.bids;
  return null;
end $$;
create trigger keep_figures after insert on item_result
  referencing new table as changed for each statement execute function keep_figures(1);
create trigger keep_figures_of_deleted after delete on item_result
  referencing old table as changed for each statement execute function keep_figures('-1');
create trigger keep_figures_before_update after update on item_result
  referencing old table as changed for each statement execute function keep_figures('-1');
create trigger keep_figures_of_updated after update on item_result
  referencing new table as changed for each statement execute function keep_figures(1);

-- The results so far go through the same function.
create temporary table so_far (like item_result) on commit drop;
create trigger keep_figures after insert on so_far
  referencing new table as changed for each statement execute function keep_figures(1);
insert into so_far select * from item_result;

-- A filter by product finds its items, also those of which nothing was sold.
drop index item_result_goods;
create index item_result_product on item_result (country, fuel_type, vintage_year, vintage_period, ended_at);

-- An administrator's search by an owner's name is counted from the index alone.
drop index auction_owner;
create index auction_owner on auction (owner_account_id, auction_end_time, start_time, id) include (rehearsal_of);

-- Searches of one and two letters have no trigram. They read titles in order, from the index alone.
drop index auction_end;
create index auction_end on auction (auction_end_time, id) include (rehearsal_of, title_lower);
