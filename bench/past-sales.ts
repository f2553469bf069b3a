import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import { VINTAGE_PERIODS } from '#domain/basics/vintage.ts';
import { FIRST_HASH } from '#domain/bidding/history.ts';
import type { Database } from '#server/platform/database/database.ts';

const COMPANIES = 1_000;
const ITEMS = 4;
const BIDDERS = 10;
/** Number of bids per item. Each bid comes from a different bidder of the auction. */
export const BIDS_AN_ITEM = 10;
const BIDS = ITEMS * BIDS_AN_ITEM;
/** RECs per bid. On three of four items, half of the bids win. On every fourth item, all bids win. */
const QUANTITY = 1_000;
const SELL_ORDERS = 50;

const idOf = (kind: string, number: string): string => `md5('${kind} ' || (${number}))::uuid`;
const textArray = (values: readonly string[]): string => `array[${values.map((value) => `'${value}'`).join(', ')}]`;

/**
 * Returns SQL for the product of the n-th item. There are 3 countries, all fuel types, and 6 years with three kinds of
 * periods.
 */
const goods = (n: string): string => `
  (array['MY', 'CN', 'VN'])[1 + ${n} / ${ITEMS} % 3], (${textArray(FUEL_TYPES)})[1 + ${n} % ${FUEL_TYPES.length}],
  2020 + ${n} / 7 % 6, (${textArray(VINTAGE_PERIODS)})[1 + ${n} / 11 % 3]`;

/**
 * Fills a migrated database with closed auctions of the last 364 days, which together have this many bids. For every
 * hundred bids there is one buy order. The function writes the bid history, awards, and the results that the closing
 * stores for statistics. It does not write the ledger, because no statistic reads the ledger.
 */
export async function fillPastSales(database: Database, bids: number): Promise<void> {
  const auctions = bids / BIDS;
  await database.exec(`
    begin;
    set local session_replication_role = replica;
    ${people}
    ${closedAuctions(auctions)}
    ${history(auctions)}
    ${results}
    ${purchases(bids / 100)}
    commit;`);
  await database.exec('vacuum analyze');
}

const people = `
  insert into app_user (id, username, email, password_hash)
  select ${idOf('user', 'i')}, 'trader' || i, 'trader' || i || '@example.test', '-' from generate_series(0, ${COMPANIES}) i;
  insert into account (id, company_name, country)
  select ${idOf('account', 'i')}, 'Company ' || i || ' Sdn Bhd', 'MY' from generate_series(0, ${COMPANIES}) i;`;

/** Returns SQL for auctions that are spread evenly over the year. Every third auction is a reverse auction. */
const closedAuctions = (auctions: number): string => `
  insert into auction (id, title, auction_type, is_private, start_time, end_time, auction_end_time, minimum_rec_quantity,
    minimum_bidding_rec_quantity, seller_fee_hundredths, buyer_fee_hundredths, spot_recs, owner_account_id, tick_cents, version,
    last_hash, closed_at, created_by)
  select ${idOf('auction', 'i')}, 'Certificates ' || i, case when i % 3 = 2 then 'Reverse' else 'Forward' end, true,
    ends - interval '1 hour', ends, ends, 1, 1, 100, 150, false, ${idOf('account', '0')}, 10, ${BIDS}, '${FIRST_HASH}', ends,
    ${idOf('user', '0')}
  from generate_series(0, ${auctions - 1}) i, lateral (select now() - (i + 0.5) / ${auctions} * interval '364 days' as ends) e;
  insert into auction_item (id, auction_id, position, country, fuel_type, vintage_year, vintage_period, quantity,
    partial_fulfillment, minimum_bid_price_cents, maximum_bid_price_cents)
  select ${idOf('item', 'n')}, ${idOf('auction', `n / ${ITEMS}`)}, 1 + n % ${ITEMS}, ${goods('n')},
    ${QUANTITY} * case when n % 4 = 3 then ${BIDS_AN_ITEM + 2} else ${BIDS_AN_ITEM / 2} end, true, 100, 100000
  from generate_series(0, ${auctions * ITEMS - 1}) n;
  insert into bidder (id, auction_id, user_id, account_id, alias_number, start_time, auction_end_time)
  select ${idOf('bidder', 'n')}, auction.id, ${idOf('user', 'company')}, ${idOf('account', 'company')}, 1 + n % ${BIDDERS},
    start_time, auction_end_time
  from generate_series(0, ${auctions * BIDDERS - 1}) n
  cross join lateral (select 1 + (n / ${BIDDERS} * 7 + n % ${BIDDERS}) % ${COMPANIES} as company) c
  join auction on auction.id = ${idOf('auction', `n / ${BIDDERS}`)};`;

/**
 * Returns SQL for the bid history and the awards. The bids of an item are in the order of their ranks. The first half
 * of them wins; on every fourth item, all bids win. Prices change slowly over the year.
 */
const history = (auctions: number): string => `
  insert into bid_history (auction_id, seq, kind, at, bid_id, item_id, bidder_id, alias, price_cents, quantity, allows_partial,
    by, hash)
  select ${idOf('auction', `n / ${BIDS}`)}, 1 + n % ${BIDS}, 'placed', now() - interval '1 year', ${idOf('bid', 'n')},
    ${idOf('item', `n / ${BIDS_AN_ITEM}`)}, ${idOf('bidder', `n / ${BIDS} * ${BIDDERS} + n % ${BIDDERS}`)}, 'Bidder', 0, ${QUANTITY},
    true, 'bidder', '${FIRST_HASH}'
  from generate_series(0, ${auctions * BIDS - 1}) n;
  insert into award (id, auction_id, item_id, bidder_id, bid_id, ranking, quantity, price_cents, amount, seller_fee, buyer_fee)
  select ${idOf('award', 'n')}, ${idOf('auction', `n / ${BIDS}`)}, ${idOf('item', 'item')},
    ${idOf('bidder', `n / ${BIDS} * ${BIDDERS} + n % ${BIDDERS}`)}, ${idOf('bid', 'n')}, 1 + b, ${QUANTITY}, price,
    price * ${QUANTITY} / 100.0, 0, 0
  from generate_series(0, ${auctions * BIDS - 1}) n,
    lateral (select n / ${BIDS_AN_ITEM} as item, n % ${BIDS_AN_ITEM} as b) i,
    lateral (select 400 + 10 * (item % 40) + item * 100 / ${auctions * ITEMS}
                    + case when n / ${BIDS} % 3 = 2 then b else ${BIDS_AN_ITEM} - b end * 10 as price) p
  where b < ${BIDS_AN_ITEM / 2} or item % 4 = 3;`;

/**
 * SQL for the results of all auctions. The closing of an auction would write the same rows. The trigger of the results
 * writes the sales figures.
 */
const results = `
  set local session_replication_role = origin;
  insert into item_result
  select item.id, auction.id, auction_type, country, fuel_type, vintage_year, vintage_period, auction_end_time, item.quantity,
    won.sold, won.value, won.awards, won.price_cents_sum, won.lowest, won.highest, ${BIDS_AN_ITEM}
  from auction
  join auction_item item on item.auction_id = auction.id
  join (
    select item_id, sum(quantity) as sold, sum(amount) as value, count(*) as awards, sum(price_cents) as price_cents_sum,
      min(price_cents) as lowest, max(price_cents) as highest
    from award group by item_id
  ) won on won.item_id = item.id
  order by auction_end_time;
  set local session_replication_role = replica;
  insert into item_participant
  select distinct line.item_id, bidder.account_id, bidder.auction_end_time
  from bid_history line join bidder on bidder.id = line.bidder_id where line.kind = 'placed';`;

const purchases = (buyOrders: number): string => `
  insert into sell_order (id, title, description, seller_account_id, unit_price_cents, minimum_purchase_quantity,
    max_buy_order_rec_quantity, seller_fee_hundredths, buyer_fee_hundredths, beneficiary_default, created_by)
  select ${idOf('sell order', 'i')}, 'Offer ' || i, '', ${idOf('account', '0')}, 500 + i, 1, 100000, 0, 0, 'none', ${idOf('user', '0')}
  from generate_series(0, ${SELL_ORDERS - 1}) i;
  insert into sell_order_item (id, sell_order_id, position, country, fuel_type, vintage_year, vintage_period, total_quantity,
    remaining_quantity, sold_quantity, description, address)
  select ${idOf('offered', 'n')}, ${idOf('sell order', `n / ${ITEMS}`)}, 1 + n % ${ITEMS}, ${goods('n')}, 1000000, 0, 1000000, '', ''
  from generate_series(0, ${SELL_ORDERS * ITEMS - 1}) n;
  insert into buy_order (id, sell_order_id, account_id, user_id, status, quantity, unit_price_cents, seller_fee_hundredths,
    buyer_fee_hundredths, placed_at, decided_at, decided_by)
  select ${idOf('buy order', 'i')}, ${idOf('sell order', `i % ${SELL_ORDERS}`)}, ${idOf('account', `1 + i % ${COMPANIES}`)},
    ${idOf('user', `1 + i % ${COMPANIES}`)}, 'Approved', 200, 500 + i % ${SELL_ORDERS}, 0, 0, at, at, ${idOf('user', '0')}
  from generate_series(0, ${buyOrders - 1}) i, lateral (select now() - (i + 0.5) / ${buyOrders} * interval '364 days' as at) a;
  insert into buy_order_part (id, buy_order_id, position, sell_order_item_id, quantity)
  select ${idOf('part', 'n')}, ${idOf('buy order', 'n / 2')}, n % 2,
    ${idOf('offered', `n / 2 % ${SELL_ORDERS} * ${ITEMS} + n % 2`)}, 100
  from generate_series(0, ${buyOrders * 2 - 1}) n;`;
