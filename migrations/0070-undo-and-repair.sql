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

-- What administrators deleted, so that they can restore it for 30 days.
create table deleted_object (
  id uuid primary key,
  kind text not null check (kind in ('auction', 'sellOrder')),
  title text not null,
  content jsonb not null,
  image_ids uuid[] not null,
  deleted_by uuid not null references app_user,
  deleted_at timestamptz(3) not null default clock_timestamp()
);
comment on table deleted_object is 'Deleted upcoming auctions and unpublished sell orders. Administrators can restore them for 30 days.';
comment on column deleted_object.id is 'The id that the auction or the sell order had.';
comment on column deleted_object.content is 'The deleted rows: settings, items, bidders or buyers, and terms of settlement. No bids.';
comment on column deleted_object.image_ids is 'Images that are kept until then.';
create index deleted_object_newest on deleted_object (deleted_at desc, id);

-- A restored auction is a draft that follows no other auction.
alter table auction drop constraint auction_draft;
alter table auction add constraint auction_draft check (
  (planned_start_time is null) = (planned_end_time is null)
  and (planned_start_time is null
    or (planned_start_time < planned_end_time and start_time = '9999-12-31 00:00:00+00'::timestamptz))
);
