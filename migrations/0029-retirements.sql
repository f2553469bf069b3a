-- Retirements (rules 3.4, decision 25). What was retired, out of which holding and when, the ledger says: a retirement is its
-- place of kind `retired`. Here stand its number and the names as they were then.
create table retirement (
  id uuid primary key,
  -- Confirms the statement on an open page to whoever knows it: it can't be guessed.
  number text not null unique,
  account_id uuid not null references account,
  company_name text not null,
  account_type text not null check (account_type in ('Corporate', 'Building', 'Personal')),
  name text not null,
  address text not null,
  name_on_certificates text not null,
  building_owner_name text not null,
  retired_by uuid not null references app_user,
  retired_at timestamptz(3) not null default clock_timestamp()
);
create index retirement_account on retirement (account_id, retired_at desc);
create index retirement_at on retirement (retired_at desc);

-- A retirement is final.
create trigger keep_retirements before update or delete or truncate on retirement
  for each statement execute function keep_ledger();

-- Holdings of all companies, newest first.
create index ledger_account_newest on ledger_account (kind, created_at desc);
