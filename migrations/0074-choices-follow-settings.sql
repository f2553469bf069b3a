-- Countries and business types of companies follow the settings of the platform (decision 128).
alter table account drop constraint account_country_check, drop constraint account_business_type_check;
alter table company_registration
  drop constraint company_registration_country_check, drop constraint company_registration_business_type_check;

create function offered_codes(setting text, member text, standard text[]) returns text[] language sql stable as $$
  select coalesce(
    (select array_agg(choice ->> 'code') from platform_setting, jsonb_array_elements(value -> member) choice
     where name = setting),
    standard)
$$;
comment on function offered_codes is 'The codes that the platform offers for new companies: those of a setting, else the standard ones.';

-- Checks only new values, so that a company keeps the values that it has. Simulated companies are not checked.
create function refuse_unoffered() returns trigger language plpgsql as $$
begin
  if (tg_op = 'INSERT' or new.country <> old.country)
    and new.country <> all (offered_codes('regions', 'countries', array['CN', 'MY', 'VN'])) then
    raise check_violation using
      message = format('the platform does not offer the country %s', new.country), constraint = 'country_offered';
  end if;
  if (tg_op = 'INSERT' or new.business_type <> old.business_type)
    and new.business_type <> all (offered_codes('businessTypes', 'types',
      array['Generator', 'Developer', 'Utility', 'Trader', 'CorporateBuyer', 'Government', 'Other'])) then
    raise check_violation using
      message = format('the platform does not offer the business type %s', new.business_type),
      constraint = 'business_type_offered';
  end if;
  return new;
end $$;
create trigger refuse_unoffered before insert or update of country, business_type on account
  for each row when (not new.is_simulated) execute function refuse_unoffered();
create trigger refuse_unoffered before insert or update of country, business_type on company_registration
  for each row execute function refuse_unoffered();
