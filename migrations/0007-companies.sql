-- Companies ask to be admitted, an admin decides, and people act for them in roles (specification 3, rules 5).

-- What a company says of itself, the same for a registration and for the account that comes out of it. Provinces are
-- ISO 3166-2 codes; until now they were words, and nobody but the demo had written any.
update account set province = '' where province !~ '^[A-Z]{2}-';
alter table account
  add column registered_address text not null default '',
  add column business_address text not null default '',
  add column business_type text not null default 'Other' check (
    business_type in ('Generator', 'Developer', 'Utility', 'Trader', 'CorporateBuyer', 'Government', 'Other')),
  add column pic_name text not null default '',
  add column pic_email text not null default '',
  add column pic_telephone text not null default '',
  add column contact_number text not null default '',
  add column sst_number text not null default '',
  add column contract_account_number text not null default '',
  -- Rises with each change, so that nobody writes over what he hasn't seen.
  add column version integer not null default 1;
-- Two companies may give one number: nobody is refused for it, but the admin is told.
create index account_number on account (country, translate(upper(registration_number), ' -', ''));

alter table account_member add column created_at timestamptz(3) not null default now();

create table company_registration (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  status text not null default 'New' check (status in ('New', 'In-Progress', 'Returned', 'Approved', 'Rejected')),
  company_name text not null,
  english_company_name text not null,
  registration_number text not null,
  registered_address text not null,
  business_address text not null,
  country text not null check (country in ('CN', 'MY', 'VN')),
  province text not null,
  business_type text not null check (
    business_type in ('Generator', 'Developer', 'Utility', 'Trader', 'CorporateBuyer', 'Government', 'Other')),
  pic_name text not null,
  pic_email text not null,
  pic_telephone text not null,
  contact_number text not null,
  sst_number text not null,
  contract_account_number text not null,
  -- The language that it was sent in last: what is decided is told in the same.
  language text not null check (language in ('en', 'zh')),
  version integer not null default 1,
  taken_up_by uuid references app_user,
  submitted_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- What came out of it, once approved.
  account_id uuid references account,
  check ((status = 'Approved') = (account_id is not null))
);
-- One open registration a user (rules 5).
create unique index company_registration_open on company_registration (user_id)
  where status in ('New', 'In-Progress', 'Returned');
create index company_registration_user on company_registration (user_id, created_at);
create index company_registration_submitted on company_registration (submitted_at, id);
create index company_registration_number
  on company_registration (country, translate(upper(registration_number), ' -', ''));

-- What happened to a registration, in order; the remark may be empty.
create table registration_remark (
  id bigint generated always as identity primary key,
  registration_id uuid not null references company_registration on delete cascade,
  at timestamptz(3) not null default now(),
  user_id uuid not null references app_user,
  action text not null check (action in ('submit', 'resubmit', 'take-up', 'approve', 'return', 'reject')),
  content text not null
);
create index registration_remark_registration on registration_remark (registration_id, id);

-- What happened to an account, in order: who, when, what.
create table account_change (
  id bigint generated always as identity primary key,
  account_id uuid not null references account on delete cascade,
  at timestamptz(3) not null default now(),
  user_id uuid not null references app_user,
  kind text not null check (kind in (
    'approved', 'edited', 'blacklisted', 'reinstated', 'max_bid_quantity',
    'member_invited', 'member_joined', 'member_changed', 'member_removed', 'invitation_revoked')),
  remark text not null default '',
  -- [{ field, before, after }]
  changes jsonb not null default '[]'
);
create index account_change_account on account_change (account_id, id);

-- Somebody is asked to join; the secret in the mail is stored as a hash and works once.
create table account_invitation (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'trader', 'viewer')),
  token_hash char(64) not null unique,
  invited_by uuid not null references app_user,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  accepted_by uuid references app_user,
  revoked_at timestamptz(3)
);
create index account_invitation_account on account_invitation (account_id, created_at);
-- One that waits for an answer is enough for one address; whoever asks again takes the older one back.
create unique index account_invitation_open on account_invitation (account_id, lower(email))
  where accepted_at is null and revoked_at is null;
