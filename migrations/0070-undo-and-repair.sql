-- Undo and repair (decision 124).

-- An administrator can reopen a rejected registration.
alter table registration_remark drop constraint registration_remark_action_check;
alter table registration_remark add constraint registration_remark_action_check
  check (action in ('submit', 'resubmit', 'take-up', 'approve', 'return', 'reject', 'reopen'));
-- The registration of a person who is being erased cannot become open again.
create trigger refuse_reopened before update of status on company_registration
  for each row when (old.status = 'Rejected') execute function refuse_erased();

-- Versions of settings, so that a later editor of a form learns what the earlier one changed.
alter table auction
  add column settings_version integer not null default 1,
  add column setting_versions jsonb not null default '{}';
comment on column auction.settings_version is 'Increases with each change of the settings. The column version counts the bid history.';
comment on column auction.setting_versions is 'For each setting that was ever changed, the settings_version that changed it last.';
alter table sell_order
  add column settings_version integer not null default 1,
  add column setting_versions jsonb not null default '{}';
comment on column sell_order.settings_version is 'Increases with each change of the settings.';
comment on column sell_order.setting_versions is 'For each setting that was ever changed, the settings_version that changed it last.';
