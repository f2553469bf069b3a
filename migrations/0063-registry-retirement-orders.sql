-- Retirements at registries by registry orders (decision 106).
alter table registry_order
  alter column settlement_id drop not null,
  alter column part drop not null,
  add column retirement_id uuid references retirement,
  add column seller_account_id uuid references account,
  add column verification_key text not null default '',
  add column retired_on date,
  add constraint registry_order_kind check (
    (settlement_id is null) <> (retirement_id is null)
    and (settlement_id is null) = (part is null)
    and (retirement_id is null) = (seller_account_id is null));
comment on table registry_order is 'One transfer or retirement that a registry is asked for. Its id is the correlation id at the registry.';
comment on column registry_order.settlement_id is 'The settlement whose delivery is a transfer. Null for a retirement.';
comment on column registry_order.retirement_id is 'The retirement here that the registry is asked for. Null for a transfer.';
comment on column registry_order.seller_account_id is 'The company that sold the RECs of the retirement. Null for a transfer.';
comment on column registry_order.sender is 'The account at the registry in which the certificates are. Empty if unknown.';
comment on column registry_order.receiver is 'The buyer''s account at the registry, or the subaccount for retired certificates. Empty if unknown.';
comment on column registry_order.transfer_id is 'The id that the registry gave to the transfer, or its reference of the retirement.';
comment on column registry_order.verification_key is 'The key with which anybody verifies the retirement at the registry. Empty if there is none.';
comment on column registry_order.retired_on is 'The day of the retirement, as the registry states it. Null if unknown.';
create index registry_order_retirement on registry_order (retirement_id, seller_account_id) where retirement_id is not null;

alter table registry_account add column retirement_code text not null default '';
comment on column registry_account.retirement_code is 'The subaccount in which the registry keeps retired certificates. Empty if there is none.';

alter table registry_retirement alter column recorded_by drop not null;
comment on column registry_retirement.recorded_by is 'Null: the registry answered a registry order by its API.';
