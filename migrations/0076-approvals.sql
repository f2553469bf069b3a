-- Acts that a second administrator approves (decision 130).
create table approval_request (
  id uuid primary key,
  act text not null check (act in ('annul', 'release', 'blacklist')),
  operation text not null,
  params jsonb not null,
  body jsonb not null,
  key text not null default '',
  title text not null,
  page_id uuid not null,
  requested_by uuid not null references app_user,
  api_key_id uuid references api_key,
  requested_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null,
  state text not null default 'pending'
    check (state in ('pending', 'started', 'approved', 'rejected', 'withdrawn', 'expired', 'failed')),
  decided_by uuid references app_user,
  decided_at timestamptz(3),
  remark text not null default '',
  refusal text,
  check ((state = 'pending') = (decided_at is null)),
  check ((state = 'failed') = (refusal is not null))
);
comment on table approval_request is 'Acts of administrators that wait for the approval of another administrator, or that were decided.';
comment on column approval_request.operation is 'Method and path of the operation, as in the contract.';
comment on column approval_request.params is 'Parameters of the path.';
comment on column approval_request.body is 'The body of the call, which the approval sends again.';
comment on column approval_request.key is 'The Idempotency-Key of the call; empty if it had none.';
comment on column approval_request.title is 'The name of the auction, the trade or the company when the request was made.';
comment on column approval_request.page_id is 'The auction, the settlement or the company whose page shows the request.';
comment on column approval_request.api_key_id is 'The key of the operator that made the call. Null for a call by screen.';
comment on column approval_request.state is 'started: the room of the auction has the approved act, and its answer is not stored yet.';
comment on column approval_request.decided_by is 'Who approved, rejected or withdrew the request. Null if it expired.';
comment on column approval_request.remark is 'Why the request was rejected.';
comment on column approval_request.refusal is 'The error code with which the approved act was refused.';
-- One request waits for each thing and act. A repeated call with the same key finds its first request.
create unique index approval_request_waiting on approval_request (operation, (params ->> 'id')) where state in ('pending', 'started');
create unique index approval_request_key on approval_request (requested_by, key) where key <> '';
create index approval_request_newest on approval_request (requested_at desc, id);
create index approval_request_page on approval_request (page_id) where state in ('pending', 'started');

alter table audit_line add column approved_by text not null default '';
comment on column audit_line.approved_by is 'Username of the administrator who approved the act; empty if it needed no approval.';
alter table audit_line drop constraint audit_line_outcome_check;
alter table audit_line add constraint audit_line_outcome_check check (outcome in ('done', 'refused', 'requested'));
