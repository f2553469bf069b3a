alter table outbox add column kind text not null default 'other';
comment on column outbox.kind is 'The subject of the message, such as code or auction. Messages that are older than this column have the kind other.';
alter table outbox add column attempted_at timestamptz(3);
comment on column outbox.attempted_at is 'Time of the last attempt to send the message.';
comment on column outbox.body is 'Emptied when a message with a secret was sent. Other texts stay as long as the row, so that they can be sent again.';
create index outbox_recipient on outbox (lower(recipient));
create index outbox_attempted on outbox (attempted_at);
