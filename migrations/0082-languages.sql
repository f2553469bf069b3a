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
