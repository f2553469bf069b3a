-- When the objects of lists changed, for programs that synchronise (decision 119). A table of its own: retirements and
-- invoices never change, but what is recorded about them does, and the audit trail shall not show these times.
create table change_stamp (
  kind text not null check (kind in ('auction', 'sellOrder', 'buyOrder', 'registration', 'account', 'settlement',
    'invoice', 'holding', 'retirement')),
  object_id uuid not null,
  source_id uuid not null,
  changed_at timestamptz(3) not null default clock_timestamp(),
  primary key (kind, object_id, source_id)
);
comment on table change_stamp is 'When the objects of lists changed, for programs that synchronise.';
comment on column change_stamp.source_id is 'The row that changed: the object itself, or one that belongs to it. One stamp for each row, so that two transactions never wait for a stamp unless they wait for the row.';
comment on column change_stamp.changed_at is 'Taken after the transaction got its number, which the reader''s horizon relies on.';
create index change_stamp_in_order on change_stamp (kind, changed_at, object_id);

-- Arguments: the kind, the column with the id of the object, and the column with the id of the changed row.
-- The function runs after the row is written, so the transaction has a number when the clock is read.
create function stamp_change() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
  object uuid := changed ->> tg_argv[1];
  source uuid := changed ->> tg_argv[2];
begin
  if object is null then
    return null;
  elsif tg_op <> 'DELETE' then
    insert into change_stamp (kind, object_id, source_id) values (tg_argv[0], object, source)
    on conflict (kind, object_id, source_id) do update set changed_at = clock_timestamp();
  elsif object = source then
    delete from change_stamp where kind = tg_argv[0] and object_id = object;
  else
    -- The object lost a part. After the object itself there is no stamp any more.
    update change_stamp set changed_at = clock_timestamp()
    where kind = tg_argv[0] and object_id = object and source_id = source;
  end if;
  return null;
end $$;

-- A bid changes the version and the hash of an auction, and jobs change their own times. Neither is a change of the list.
create trigger stamp_change after insert or delete on auction
  for each row execute function stamp_change('auction', 'id', 'id');
create trigger stamp_update after update on auction for each row when (
  (old.title, old.auction_type, old.is_private, old.start_time, old.end_time, old.auction_end_time, old.minimum_rec_quantity,
   old.minimum_bidding_rec_quantity, old.seller_fee_hundredths, old.buyer_fee_hundredths, old.spot_recs,
   old.owner_account_id, old.tick_size_id, old.tick_cents, old.closed_at, old.soft_close_minutes, old.soft_close_max,
   old.paused_at, old.end_when_paused, old.annulled_at, old.rehearsal_of, old.thumbnail_id, old.recurrence, old.follows,
   old.planned_start_time, old.planned_end_time)
  is distinct from
  (new.title, new.auction_type, new.is_private, new.start_time, new.end_time, new.auction_end_time, new.minimum_rec_quantity,
   new.minimum_bidding_rec_quantity, new.seller_fee_hundredths, new.buyer_fee_hundredths, new.spot_recs,
   new.owner_account_id, new.tick_size_id, new.tick_cents, new.closed_at, new.soft_close_minutes, new.soft_close_max,
   new.paused_at, new.end_when_paused, new.annulled_at, new.rehearsal_of, new.thumbnail_id, new.recurrence, new.follows,
   new.planned_start_time, new.planned_end_time))
  execute function stamp_change('auction', 'id', 'id');
create trigger stamp_change after insert or update or delete on auction_item
  for each row execute function stamp_change('auction', 'auction_id', 'id');
-- Whoever becomes a bidder sees the auction from then on.
create trigger stamp_change after insert or delete or update of user_id, account_id, max_quantity, terms_accepted_at,
  terms_version, settlement_terms on bidder
  for each row execute function stamp_change('auction', 'auction_id', 'id');

create trigger stamp_change after insert or update or delete on sell_order
  for each row execute function stamp_change('sellOrder', 'id', 'id');
create trigger stamp_change after insert or update or delete on sell_order_item
  for each row execute function stamp_change('sellOrder', 'sell_order_id', 'id');
create trigger stamp_change after insert or delete on sell_order_buyer
  for each row execute function stamp_change('sellOrder', 'sell_order_id', 'account_id');
create trigger stamp_change after insert or update or delete on buy_order
  for each row execute function stamp_change('buyOrder', 'id', 'id');
create trigger stamp_change after insert or update or delete on company_registration
  for each row execute function stamp_change('registration', 'id', 'id');
create trigger stamp_change after insert or update or delete on account
  for each row execute function stamp_change('account', 'id', 'id');
create trigger stamp_change after insert or update or delete on settlement
  for each row execute function stamp_change('settlement', 'id', 'id');
create trigger stamp_change after insert on invoice
  for each row execute function stamp_change('invoice', 'id', 'id');
-- A credit note changes what is credited of the invoice.
create trigger stamp_corrected after insert on invoice
  for each row when (new.corrects_id is not null) execute function stamp_change('invoice', 'corrects_id', 'id');
create trigger stamp_change after insert or update on invoice_submission
  for each row execute function stamp_change('invoice', 'invoice_id', 'invoice_id');
create trigger stamp_change after insert or update on ledger_account
  for each row when (new.kind = 'held') execute function stamp_change('holding', 'id', 'id');
create trigger stamp_change after insert on retirement
  for each row execute function stamp_change('retirement', 'id', 'id');
create trigger stamp_change after insert on registry_retirement
  for each row execute function stamp_change('retirement', 'retirement_id', 'id');

-- An answer about a credit note changes what is credited of the invoice, too.
create function stamp_corrected() returns trigger language plpgsql as $$
begin
  update change_stamp set changed_at = clock_timestamp()
  where kind = 'invoice' and source_id = new.invoice_id
    and object_id = (select corrects_id from invoice where id = new.invoice_id);
  return null;
end $$;
create trigger stamp_corrected after update of state on invoice_submission
  for each row execute function stamp_corrected();

-- Nobody knows when older objects changed last, so all of them count as changed now.
insert into change_stamp (kind, object_id, source_id)
select 'auction', id, id from auction
union all select 'auction', auction_id, id from auction_item
union all select 'auction', auction_id, id from bidder
union all select 'sellOrder', id, id from sell_order
union all select 'sellOrder', sell_order_id, id from sell_order_item
union all select 'sellOrder', sell_order_id, account_id from sell_order_buyer
union all select 'buyOrder', id, id from buy_order
union all select 'registration', id, id from company_registration
union all select 'account', id, id from account
union all select 'settlement', id, id from settlement
union all select 'invoice', id, id from invoice
union all select 'invoice', corrects_id, id from invoice where corrects_id is not null
union all select 'holding', id, id from ledger_account where kind = 'held'
union all select 'retirement', id, id from retirement
union all select 'retirement', retirement_id, id from registry_retirement;
