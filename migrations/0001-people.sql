-- Users, companies' business accounts and who belongs to them (specification 3, rules 5). Sign-in itself is in 0002.
create table app_user (
  id uuid primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  -- Stored as the identity service names it, e.g. TNBxOps; auction_user_role is what permissions ask for.
  role_name text not null default 'User',
  auction_user_role text not null default 'User' check (auction_user_role in ('User', 'Admin')),
  phone_code text,
  phone_number text,
  -- When a code that was sent there came back; codes go to no phone that was never proven.
  email_proven_at timestamptz(3),
  phone_proven_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index app_user_username on app_user (lower(username));
create unique index app_user_email on app_user (lower(email));

create table account (
  id uuid primary key,
  company_name text not null check (company_name <> ''),
  english_company_name text not null default '',
  registration_number text not null default '',
  country text not null check (country in ('CN', 'MY', 'VN')),
  province text not null default '',
  status text not null default 'Active' check (status in ('Active', 'Blacklisted')),
  -- Holds for every auction that gives the bidder no maximum of its own (rules 3).
  max_bid_quantity integer check (max_bid_quantity between 1 and 100000000),
  created_at timestamptz(3) not null default now()
);
create index account_company_name on account (lower(company_name));

create table account_member (
  account_id uuid not null references account on delete cascade,
  user_id uuid not null references app_user on delete cascade,
  role text not null default 'owner' check (role in ('owner', 'trader', 'viewer')),
  primary key (account_id, user_id)
);
create index account_member_user on account_member (user_id);
