-- Countries of RECs follow the settings of the platform (decision 138).
create table rec_country (code text primary key);
comment on table rec_country is 'Every country of RECs that the platform offers, or has offered. Items and devices keep a country that was removed.';
insert into rec_country values ('CN'), ('MY'), ('VN');

alter table auction_item drop constraint auction_item_country_check, add foreign key (country) references rec_country;
alter table sell_order_item drop constraint sell_order_item_country_check, add foreign key (country) references rec_country;
alter table device drop constraint device_country_check, add foreign key (country) references rec_country;

create function keep_rec_countries() returns trigger language plpgsql as $$
begin
  insert into rec_country select jsonb_array_elements_text(new.value -> 'recCountries') on conflict do nothing;
  return null;
end $$;
create trigger keep_rec_countries after insert or update on platform_setting for each row
  when (new.name = 'regions') execute function keep_rec_countries();
