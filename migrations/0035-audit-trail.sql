-- Who, from where, what before and after (decision 44). The line is written before what it tells of, in the same
-- transaction: rows that the transaction then changes are noted under it. Nobody can change what is written.
alter table audit_line
  add column username text not null default '',
  add column address text not null default '',
  -- Tells sessions apart; it isn't what the session is known by elsewhere.
  add column session text not null default '',
  -- What the act is about, by its name at that time.
  add column about text not null default '',
  add column outcome text not null default 'done' check (outcome in ('done', 'refused'));
update audit_line set username = app_user.username from app_user where app_user.id = audit_line.user_id;
create index audit_line_words on audit_line using gin (lower(username || ' ' || about || ' ' || address) gin_trgm_ops);
create index audit_line_action on audit_line (action, id);
create index audit_line_at on audit_line (at, id);
create index audit_line_subject on audit_line ((subject ->> 'id'), id);

create table audit_change (
  id bigint generated always as identity primary key,
  line_id bigint not null references audit_line,
  table_name text not null,
  row_key jsonb not null,
  kind text not null check (kind in ('insert', 'update', 'delete')),
  -- Of updates what is different only.
  before jsonb,
  after jsonb,
  check ((kind = 'insert') = (before is null)),
  check ((kind = 'delete') = (after is null))
);
create index audit_change_line on audit_change (line_id, id);
create index audit_change_row on audit_change ((row_key ->> 'id'), line_id);

-- The arguments are the columns of the table's key. Secrets and what follows from other columns are left out by name.
create function note_change() returns trigger language plpgsql as $$
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
    left_out := case tg_table_name when 'bidder' then '{version,start_time,auction_end_time}' else '{version}' end;
    select jsonb_object_agg(key, value), jsonb_object_agg(key, is_now -> key) into was, is_now
    from jsonb_each(was - left_out) where is_now -> key is distinct from value;
    if was is null then return null; end if;
  end if;
  insert into audit_change (line_id, table_name, row_key, kind, before, after)
  values (current_setting('greenlot.audit_line')::bigint, tg_table_name, row_key, lower(tg_op), was, is_now);
  return null;
end $$;

-- Outside of an admin's act the condition alone is evaluated: a bid raises its auction's version at no further cost.
do $$
declare
  noted record;
begin
  for noted in
    select * from (values
      ('account', 'id'), ('account_member', 'account_id, user_id'), ('auction', 'id'), ('auction_item', 'id'),
      ('auction_notification', 'id'), ('bidder', 'id'), ('buy_order', 'id'), ('change_request', 'id'),
      ('company_registration', 'id'), ('image', 'id'), ('item_change', 'id'), ('ledger_entry', 'id'),
      ('retirement', 'id'), ('sell_order', 'id'), ('sell_order_buyer', 'sell_order_id, account_id'),
      ('sell_order_item', 'id'), ('template', 'id'), ('template_file', 'id'),
      ('template_version', 'template_id, version'), ('tick_size', 'id')
    ) as listed (table_name, key)
  loop
    execute format(
      'create trigger note_change after insert or update or delete on %I for each row
       when (coalesce(current_setting(''greenlot.audit_line'', true), '''') <> '''') execute function note_change(%s)',
      noted.table_name, noted.key);
  end loop;
end $$;

create function keep_audit_trail() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is only ever added to' using errcode = 'check_violation';
end $$;
create trigger keep_lines before update or delete or truncate on audit_line
  for each statement execute function keep_audit_trail();
create trigger keep_changes before update or delete or truncate on audit_change
  for each statement execute function keep_audit_trail();
