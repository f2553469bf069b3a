-- What is to be attached to a message, as what it is made of: it is made when the message is sent, not when it is queued.
alter table outbox add column attachments jsonb not null default '[]';
