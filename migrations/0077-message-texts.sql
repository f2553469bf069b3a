-- Texts of emails and text messages that owners edited (decision 131).
create table message_text (
  id text primary key,
  version integer not null check (version >= 0),
  texts jsonb not null,
  saved_by uuid references app_user (id),
  saved_at timestamptz(3) not null default now()
);
comment on table message_text is 'Edited texts of messages, the current version of each. A message without a row has its original text.';
comment on column message_text.id is 'The name of the message, such as accountMail_invitation.';
comment on column message_text.texts is 'By language and phrase: the edited text, and the original that it was made from. Phrases with their original text are not in it.';
create table message_text_version (
  id text not null references message_text (id),
  version integer not null check (version > 0),
  texts jsonb not null,
  saved_by uuid references app_user (id),
  saved_at timestamptz(3) not null default now(),
  primary key (id, version)
);
comment on table message_text_version is 'Every saved version of edited texts of messages.';
create trigger note_change after insert or update or delete on message_text
  for each row when (coalesce(current_setting('greenlot.audit_line', true), '') <> '')
  execute function note_change('id');
