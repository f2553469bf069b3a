-- Undo and repair (decision 124).

-- An administrator can reopen a rejected registration.
alter table registration_remark drop constraint registration_remark_action_check;
alter table registration_remark add constraint registration_remark_action_check
  check (action in ('submit', 'resubmit', 'take-up', 'approve', 'return', 'reject', 'reopen'));
-- The registration of a person who is being erased cannot become open again.
create trigger refuse_reopened before update of status on company_registration
  for each row when (old.status = 'Rejected') execute function refuse_erased();

-- Versions of settings, so that a later editor of a form learns what the earlier one changed.
alter table auction
  add column settings_version integer not null default 1,
  add column setting_versions jsonb not null default '{}';
comment on column auction.settings_version is 'Increases with each change of the settings. The column version counts the bid history.';
comment on column auction.setting_versions is 'For each setting that was ever changed, the settings_version that changed it last.';
alter table sell_order
  add column settings_version integer not null default 1,
  add column setting_versions jsonb not null default '{}';
comment on column sell_order.settings_version is 'Increases with each change of the settings.';
comment on column sell_order.setting_versions is 'For each setting that was ever changed, the settings_version that changed it last.';

-- What administrators deleted, so that they can restore it for 30 days.
create table deleted_object (
  id uuid primary key,
  kind text not null check (kind in ('auction', 'sellOrder')),
  title text not null,
  content jsonb not null,
  image_ids uuid[] not null,
  deleted_by uuid not null references app_user,
  deleted_at timestamptz(3) not null default clock_timestamp()
);
comment on table deleted_object is 'Deleted upcoming auctions and unpublished sell orders. Administrators can restore them for 30 days.';
comment on column deleted_object.id is 'The id that the auction or the sell order had.';
comment on column deleted_object.content is 'The deleted rows: settings, items, bidders or buyers, and terms of settlement. No bids.';
comment on column deleted_object.image_ids is 'Images that are kept until then.';
create index deleted_object_newest on deleted_object (deleted_at desc, id);

-- A restored auction is a draft that follows no other auction.
alter table auction drop constraint auction_draft;
alter table auction add constraint auction_draft check (
  (planned_start_time is null) = (planned_end_time is null)
  and (planned_start_time is null
    or (planned_start_time < planned_end_time and start_time = '9999-12-31 00:00:00+00'::timestamptz))
);

-- The audit trail has the changed settings; their versions say nothing more.
create or replace function note_change()
 returns trigger language plpgsql as $$
declare
  left_out text[] := '{password_hash,token_hash,code_hash,request_hash,id_token,last_hash,title_lower}';
  was jsonb;
  is_now jsonb;
  row_key jsonb;
begin
  if tg_op <> 'INSERT' then was := to_jsonb(old) - left_out; end if;
  if tg_op <> 'DELETE' then is_now := to_jsonb(new) - left_out; end if;
  select jsonb_object_agg(name, coalesce(is_now, was) -> name) into row_key from unnest(tg_argv) as name;
  if tg_op = 'UPDATE' then
    -- Counts of changes say nothing by themselves; bidders repeat the times of their auction.
    left_out := case tg_table_name when 'bidder' then '{version,start_time,auction_end_time}' else '{version,settings_version,setting_versions}' end;
    select jsonb_object_agg(key, value), jsonb_object_agg(key, is_now -> key) into was, is_now
    from jsonb_each(was - left_out) where is_now -> key is distinct from value;
    if was is null then return null; end if;
  end if;
  insert into audit_change (line_id, table_name, row_key, kind, before, after)
  values (current_setting('greenlot.audit_line')::bigint, tg_table_name, row_key, lower(tg_op), was, is_now);
  return null;
end $$;
