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

create function offered_countries() returns text[] language sql stable as $$
  select offered_codes('regions', 'countries', array['CN', 'MY', 'VN'])
$$;
create function offered_business_types() returns text[] language sql stable as $$
  select offered_codes('businessTypes', 'types',
    array['Generator', 'Developer', 'Utility', 'Trader', 'CorporateBuyer', 'Government', 'Other'])
$$;

-- Checks only new values, so that a company keeps the values that it has. Simulated companies are not checked.
create function refuse_unoffered_insert() returns trigger language plpgsql as $$
declare
  countries text[] := offered_countries();
  types text[] := offered_business_types();
  wrong record;
begin
  select country, business_type into wrong from added
  where (country <> all (countries) or business_type <> all (types))
    and not coalesce((to_jsonb(added) ->> 'is_simulated')::boolean, false)
  limit 1;
  if found then
    raise check_violation using
      message = format('the platform does not offer the country %s or the business type %s', wrong.country, wrong.business_type);
  end if;
  return null;
end $$;

create function refuse_unoffered_update() returns trigger language plpgsql as $$
begin
  if (new.country <> old.country and new.country <> all (offered_countries()))
    or (new.business_type <> old.business_type and new.business_type <> all (offered_business_types())) then
    raise check_violation using
      message = format('the platform does not offer the country %s or the business type %s', new.country, new.business_type);
  end if;
  return new;
end $$;

create trigger refuse_unoffered_insert after insert on account
  referencing new table as added for each statement execute function refuse_unoffered_insert();
create trigger refuse_unoffered_insert after insert on company_registration
  referencing new table as added for each statement execute function refuse_unoffered_insert();
create trigger refuse_unoffered_update before update of country, business_type on account for each row
  when (new.country <> old.country or new.business_type <> old.business_type) execute function refuse_unoffered_update();
create trigger refuse_unoffered_update before update of country, business_type on company_registration for each row
  when (new.country <> old.country or new.business_type <> old.business_type) execute function refuse_unoffered_update();
