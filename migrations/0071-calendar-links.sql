-- The subscription link to a person's calendar of auctions (decision 125). Each person has one at most.
create table calendar_link (
  user_id uuid primary key references app_user on delete cascade,
  token_hash text not null unique,
  created_at timestamptz(3) not null default clock_timestamp()
);
comment on table calendar_link is 'The subscription link to a person''s calendar of auctions.';
comment on column calendar_link.token_hash is 'SHA-256 of the token in the link. The token itself is shown once and not stored.';
create trigger refuse_erased before insert on calendar_link for each row execute function refuse_erased();
