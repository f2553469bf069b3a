-- Where the device stands that an item's RECs come from (specification 3): in words, and as a point that a map can show.
alter table auction_item
  add address text not null default '',
  add latitude double precision check (latitude between -90 and 90),
  add longitude double precision check (longitude between -180 and 180),
  add check ((latitude is null) = (longitude is null));

-- Requests that were made before speak of items without a place.
update item_change set proposed = '{"address": "", "latitude": null, "longitude": null}'::jsonb || proposed where proposed is not null;
update item_change set before = '{"address": "", "latitude": null, "longitude": null}'::jsonb || before where before is not null;
