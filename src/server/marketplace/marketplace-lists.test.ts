import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '#contract/basics/route.ts';
import { listBuyOrdersAsAdmin, listOwnBuyOrders } from '#contract/marketplace/buy-order.ts';
import { listSellOrdersAsUser } from '#contract/marketplace/marketplace.ts';
import { listSellOrdersAsAdmin } from '#contract/marketplace/sell-order.ts';
import { SELL_ORDER_STATUSES } from '#domain/marketplace/sell-order-status.ts';
import { MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/** The number of sell orders, and also of buy orders. Nine of ten sell orders are over. */
const ROWS = 20_000;
/**
 * The maximum number of rows and index entries that one list may read. This is enough to count 1,001 rows, and to look
 * up their items if a filter needs them.
 */
const TOUCHED_MOST = 9_000;

let w: World;
let admin: SignedIn;
let buyer: SignedIn;
beforeAll(async () => {
  w = await world(MARKETPLACE_ON);
  [admin, buyer] = [await w.signedIn({ role: 'Admin' }), await w.signedIn()];
  const sellers = await Promise.all([1, 2, 3].map(() => w.signedIn()));
  await w.database.exec(fill(sellers.map(({ accountId }) => accountId)));
});
afterAll(() => w.end());

/** SQL: the id of the i-th row of a kind, a UUID of version 3. */
const idOf = (kind: string): string =>
  `overlay(overlay(md5('${kind} ' || i) placing '3' from 13) placing '8' from 17)::uuid`;

const fill = (sellers: readonly string[]): string => `
  insert into sell_order (id, title, description, seller_account_id, unit_price_cents, minimum_purchase_quantity,
    max_buy_order_rec_quantity, seller_fee_hundredths, buyer_fee_hundredths, beneficiary_default, publish_at, end_at,
    end_settled_at, publish_told_at, cancelled_at, cancel_remark, total_quantity, remaining_quantity, sold_quantity,
    created_by, created_at)
  select ${idOf('order')}, case when i % 5000 = 7 then 'Zephyr ' else 'Hydro ' end || i, '',
    (array['${sellers.join("','")}'])[1 + i % 3]::uuid, 100 + (i * 7) % 900, 1, 100, 0, 0, 'none',
    case when i % 200 = 3 then null else now() - i * interval '1 minute' end,
    case when i % 10 > 0 and i % 200 <> 3 then now() - i * interval '1 minute' + interval '30 seconds' end,
    case when i % 10 > 0 and i % 200 <> 3 then now() end, case when i % 200 <> 3 then now() end,
    case when i % 400 = 10 then now() end, case when i % 400 = 10 then 'x' end,
    100, case when i % 50 = 0 then 0 else 100 end, case when i % 50 = 0 then 100 else 0 end,
    '${admin.userId}', now() - i * interval '1 minute'
  from generate_series(1, ${ROWS}) i;
  insert into sell_order_item (id, sell_order_id, position, country, fuel_type, vintage_year, vintage_period,
    total_quantity, remaining_quantity, sold_quantity, description, address)
  select ${idOf('item')}, ${idOf('order')}, 1, 'MY', 'Hydro', 2024, 'FullYear', 100,
    case when i % 50 = 0 then 0 else 100 end, case when i % 50 = 0 then 100 else 0 end, '', ''
  from generate_series(1, ${ROWS}) i;
  insert into buy_order (id, sell_order_id, account_id, user_id, status, quantity, unit_price_cents, seller_fee_hundredths,
    buyer_fee_hundredths, placed_at, decided_at, decided_by)
  select ${idOf('buy')}, ${idOf('order')}, case when i % 100 = 1 then '${buyer.accountId}'
    else '${sellers[0]}' end::uuid, '${buyer.userId}', case when i % 500 = 2 then 'Pending' else 'Rejected' end, 5, 100, 0, 0,
    now() - i * interval '1 minute', case when i % 500 = 2 then null else now() end,
    case when i % 500 = 2 then null else '${admin.userId}'::uuid end
  from generate_series(1, ${ROWS}) i;
  analyze;`;

const asAdmin = (query: string): [Route, string] => [listSellOrdersAsAdmin, query];
const asUser = (query: string): [Route, string] => [listSellOrdersAsUser, query];

const READS: readonly (readonly [Route, string])[] = [
  asAdmin(''),
  ...SELL_ORDER_STATUSES.filter((status) => status !== 'published').map((status) => asAdmin(`?status=${status}`)),
  asAdmin('?search=zephyr'),
  asUser(''),
  asUser('?sort=priceUp'),
  asUser('?sort=priceDown'),
  asUser('?sort=quantity'),
  asUser('?sort=endingSoon'),
  asUser('?minimumPrice=2&maximumPrice=5&quantity=50'),
  [listBuyOrdersAsAdmin, ''],
  [listBuyOrdersAsAdmin, '?status=Pending'],
  [listOwnBuyOrders, ''],
];

/** Number of table rows and index entries read so far, from PostgreSQL's statistics. */
async function touched(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(w.database.db);
  const { rows } = await sql<{ touched: number }>`
    select sum(pg_stat_get_tuples_returned(oid))::int as touched from pg_class
    where relname ~ '^(sell|buy)_order' and relkind in ('r', 'i')`.execute(w.database.db);
  return rows[0]?.touched ?? 0;
}

test.each(READS.map(([route, query]) => [route.path + query, route, query] as const))(
  '%s reads only a part of the rows',
  async (_, route, query) => {
    const before = await touched();
    const answer = await w.call(route.access === 'admin' ? admin : buyer, route, { query });
    expect(answer.code).toBe('Success');
    await expect.poll(async () => (await touched()) - before).toBeGreaterThan(0);
    expect((await touched()) - before).toBeLessThan(TOUCHED_MOST);
  },
);
