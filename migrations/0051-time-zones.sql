-- Where a person's browser was last: mails tell times by its clock.
alter table app_user add column time_zone text not null default 'UTC';
