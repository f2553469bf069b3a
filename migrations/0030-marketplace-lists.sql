-- Lists of sell orders in the orders in which buyers read them: what is over is left out, what is sold out comes last
-- (src/server/marketplace/list-sell-orders.ts).
drop index sell_order_published;
drop index sell_order_price;
drop index sell_order_remaining;
drop index sell_order_end;
create index sell_order_newest on sell_order ((remaining_quantity = 0), publish_at desc, id desc)
  where cancelled_at is null and end_settled_at is null;
create index sell_order_cheapest on sell_order ((remaining_quantity = 0), unit_price_cents, id)
  where cancelled_at is null and end_settled_at is null;
create index sell_order_dearest on sell_order ((remaining_quantity = 0), unit_price_cents desc, id desc)
  where cancelled_at is null and end_settled_at is null;
create index sell_order_largest on sell_order (remaining_quantity desc, id desc)
  where cancelled_at is null and end_settled_at is null;
create index sell_order_soonest on sell_order ((remaining_quantity = 0), end_at, id)
  where cancelled_at is null and end_settled_at is null;

-- And where few of many have a status.
create index sell_order_cancelled on sell_order (created_at, id) where cancelled_at is not null;
create index sell_order_sold_out on sell_order (created_at, id) where remaining_quantity = 0;
create index sell_order_draft on sell_order (created_at, id) where publish_told_at is null and cancelled_at is null;
