-- The identity service (rules 6): what the OpenID library keeps, sessions, one-time codes, trusted devices, rests, messages.

-- Models of the OpenID library: Session, Grant, RefreshToken, AuthorizationCode, Interaction. Their ids are what a bearer
-- shows, so only hashes of them are kept.
create table oidc_model (
  kind text not null,
  id_hash char(64) not null,
  payload jsonb not null,
  -- A session's own id, or that of the session that a token lives with.
  session_id text,
  grant_id text,
  user_id uuid references app_user on delete cascade,
  consumed_at timestamptz(3),
  expires_at timestamptz(3) not null,
  primary key (kind, id_hash)
);
create index oidc_model_session on oidc_model (session_id) where session_id is not null;
create index oidc_model_grant on oidc_model (grant_id) where grant_id is not null;
create index oidc_model_user on oidc_model (user_id) where user_id is not null;
create index oidc_model_expires on oidc_model (expires_at);

-- One session a user: the primary key says so. A library session of the user that isn't named here is not alive.
create table user_session (
  user_id uuid primary key references app_user on delete cascade,
  session_id text not null unique,
  started_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);

-- A code that was sent, and what is remembered until it is given. One for each purpose and subject – a user's id, or where
-- the code went while there is no user – so that tries and sends can't be spread over several.
create table one_time_code (
  purpose text not null check (purpose in ('login', 'register', 'forgot_password', 'phone')),
  subject text not null,
  device_hash char(64) not null,
  channel text not null check (channel in ('email', 'sms')),
  code_hash char(64) not null,
  detail jsonb not null,
  tries integer not null check (tries >= 0),
  -- Times of the sends of the last hour, ms since 1970.
  sends jsonb not null,
  opened_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  rest_until timestamptz(3),
  primary key (purpose, subject)
);

-- Who asked for a user of one's own and has not given the code yet.
create table registration (
  id uuid primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  phone_code text not null,
  phone_number text not null,
  channel text not null check (channel in ('email', 'sms')),
  expires_at timestamptz(3) not null
);

-- What a code was exchanged for: the right to do one thing once, with the secret that the browser was given.
create table identity_ticket (
  token_hash char(64) primary key,
  purpose text not null check (purpose in ('reset_password', 'two_factor_setup')),
  user_id uuid not null references app_user on delete cascade,
  device_hash char(64) not null,
  detail jsonb not null,
  expires_at timestamptz(3) not null
);
create index identity_ticket_user on identity_ticket (user_id);

-- Failed sign-ins per username, address or trusted device, also of usernames that nobody has.
create table sign_in_failure (
  subject_hash char(64) primary key,
  failures integer not null check (failures > 0),
  last_at timestamptz(3) not null,
  rest_until timestamptz(3)
);

create table trusted_device (
  id uuid primary key default gen_random_uuid(),
  token_hash char(64) not null unique,
  user_id uuid not null references app_user on delete cascade,
  device_hash char(64) not null,
  -- What a person recognises the device by in a list.
  user_agent text not null default '',
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index trusted_device_user on trusted_device (user_id);

-- Made once, shared by all processes: signing keys, and the secret of a deployment that was given none.
create table server_secret (
  name text primary key,
  value text not null,
  created_at timestamptz(3) not null default now()
);

-- Messages, written in the transaction that they tell of, sent afterwards. The body of a sent one is emptied.
create table outbox (
  id uuid primary key,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz(3) not null default now(),
  -- After this a message is of no use any more, as a code that has expired.
  useful_until timestamptz(3),
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  last_error text
);
create index outbox_unsent on outbox (next_attempt_at) where sent_at is null;
create index outbox_created on outbox (created_at);
