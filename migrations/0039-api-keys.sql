-- Keys by which a company's own programs call the API (decision 50). A key acts for the user who made it, within one company.
create table api_key (
  id uuid primary key,
  account_id uuid not null references account,
  user_id uuid not null references app_user,
  name text not null,
  role text not null check (role in ('viewer', 'trader')),
  token_hash text not null unique,
  -- The first characters, by which people tell one key from another.
  hint text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  revoked_by uuid references app_user
);
create index api_key_account on api_key (account_id, created_at);

-- What was changed through a key.
create table api_key_act (
  id bigint generated always as identity primary key,
  api_key_id uuid not null references api_key,
  at timestamptz(3) not null default now(),
  action text not null,
  subject jsonb not null,
  address text not null
);
create index api_key_act_key on api_key_act (api_key_id, id);

-- Through which key a bidder acted; the hashed part of a line knows nothing of it.
alter table bid_history add column api_key_id uuid references api_key;

alter table account_change
  drop constraint account_change_kind_check,
  add constraint account_change_kind_check check (kind in (
    'approved', 'edited', 'blacklisted', 'reinstated', 'max_bid_quantity', 'member_invited', 'member_joined', 'member_changed',
    'member_removed', 'invitation_revoked', 'api_key_made', 'api_key_revoked', 'webhook_made', 'webhook_changed',
    'webhook_removed'));
