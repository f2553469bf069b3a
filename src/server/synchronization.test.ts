import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_BASE } from '#server/platform/config/config.ts';
import { exportedWorld, type ExportedPeople } from '#testing/world/exported-world.ts';
import type { World } from '#testing/world/world.ts';

/** Lists of changes, for programs that synchronise (decision 119). */

let w: World;
let people: ExportedPeople;
let auctionId: string;
beforeAll(async () => {
  ({ w, people, auctionId } = await exportedWorld());
  await anInvoice();
});
afterAll(() => w.end());

type Who = keyof ExportedPeople;
/** Each list, and the parameters with which its parts have all its objects. */
const LISTS: readonly (readonly [path: string, who: Who, ...parts: readonly string[]])[] = [
  ['/admin/auctions', 'admin', 'show=past', 'show=current'],
  ['/user/auctions', 'buyer', 'show=past', 'show=current'],
  ['/user/auctions', 'seller', 'show=past', 'show=current'],
  ['/admin/sell-orders', 'admin'],
  ['/user/sell-orders', 'buyer'],
  ['/admin/buy-orders', 'admin'],
  ['/user/buy-orders', 'buyer'],
  ['/admin/accounts/account-registrations', 'admin'],
  ['/admin/accounts', 'admin'],
  ['/admin/settlements', 'admin'],
  ['/user/settlements', 'buyer'],
  ['/user/settlements', 'seller'],
  ['/admin/invoices', 'admin'],
  ['/user/invoices', 'buyer'],
  ['/admin/holdings', 'admin', 'show=all'],
  ['/user/holdings', 'buyer', 'show=all'],
  ['/admin/retirements', 'admin'],
  ['/user/retirements', 'buyer'],
];

type Item = { readonly id: string };
type List = {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
  readonly hasMore?: boolean;
  readonly completeUntil?: string;
};

async function read(path: string, who: Who, query: string): Promise<List> {
  const url = `${API_BASE}${path}?${query}`;
  const reply = await w.app.inject({ url, headers: { authorization: `Bearer ${people[who].token}` } });
  expect([url, reply.statusCode]).toEqual([url, 200]);
  return reply.json<{ data: List }>().data;
}

const idsOf = ({ items }: List): string[] => items.map(({ id }) => id);

/** Reads changes until there are no more, and returns their ids and the last cursor. */
async function readAll(path: string, who: Who, start: string, limit = 100) {
  const ids: string[] = [];
  for (let position = start; ;) {
    const page = await read(path, who, `limit=${limit}&${position}`);
    ids.push(...idsOf(page));
    position = `cursor=${page.nextCursor}`;
    if (!page.hasMore) return { ids, position };
  }
}

/** Waits until the horizon has passed everything that the test changed. */
async function pass(): Promise<void> {
  await sql`select pg_sleep(0.01)`.execute(w.database.db);
}

const ALL = 'updatedSince=1970-01-01T00:00:00Z';

async function anInvoice(): Promise<void> {
  await sql`
    insert into invoice (id, settlement_id, issuer_account_id, receiver_account_id, type, kind, number, issued_at, issued_by, net, tax, payable, content)
    select gen_random_uuid(), id, seller_account_id, buyer_account_id, 'invoice', 'sale', 'S-1', now(), ${people.seller.userId}, 1, 0, 1,
      '{"trade": "a trade", "dueOn": "2026-01-31", "currency": "USD"}'
    from settlement limit 1`.execute(w.database.db);
}

test.each(LISTS.map(([path, who, ...parts]) => ({ path, who, parts })))(
  '$path for the $who: pages of changes have every object once',
  async ({ path, who, parts }) => {
    await pass();
    const all = await Promise.all(
      (parts.length === 0 ? [''] : parts).map((part) => read(path, who, `limit=100&${part}`)),
    );
    const expected = all.flatMap(idsOf);
    expect(expected.length).toBeGreaterThan(0);
    expect((await readAll(path, who, ALL, 1)).ids.toSorted()).toEqual(expected.toSorted());
    expect(all.filter(({ nextCursor, hasMore, completeUntil }) => nextCursor || hasMore || completeUntil)).toEqual([]);
  },
);

const CHANGES: readonly (readonly [string, Who, string])[] = [
  ['/user/auctions', 'buyer', `update auction set title = title || '!'`],
  ['/user/auctions', 'buyer', `update auction_item set description = 'a plant'`],
  ['/user/auctions', 'buyer', `update bidder set max_quantity = 5`],
  ['/user/sell-orders', 'buyer', `update sell_order set title = title || '!'`],
  ['/user/sell-orders', 'buyer', `update sell_order_item set description = 'a plant'`],
  ['/user/buy-orders', 'buyer', `update buy_order set remark = 'changed'`],
  ['/admin/accounts/account-registrations', 'admin', `update company_registration set pic_name = 'Somebody'`],
  ['/admin/accounts', 'admin', `update account set pic_name = 'Somebody'`],
  ['/user/settlements', 'seller', `update settlement set version = version + 1`],
  ['/user/invoices', 'buyer', `insert into invoice_submission (invoice_id, state) select id, 'prepared' from invoice`],
  [
    '/user/retirements',
    'buyer',
    `insert into registry_retirement select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'retirement_id', t.id))).* from registry_retirement r, retirement t`,
  ],
];

test.each(CHANGES)('%s for the %s has an object after: %s', async (path, who, change) => {
  await pass();
  const { position, ids } = await readAll(path, who, ALL);
  expect((await read(path, who, position)).items).toEqual([]);
  await sql.raw(change).execute(w.database.db);
  await pass();
  expect((await readAll(path, who, position)).ids.toSorted()).toEqual([...new Set(ids)].toSorted());
});

test('the time of an answer continues where it ended, and its own time is included', async () => {
  await pass();
  const { completeUntil, nextCursor } = await read('/admin/accounts', 'admin', ALL);
  await sql`update account set pic_name = 'Nobody' where id = ${people.buyer.accountId}`.execute(w.database.db);
  await pass();
  const since = await read('/admin/accounts', 'admin', `updatedSince=${completeUntil}`);
  expect(idsOf(since)).toEqual([people.buyer.accountId]);
  const { rows } = await sql<{ at: Date }>`
    select changed_at as at from change_stamp where kind = 'account' and object_id = ${people.buyer.accountId}`.execute(
    w.database.db,
  );
  const at = rows[0]?.at.toISOString();
  expect(idsOf(await read('/admin/accounts', 'admin', `updatedSince=${at}`))).toEqual([people.buyer.accountId]);
  expect(idsOf(await read('/admin/accounts', 'admin', `cursor=${nextCursor}`))).toEqual([people.buyer.accountId]);
});

test('a holding that becomes empty is in the changes', async () => {
  await pass();
  const { position } = await readAll('/user/holdings', 'buyer', ALL);
  const { rows } = await sql<{ id: string }>`
    select place.id from ledger_account place where kind = 'held' and balance > 0 and account_id = ${people.buyer.accountId} limit 1`.execute(
    w.database.db,
  );
  const id = rows[0]?.id ?? '';
  await sql`
    insert into ledger_entry (kind, from_id, to_id, quantity)
    select 'released', held.id, supply.id, held.balance from ledger_account held
    join ledger_account supply on supply.kind in ('supply', 'retired') and (supply.country, supply.fuel_type, supply.vintage_year, supply.vintage_period)
      = (held.country, held.fuel_type, held.vintage_year, held.vintage_period)
    where held.id = ${id} limit 1`.execute(w.database.db);
  await pass();
  expect((await readAll('/user/holdings', 'buyer', position)).ids).toEqual([id]);
});

test('nobody gets the changes of others', async () => {
  const stranger = await w.signedIn();
  for (const [path] of LISTS.filter(([one]) => one.startsWith('/user/') && one !== '/user/sell-orders')) {
    const url = `${API_BASE}${path}?${ALL}`;
    const reply = await w.app.inject({ url, headers: { authorization: `Bearer ${stranger.token}` } });
    expect([path, reply.json<{ data: List }>().data.items.filter(({ id }) => id !== auctionId)]).toEqual([path, []]);
  }
  const { db } = w.database;
  await sql`update auction set is_private = true`.execute(db);
  const url = `${API_BASE}/user/auctions?${ALL}`;
  const reply = await w.app.inject({ url, headers: { authorization: `Bearer ${stranger.token}` } });
  expect(reply.json<{ data: List }>().data.items).toEqual([]);
});

test.each(['cursor=abc', 'cursor=1-2', 'updatedSince=yesterday', 'updatedSince=2026-01-01'])(
  '%s is refused at its field',
  async (query) => {
    const url = `${API_BASE}/admin/accounts?${query}`;
    const reply = await w.app.inject({ url, headers: { authorization: `Bearer ${people.admin.token}` } });
    const [field = ''] = query.split('=');
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { code: 'invalid_request', fields: { [field]: {} } }]);
  },
);

/** Columns of an auction whose change is no change of the list: bids, times of jobs, and versions, which change with settings. */
const NO_CHANGES = [
  'closing_waits_until created_at created_by id last_hash next_simulated_bid_at recurred_at rules_version salt setting_versions settings_version title_lower version',
].flatMap((line) => line.split(' '));

test('a bid changes no auction of the list, and every other column does', async () => {
  const { rows } = await sql<{ definition: string; columns: string[] }>`
    select pg_get_triggerdef(t.oid) as definition,
      array(select attname::text from pg_attribute where attrelid = t.tgrelid and attnum > 0 and not attisdropped) as columns
    from pg_trigger t where tgname = 'stamp_update' and tgrelid = 'auction'::regclass`.execute(w.database.db);
  const { definition = '', columns = [] } = rows[0] ?? {};
  const missing = columns.filter((column) => !new RegExp(`new\\.${column}\\b`).test(definition));
  expect(missing.toSorted()).toEqual(NO_CHANGES);
});
