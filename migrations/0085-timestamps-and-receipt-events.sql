-- Time stamps of the log's checkpoints by external authorities (decision 140).
create table log_timestamp (
  size integer not null references log_checkpoint on delete cascade,
  authority text not null,
  response bytea not null,
  stamped_at timestamptz(3) not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (size, authority)
);
comment on table log_timestamp is 'Time stamps of checkpoints (RFC 3161). Only verified ones are stored.';
comment on column log_timestamp.authority is 'Host of the time stamp authority.';
comment on column log_timestamp.response is 'The answer of the authority: a TimeStampResp in DER.';
comment on column log_timestamp.stamped_at is 'The time that the authority signed.';

create table log_authority (
  authority text primary key,
  problem text check (problem in
    ('unreachable', 'malformed', 'rejected', 'wrongImprint', 'wrongNonce', 'wrongSignature', 'untrusted')),
  problem_since timestamptz(3),
  next_at timestamptz(3) not null default '-infinity'
);
comment on table log_authority is 'What this deployment knows of each time stamp authority that it asks.';
comment on column log_authority.problem is 'Why there was no valid time stamp the last time; null: there was one.';
comment on column log_authority.next_at is 'Until then, one process asks the authority, or no process asks again.';

-- Webhooks hand receipts on (decision 133).
create table receipt_told (
  auction_id uuid primary key references auction on delete cascade,
  seq integer not null
);
comment on table receipt_told is 'Up to which line of an auction''s history the webhook event bid.recorded was queued.';
