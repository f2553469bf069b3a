-- An administrator reminds the bidders of an auction by mail: who did, when, and how many it was sent to.
create table auction_notification (
  id uuid primary key,
  auction_id uuid not null references auction on delete cascade,
  sent_by uuid not null references app_user,
  sent_at timestamptz(3) not null,
  recipient_count integer not null check (recipient_count > 0)
);
create index auction_notification_auction on auction_notification (auction_id, sent_at);
