-- Claims (decision 104). What was never asked stays unknown: an empty text, null, or the purpose `unknown`.
alter table beneficiary
  add column country text not null default '',
  add column location text not null default '';
comment on column beneficiary.country is 'Where the electricity is consumed: ISO 3166-1 alpha-2. Empty if unknown.';
comment on column beneficiary.location is 'A place in that country. Empty if unknown.';
drop index beneficiary_once;
create unique index beneficiary_once on beneficiary (account_id, account_type, md5(name), md5(address),
  md5(name_on_certificates), md5(building_owner_name), country, md5(location));

alter table retirement
  add column country text not null default '',
  add column location text not null default '',
  add column period_from date,
  add column period_to date,
  add column purpose text not null default 'unknown',
  add column purpose_text text not null default '',
  add constraint retirement_period_check check ((period_from is null) = (period_to is null) and period_from <= period_to),
  add constraint retirement_purpose_check check (
    purpose in ('scope2', 'renewableTarget', 'product', 'certification', 'compliance', 'other', 'unknown'));
comment on column retirement.country is 'Where the electricity was consumed: ISO 3166-1 alpha-2. Empty if unknown.';
comment on column retirement.location is 'A place in that country. Empty if unknown.';
comment on column retirement.period_from is 'First day for which the beneficiary reports. Null if unknown.';
comment on column retirement.period_to is 'Last day for which the beneficiary reports. Null if unknown.';

alter table buy_order add column claim jsonb;
comment on column buy_order.claim is 'Reporting period and purpose of the retirement on approval; null: unknown, or no retirement.';

create table registry_retirement (
  id uuid primary key,
  retirement_id uuid not null references retirement (id),
  seller_account_id uuid not null references account (id),
  company_name text not null,
  registry text not null check (registry <> ''),
  reference text not null check (reference <> ''),
  verification_key text not null,
  address text not null,
  retired_on date not null,
  evidence_ids uuid[] not null default '{}',
  recorded_by uuid not null references app_user (id),
  recorded_at timestamptz(3) not null default clock_timestamp()
);
create index registry_retirement_of on registry_retirement (retirement_id, seller_account_id, recorded_at desc);
create index registry_retirement_reference on registry_retirement (lower(registry), lower(reference));
comment on table registry_retirement is
  'What a seller or an administrator recorded of the retirement at the registry. The latest row of a seller counts. It cannot be changed.';
comment on column registry_retirement.seller_account_id is 'The company from which the holder got the RECs.';
comment on column registry_retirement.company_name is 'The name of the seller at that time.';
comment on column registry_retirement.address is 'The public page of the registry that confirms the retirement. Empty if there is none.';
create trigger keep_registry_retirements before delete or update or truncate on registry_retirement
  for each statement execute function keep_ledger();
create trigger note_change after insert or update or delete on registry_retirement for each row
  when (coalesce(current_setting('greenlot.audit_line', true), '') <> '') execute function note_change('id');
