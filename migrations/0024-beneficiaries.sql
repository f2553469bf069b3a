-- Beneficiaries that a company has saved for its retirements (rules 3.4, decision 25). A retirement keeps what its own one
-- was: these may be changed and deleted.
create table beneficiary (
  id uuid primary key,
  account_id uuid not null references account,
  account_type text not null check (account_type in ('Corporate', 'Building', 'Personal')),
  name text not null,
  address text not null,
  name_on_certificates text not null,
  building_owner_name text not null default '',
  created_by uuid not null references app_user,
  created_at timestamptz(3) not null default clock_timestamp(),
  check ((account_type = 'Building') = (building_owner_name <> ''))
);
create index beneficiary_account on beneficiary (account_id, name);
