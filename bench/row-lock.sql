-- The anchor: a function that places a bid and locks the auction's row for each bid. Like our service, it checks the
-- bidder's own bids, the limits, the tick size and the time. But it does not check the price to win. It writes the same
-- rows as our service: the request, the history line with its chained hash, and the version. The table `anchor_bid`
-- holds the current bids, so that the function finds a bidder's own bids quickly. Our own service does not need such a
-- table.
create table anchor_bid (
  bid_id uuid primary key,
  item_id uuid not null,
  bidder_id uuid not null,
  price_cents integer not null,
  quantity integer not null
);
create index anchor_bid_bidder on anchor_bid (bidder_id);

create function anchor_place(p_auction uuid, p_item uuid, p_user uuid, p_request uuid, p_bid uuid, p_price integer, p_quantity integer)
returns text language plpgsql as $$
declare
  a auction; i auction_item; b bidder; present anchor_bid; v_now timestamptz; v_known json; v_hash text; v_bid uuid;
  v_count integer; v_sum bigint; v_line text;
begin
  select * into a from auction where id = p_auction for update;
  select answer into v_known from bid_request where auction_id = p_auction and request_id = p_request;
  if found then return v_known ->> 'code'; end if;
  v_now := clock_timestamp();
  if v_now >= a.auction_end_time then return 'auction_has_ended'; end if;
  if v_now < a.start_time then return 'auction_not_started'; end if;
  select * into b from bidder where auction_id = p_auction and user_id = p_user;
  if not found then return 'no_permission_to_join_auction'; end if;
  select * into i from auction_item where id = p_item;
  if p_price > i.maximum_bid_price_cents then return 'maximum_bid_price_is'; end if;
  if p_price < i.minimum_bid_price_cents then return 'minimum_bid_price_is'; end if;
  if p_price % a.tick_cents <> 0 then return 'bid_price_invalid'; end if;
  select * into present from anchor_bid where bid_id = p_bid;
  select count(*) filter (where item_id = p_item), coalesce(sum(quantity), 0) into v_count, v_sum
    from anchor_bid where bidder_id = b.id and bid_id is distinct from p_bid;
  if present.bid_id is null and v_count >= 3 then return 'maximum_bids_reached'; end if;
  if v_sum + p_quantity > coalesce(b.max_quantity, 100000000) then return 'total_bid_quantity_exceeds_max'; end if;
  if p_price < present.price_cents then return 'you_cannot_decrease_your_bid_value'; end if;
  v_bid := coalesce(p_bid, gen_random_uuid());
  insert into anchor_bid values (v_bid, p_item, b.id, p_price, p_quantity)
    on conflict (bid_id) do update set price_cents = excluded.price_cents, quantity = excluded.quantity;
  v_line := json_build_array(a.version + 1, 'placed', v_now, v_bid, p_item, b.id, p_price, p_quantity)::text;
  v_hash := encode(sha256(convert_to(a.last_hash || v_line, 'UTF8')), 'hex');
  insert into bid_history (auction_id, seq, kind, at, bid_id, item_id, bidder_id, alias, price_cents, quantity,
                           allows_partial, by, hash, acting_user_id)
    values (p_auction, a.version + 1, 'placed', v_now, v_bid, p_item, b.id, 'Bidder ' || b.alias_number, p_price,
            p_quantity, true, 'bidder', v_hash, p_user);
  insert into bid_request (auction_id, request_id, request_hash, answer)
    values (p_auction, p_request, repeat('0', 64), json_build_object('code', v_bid));
  update auction set version = version + 1, last_hash = v_hash where id = p_auction;
  return v_bid::text;
end $$;
