-- The certificates behind the ledger (decision 102): devices, issuances ("lots") and ranges of serial numbers.
create extension if not exists btree_gist;

-- A file that proves something, such as a registry's statement. Its bytes are in the file storage.
create table evidence (
  id uuid primary key,
  file_name text not null,
  file_type text not null check (file_type in ('pdf', 'png', 'jpg', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx')),
  size integer not null check (size > 0),
  sha256 char(64) not null,
  uploaded_by uuid not null references app_user,
  created_at timestamptz(3) not null default clock_timestamp(),
  attached_at timestamptz(3)
);
comment on table evidence is 'A file that proves something, such as a registry''s statement. Its bytes are in the file storage.';
comment on column evidence.attached_at is 'Null: nothing names the file yet. The cleanup deletes it after a day.';
create index evidence_unattached on evidence (created_at) where attached_at is null;

create table device (
  id uuid primary key,
  account_id uuid not null references account,
  registry text not null check (registry in ('irec', 'aib', 'tigr', 'nar', 'mrets', 'other')),
  registry_id text not null,
  name text not null,
  country text not null check (country in ('CN', 'MY', 'VN')),
  province text not null default '',
  fuel_type text not null,
  fuel_code text not null default '',
  technology_code text not null default '',
  capacity_kilowatts integer check (capacity_kilowatts > 0),
  commissioned_on date,
  repowered_on date,
  supported text not null check (supported in ('yes', 'no', 'unknown')),
  labels text[] not null default '{}',
  address text not null default '',
  evidence_ids uuid[] not null default '{}',
  status text not null default 'Submitted' check (status in ('Submitted', 'Verified', 'Rejected')),
  remark text not null default '',
  decided_by uuid references app_user,
  decided_at timestamptz(3),
  created_by uuid not null references app_user,
  created_at timestamptz(3) not null default clock_timestamp(),
  unique (account_id, registry, registry_id),
  check ((decided_by is null) = (decided_at is null) and (status = 'Submitted') = (decided_at is null))
);
comment on table device is 'A generating device that a seller registered. Null and empty values are unknown.';
comment on column device.status is 'An administrator verifies it. Only a submitted or rejected device can be changed.';
create index device_status on device (status, created_at, id);

create table certificate_lot (
  id uuid primary key,
  device_id uuid not null references device,
  account_id uuid not null references account,
  registry text not null check (registry in ('irec', 'aib', 'tigr', 'nar', 'mrets', 'other')),
  serial_style text not null check (serial_style in ('irec', 'irecDecimal', 'aib', 'tigr', 'nar', 'mrets', 'free')),
  serial_base text not null,
  first numeric(38,6) not null,
  last numeric(38,6) not null,
  step numeric(7,6) not null check (step in (1, 0.000001)),
  period_from date not null,
  period_to date not null,
  issued_on date,
  expires_on date,
  issuer text not null default '',
  offset_attributes text not null check (offset_attributes in ('included', 'excluded', 'unknown')),
  labels text[] not null default '{}',
  evidence_ids uuid[] not null default '{}',
  status text not null default 'Submitted' check (status in ('Submitted', 'Verified', 'Rejected')),
  remark text not null default '',
  decided_by uuid references app_user,
  decided_at timestamptz(3),
  created_by uuid not null references app_user,
  created_at timestamptz(3) not null default clock_timestamp(),
  check (first <= last),
  check (period_from <= period_to),
  check ((decided_by is null) = (decided_at is null) and (status = 'Submitted') = (decided_at is null)),
  -- No serial number is registered twice, not even by two companies.
  constraint certificate_lot_once
    exclude using gist (registry with =, serial_base with =, numrange(first, last + step, '[)') with &&)
    where (status <> 'Rejected')
);
comment on table certificate_lot is 'An issuance of certificates: serial numbers from first to last, both included.';
comment on column certificate_lot.step is 'From one serial number to the next: one REC, or a millionth of a REC.';
comment on column certificate_lot.period_from is 'The period of production. Both dates belong to it.';
create index certificate_lot_account on certificate_lot (account_id, created_at, id);
create index certificate_lot_status on certificate_lot (status, created_at, id);
create index certificate_lot_device on certificate_lot (device_id);

create table certificate_range (
  id uuid primary key,
  lot_id uuid not null references certificate_lot,
  parent_id uuid references certificate_range,
  first numeric(38,6) not null,
  last numeric(38,6) not null,
  step numeric(7,6) not null check (step in (1, 0.000001)),
  account_id uuid not null references account,
  ledger_account_id uuid references ledger_account,
  opened_at timestamptz(3) not null default clock_timestamp(),
  opened_by uuid references app_user,
  closed_at timestamptz(3),
  check (first <= last),
  -- No certificate is in two places.
  constraint certificate_range_once
    exclude using gist (lot_id with =, numrange(first, last + step, '[)') with &&) where (closed_at is null)
);
comment on table certificate_range is 'Serial numbers of a lot that are in one place. A range that is moved or split is closed, and its parts open.';
comment on column certificate_range.account_id is 'The company that holds the certificates.';
comment on column certificate_range.ledger_account_id is 'The RECs that the certificates stand behind; null: they are with their seller, behind no RECs.';
create index certificate_range_place on certificate_range (ledger_account_id) where closed_at is null;
create index certificate_range_account on certificate_range (account_id) where closed_at is null;
create index certificate_range_parent on certificate_range (parent_id);

-- A range is opened and closed once. Nothing else about it changes, so the trail of each certificate stays.
create function keep_ranges() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.closed_at is null and new.closed_at is not null
    and to_jsonb(new) - 'closed_at' = to_jsonb(old) - 'closed_at' then
    return new;
  end if;
  raise exception 'a range of certificates is only ever opened and closed';
end $$;
create trigger keep_ranges before update or delete on certificate_range for each row execute function keep_ranges();
create trigger keep_all_ranges before truncate on certificate_range execute function keep_ranges();

-- A verified lot stays as it is.
create function keep_lots() returns trigger language plpgsql as $$
begin
  if old.status <> 'Verified' then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  raise exception 'a verified lot cannot be changed';
end $$;
create trigger keep_lots before update or delete on certificate_lot for each row execute function keep_lots();

-- Administrators verify both, so the audit trail notes their changes.
create trigger note_change after insert or update or delete on device for each row
  when (coalesce(current_setting('greenlot.audit_line', true), '') <> '') execute function note_change('id');
create trigger note_change after insert or update or delete on certificate_lot for each row
  when (coalesce(current_setting('greenlot.audit_line', true), '') <> '') execute function note_change('id');
