-- The languages on offer are a setting, and a file of phrases can add one (decision 136).
create function offered_languages() returns text[] language sql stable as $$
  select coalesce(
    (select array_agg(code) from platform_setting, jsonb_array_elements_text(value -> 'offered') code where name = 'languages'),
    array['en', 'zh'])
$$;
comment on function offered_languages is 'The languages that the platform offers: those of a setting, else the standard ones.';

alter table company_registration drop constraint company_registration_language_check,
  add constraint company_registration_language_check check (language ~ '^[a-z]{2,3}$') not valid;
alter table company_registration validate constraint company_registration_language_check;

-- The platform has a time zone, which people have until their browser names another one (decision 137).
create function platform_time_zone() returns text language sql stable as $$
  select coalesce((select value ->> 'zone' from platform_setting where name = 'timeZone'), 'UTC')
$$;
comment on function platform_time_zone is 'The IANA time zone of the platform: that of a setting, else UTC.';

alter table app_user alter column time_zone drop not null, alter column time_zone drop default;
-- Until now, UTC meant that no browser had named a zone.
update app_user set time_zone = null where time_zone = 'UTC';
comment on column app_user.time_zone is
  'IANA time zone of the person''s browser at the last visit; mails show times in it. Null: the zone of the platform.';
