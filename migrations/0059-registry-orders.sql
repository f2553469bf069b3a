-- Delivery at registries (decision 106).
alter table settlement_event drop constraint settlement_event_actor_check;
alter table settlement_event add constraint settlement_event_actor_check
  check (actor in ('buyer', 'seller', 'admin', 'clock', 'registry'));

create table registry_account (
  account_id uuid not null references account,
  registry text not null check (registry in ('irec', 'aib', 'tigr', 'nar', 'mrets', 'other')),
  code text not null check (code <> ''),
  changed_by uuid not null references app_user,
  changed_at timestamptz(3) not null default clock_timestamp(),
  primary key (account_id, registry)
);
comment on table registry_account is 'The account that a company has at a registry. Transfers go from one to the other.';
comment on column registry_account.code is 'The id of the account, as the registry writes it.';

create table registry_order (
  id uuid primary key,
  settlement_id uuid not null references settlement on delete cascade,
  part integer not null,
  connector text not null check (connector in ('file', 'nar')),
  registry text check (registry in ('irec', 'aib', 'tigr', 'nar', 'mrets', 'other')),
  device text not null default '',
  first_serial text not null default '',
  last_serial text not null default '',
  quantity numeric(38,6) not null check (quantity > 0),
  sender text not null default '',
  receiver text not null default '',
  state text not null check (state in ('prepared', 'sent', 'pending', 'accepted', 'rejected', 'failed', 'unclear')),
  transfer_id text not null default '',
  reason text check (reason in ('quantityDiffers', 'transferDiffers', 'certificatesDiffer', 'noAnswer', 'withdrawn', 'refused')),
  detail text not null default '',
  answer jsonb,
  attempts integer not null default 0,
  version integer not null default 1,
  created_at timestamptz(3) not null default clock_timestamp(),
  asked_at timestamptz(3),
  answered_at timestamptz(3),
  check ((registry is null) = (first_serial = '') and (first_serial = '') = (last_serial = ''))
);
comment on table registry_order is 'One transfer that a registry is asked for. Its id is the correlation id at the registry.';
comment on column registry_order.part is 'The version of the settlement at which the seller instructed this part of the delivery.';
comment on column registry_order.registry is 'Null: the seller has named no certificates for these RECs.';
comment on column registry_order.sender is 'The seller''s account at the registry. Empty if unknown.';
comment on column registry_order.receiver is 'The buyer''s account at the registry. Empty if unknown.';
comment on column registry_order.reason is 'Why a person must decide, or why nothing was transferred.';
comment on column registry_order.detail is 'The explanation of the registry, in its own words.';
comment on column registry_order.answer is 'The last answer that was applied: status, transfer id and quantity.';
comment on column registry_order.attempts is 'How often the registry was asked without an answer that counts.';
create index registry_order_settlement on registry_order (settlement_id, part, created_at);
create index registry_order_open on registry_order (connector, asked_at) where state in ('prepared', 'sent', 'pending');
create index registry_order_transfer on registry_order (transfer_id) where transfer_id <> '';
