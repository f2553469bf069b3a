-- Receipts (decision 133). Auctions from before have no salt: their lines are hashed as before, and they give no receipts.
alter table auction add column salt text;
alter table auction alter column salt set default replace(gen_random_uuid()::text, '-', '');
comment on column auction.salt is 'Hides the contents of history lines behind their hashes. Secret until the closing, then part of the record.';

-- The audit trail leaves out the salt, because administrators could otherwise guess the contents of sealed bids.
create or replace function note_change()
 returns trigger language plpgsql as $$
declare
  left_out text[] := '{password_hash,token_hash,code_hash,request_hash,id_token,last_hash,title_lower,salt}';
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
