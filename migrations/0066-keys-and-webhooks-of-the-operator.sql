-- Scopes of API keys, and keys and webhooks of the operator (decisions 117 and 121).
alter table api_key alter column account_id drop not null;
alter table api_key drop constraint api_key_role_check;
alter table api_key add constraint api_key_role_check check (role in ('viewer', 'trader', 'admin'));
alter table api_key add constraint api_key_holder_check check ((account_id is null) = (role = 'admin'));
alter table api_key add column scopes text[] check (scopes <> '{}');
comment on table api_key is 'A key by which programs of a company, or of the operator, call the API. It acts for the user who created it.';
comment on column api_key.account_id is 'Null for a key of the operator.';
comment on column api_key.scopes is 'The areas of the API that the key may read or change, such as auctions:read.';
-- A key keeps what it could call before scopes existed.
update api_key set scopes = array[
  'auctions:read', 'auctions:write', 'marketplace:read', 'marketplace:write', 'holdings:read', 'holdings:write', 'statistics:read'];
alter table api_key alter column scopes set not null;

alter table audit_line add column key_name text not null default '';
comment on column audit_line.key_name is 'Name of the API key that made the call, at that time; empty for a call by screen.';

alter table webhook alter column account_id drop not null;
comment on column webhook.account_id is 'Null for a webhook of the operator, which receives the events of all companies.';

-- Kinds of events get the names that other platforms use.
create function pg_temp.renamed(kind text) returns text language sql immutable as $$
  select case kind
    when 'started' then 'auction.started' when 'endingSoon' then 'auction.ending_soon' when 'result' then 'auction.result'
    when 'outbid' then 'bid.outbid' when 'canWin' then 'bid.can_win' when 'bidsCancelled' then 'bid.cancelled'
    when 'bidsVoid' then 'bid.void' when 'offered' then 'offer.made' when 'settlement' then 'settlement.updated'
    when 'invoice' then 'invoice.updated' when 'test' then 'webhook.test' else kind end $$;
update webhook set kinds = array(
  select pg_temp.renamed(kind) from unnest(kinds) kind where kind <> 'orderDecided'
  union all
  select decided from unnest(array['order.approved', 'order.rejected', 'order.cancelled']) decided where 'orderDecided' = any(kinds));
update webhook_delivery set kind = case
  when kind = 'orderDecided' then 'order.' || lower(body::jsonb -> 'data' ->> 'status') else pg_temp.renamed(kind) end;
drop function pg_temp.renamed;
