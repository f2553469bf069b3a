-- Invoices and credit notes about settlements, and what their issuers add to them (decision 105).
create table billing (
  id uuid primary key,
  account_id uuid references account on delete cascade,
  fields jsonb not null,
  taxes jsonb not null default '[]',
  company jsonb,
  version integer not null default 1,
  changed_at timestamptz(3) not null default clock_timestamp(),
  unique nulls not distinct (account_id),
  check ((account_id is null) = (company is not null))
);
comment on table billing is 'Tax numbers, bank account and taxes of an issuer of invoices.';
comment on column billing.account_id is 'Null: the platform, which issues invoices for its fees.';
comment on column billing.fields is 'As BillingFields in src/domain/invoice/billing.ts.';
comment on column billing.taxes is 'The taxes on the lines of its invoices, each with its first and last day.';
comment on column billing.company is 'Name, address and numbers of the platform''s company. Those of other issuers are in their accounts.';

create table invoice_series (
  issuer_account_id uuid references account,
  type text not null check (type in ('invoice', 'creditNote')),
  year integer not null,
  last integer not null check (last > 0),
  unique nulls not distinct (issuer_account_id, type, year)
);
comment on table invoice_series is 'The last number of each series. A series belongs to an issuer and a year, and has no gaps.';

create table invoice (
  id uuid primary key,
  settlement_id uuid not null references settlement,
  issuer_account_id uuid references account,
  receiver_account_id uuid not null references account,
  type text not null check (type in ('invoice', 'creditNote')),
  kind text not null check (kind in ('sale', 'fee')),
  number text not null,
  corrects_id uuid references invoice,
  issued_at timestamptz(3) not null,
  issued_by uuid not null references app_user,
  net numeric(20,2) not null check (net >= 0),
  tax numeric(20,2) not null check (tax >= 0),
  payable numeric(20,2) not null check (payable = net + tax),
  content jsonb not null,
  unique nulls not distinct (issuer_account_id, number),
  check ((type = 'creditNote') = (corrects_id is not null))
);
comment on table invoice is 'Invoices and credit notes. Rows are only added: an issued document never changes.';
comment on column invoice.issuer_account_id is 'Null: the platform.';
comment on column invoice.corrects_id is 'The invoice that a credit note takes back in whole or in part.';
comment on column invoice.content is 'Everything that the files of the document show, as Invoice in src/domain/invoice/invoice.ts.';
create index invoice_settlement on invoice (settlement_id);
create index invoice_issuer on invoice (issuer_account_id, issued_at);
create index invoice_receiver on invoice (receiver_account_id, issued_at);

create function keep_invoices() returns trigger language plpgsql as $$
begin
  raise exception 'an issued invoice never changes' using errcode = 'check_violation';
end $$;
create trigger keep_invoices before update or delete or truncate on invoice
  for each statement execute function keep_invoices();
