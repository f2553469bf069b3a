-- Participants are counted company by company, each found at its first item of the range; the first and the last price of goods
-- are looked up at the two ends of the range (decision 29).
alter table item_participant add column ended_at timestamptz(3);
update item_participant set ended_at = item_result.ended_at from item_result where item_result.item_id = item_participant.item_id;
alter table item_participant alter column ended_at set not null;
create index item_participant_of_account on item_participant (account_id, ended_at) include (item_id);

create index item_result_goods on item_result (country, fuel_type, vintage_year, vintage_period, ended_at) where sold > 0;
