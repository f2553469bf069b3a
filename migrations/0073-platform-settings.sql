-- Settings of the platform that an owner changes on a page (decision 128).
create table platform_setting (
  name text primary key,
  value jsonb not null,
  version integer not null default 1
);
comment on table platform_setting is 'Settings of the platform that an owner has changed, one row per group.';
comment on column platform_setting.name is 'The group of settings, such as `regions`.';
comment on column platform_setting.version is 'Increases with each change. A change names the version that its author saw.';
create trigger note_change after insert or update or delete on platform_setting for each row
  when (coalesce(current_setting('greenlot.audit_line', true), '') <> '') execute function note_change('name');
