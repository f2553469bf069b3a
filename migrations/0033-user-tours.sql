-- Which guided tours a person has seen (specification 7, decision 33): they start by themselves once.
create table user_tour (
  user_id uuid not null references app_user on delete cascade,
  tour text not null check (tour in ('liveAuctions', 'initialBids', 'pastAuctions')),
  outcome text not null check (outcome in ('finished', 'dismissed')),
  seen_at timestamptz(3) not null default now(),
  primary key (user_id, tour)
);
