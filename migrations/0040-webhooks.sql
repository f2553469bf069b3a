-- Addresses that companies have their events sent to (decision 50), and what is sent there.
create table webhook (
  id uuid primary key,
  account_id uuid not null references account,
  url text not null,
  kinds text[] not null check (kinds <> '{}'),
  -- Signing needs the secret itself: it is sealed with SECRET_KEY. The one before signs too, until it ends.
  sealed_secret text not null,
  sealed_before text,
  before_until timestamptz(3),
  created_by uuid not null references app_user,
  created_at timestamptz(3) not null default now(),
  -- Since when nothing has arrived; null after the last delivery that did.
  failing_since timestamptz(3),
  -- Nothing is sent from then on, until an owner switches it on again.
  disabled_at timestamptz(3)
);
create index webhook_account on webhook (account_id, created_at);

create table webhook_delivery (
  id uuid primary key,
  webhook_id uuid not null references webhook on delete cascade,
  kind text not null,
  -- As it is sent and signed, to the byte.
  body text not null,
  created_at timestamptz(3) not null default now(),
  attempts int not null default 0,
  -- Null once nothing is tried any more.
  next_attempt_at timestamptz(3) default now(),
  delivered_at timestamptz(3),
  -- What the last attempt came to: an HTTP status, or why there was none.
  status int,
  error text
);
create index webhook_delivery_due on webhook_delivery (next_attempt_at) where next_attempt_at is not null;
create index webhook_delivery_webhook on webhook_delivery (webhook_id, created_at desc);
