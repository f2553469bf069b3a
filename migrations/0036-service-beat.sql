-- When the service was last there: any of its processes says so once a second (decision 47). Rows of one place, written
-- again and again: room beside them keeps them out of the indexes.
create table service_beat (
  is_only_one boolean primary key default true check (is_only_one),
  at timestamptz(3) not null
) with (fillfactor = 20);

-- The processes that are there, with what each says of itself.
create table service_process (
  id uuid primary key,
  host text not null,
  pid int not null,
  started_at timestamptz(3) not null,
  at timestamptz(3) not null,
  figures jsonb not null
) with (fillfactor = 20);

-- Times that nobody served, and how many auctions were extended for each.
create table outage (
  id bigint generated always as identity primary key,
  from_at timestamptz(3) not null,
  to_at timestamptz(3) not null,
  extended int not null,
  check (from_at < to_at)
);
