-- What one bid may ask for of an item (rules 3.1): within the item's quantity, and only where bids may share the item.
alter table auction_item
  add check (min_quantity is null or (partial_fulfillment and min_quantity between 1 and quantity)),
  add check (max_quantity is null or (partial_fulfillment and max_quantity between coalesce(min_quantity, 1) and quantity));

-- Requests that were made before speak of items without bounds.
update item_change set proposed = '{"minQuantity": null, "maxQuantity": null}'::jsonb || proposed where proposed is not null;
update item_change set before = '{"minQuantity": null, "maxQuantity": null}'::jsonb || before where before is not null;
