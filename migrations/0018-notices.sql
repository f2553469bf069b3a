-- Notices and the watch list (decision 18). Nothing here but `watch` refers to an auction or an item by a foreign key: it
-- would take a lock on the auction's row, and bids wait for that one. What refers to nothing any more is never shown.

-- At most one unread notice of each kind about the same thing: what happens again renews it.
create table notice (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  kind text not null check (kind <> ''),
  auction_id uuid not null,
  -- Of an outbid bid.
  item_id uuid,
  -- How a result came out for its reader: as NOTICE_OUTCOMES, and what quantity it is about.
  outcome text,
  quantity integer check (quantity >= 0),
  at timestamptz(3) not null default clock_timestamp(),
  read_at timestamptz(3),
  -- When a mail about it goes out if it is unread then; null where none is to go out any more.
  mail_due_at timestamptz(3),
  mailed_at timestamptz(3)
);
create unique index notice_unread on notice (user_id, auction_id, kind, item_id) nulls not distinct
  where read_at is null;
create index notice_user on notice (user_id, at desc);
create index notice_mail on notice (mail_due_at) where mail_due_at is not null;
create index notice_at on notice (at);

-- What was told of an auction, so that each is told once, by whichever process comes first. `about` is the start or the
-- end that it was about: an end that moved is told anew.
create table notice_told (
  auction_id uuid not null,
  kind text not null,
  minutes integer not null,
  about timestamptz(3) not null,
  told_at timestamptz(3) not null default clock_timestamp(),
  primary key (auction_id, kind, minutes, about)
);

-- Up to which line of an auction's history it has been told who was outbid.
create table outbid_told (
  auction_id uuid primary key,
  seq integer not null,
  told_at timestamptz(3) not null
);

-- How a person wants to be told of a kind of notice; without a row as NOTICE_DEFAULTS says.
create table notice_choice (
  user_id uuid not null references app_user on delete cascade,
  kind text not null check (kind <> ''),
  channels text[] not null,
  -- Of `endingSoon`: at how many minutes before the end.
  minutes integer[] not null default '{}',
  primary key (user_id, kind)
);

-- Auctions that somebody keeps an eye on.
create table watch (
  user_id uuid not null references app_user on delete cascade,
  auction_id uuid not null references auction on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, auction_id)
);
create index watch_auction on watch (auction_id);
