import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getListTokenAsUser, HUB_PATH } from '#contract/bidding/room.ts';
import { blacklistAccount } from '#contract/company/company.ts';
import * as buyOrders from '#contract/marketplace/buy-order.ts';
import { getSellOrderAsUser, MARKETPLACE_PAGE, placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import { updateSellOrderBuyers } from '#contract/marketplace/sell-order-buyer.ts';
import * as sellOrders from '#contract/marketplace/sell-order.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { listMessages } from '#server/platform/mail/outbox.ts';
import { aSellOrderItem, makeSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { connectRaw, PLAIN } from '#testing/world/hub-world.ts';
import { world, worldOn, type SignedIn, type World } from '#testing/world/world.ts';

/** Two server processes on one PostgreSQL database. */
let near: World;
let far: World;
let admin: SignedIn;
let seller: SignedIn;
let buyers: SignedIn[];

const BUYERS = 200;

beforeAll(async () => {
  near = await world(MARKETPLACE_ON);
  far = await worldOn(await openDatabase({ url: near.url ?? '' }), near.url, MARKETPLACE_ON);
  admin = await near.signedIn({ role: 'Admin' });
  seller = await near.signedIn();
  buyers = [];
  for (let at = 0; at < BUYERS; at += 1) buyers.push(await near.signedIn());
});
afterAll(async () => {
  await far.end();
  await near.end();
});

const processAt = (at: number): World => (at % 2 === 0 ? near : far);
const because = { remarkContent: 'as agreed' };

const place = (at: number, id: string, quantity: number) => {
  const buyer = buyers[at % BUYERS];
  if (!buyer) throw new Error('there is no buyer');
  const body = { accountId: buyer.accountId, quantity, beneficiary: null, reviewed: null };
  return processAt(at).call(buyer, placeBuyOrder, { params: { id }, body });
};

/**
 * Returns violations of two rules that hold at every commit, read in one snapshot. The order's quantities are the sums
 * of its items, and the items' quantities are the sums of their buy orders.
 */
async function faults(id: string): Promise<unknown[]> {
  const { rows } = await sql`
    with part as (
      select p.sell_order_item_id as id,
        coalesce(sum(p.quantity) filter (where b.status = 'Pending'), 0) as reserved,
        coalesce(sum(p.quantity) filter (where b.status = 'Approved'), 0) as sold
      from buy_order_part p join buy_order b on b.id = p.buy_order_id where b.sell_order_id = ${id} group by 1
    ), item as (
      select i.*, coalesce(part.reserved, 0) as said_reserved, coalesce(part.sold, 0) as said_sold
      from sell_order_item i left join part on part.id = i.id where i.sell_order_id = ${id}
    )
    select item.* from item
    where reserved_quantity <> said_reserved or sold_quantity <> said_sold or remaining_quantity < 0
      or total_quantity <> remaining_quantity + reserved_quantity + sold_quantity
    union all
    select item.* from sell_order o left join lateral (
      select sum(total_quantity) as t, sum(remaining_quantity) as r, sum(reserved_quantity) as w, sum(sold_quantity) as s
      from item) sums on true left join item on true
    where o.id = ${id} and (o.total_quantity, o.remaining_quantity, o.reserved_quantity, o.sold_quantity) <> (t, r, w, s)
  `.execute(near.database.db);
  return rows;
}

/** Calls `faults` repeatedly until the concurrent work `goesOn` is over. */
async function watched<T>(id: string, goesOn: Promise<T>): Promise<{ outcome: T; found: unknown[]; looks: number }> {
  let isOver = false;
  const found: unknown[] = [];
  let looks = 0;
  const watch = (async () => {
    while (!isOver) {
      found.push(...(await faults(id)));
      looks += 1;
    }
  })();
  const outcome = await goesOn.finally(() => (isOver = true));
  await watch;
  return { outcome, found, looks };
}

test('200 parallel buyers of the last RECs get exactly as many as there are (ASVS 2.3.4)', async () => {
  const items = [
    { vintageYear: 2025, recQuantity: 333 },
    { vintageYear: 2023, recQuantity: 200 },
    { recQuantity: 111 },
  ];
  const { id } = await makeSellOrder(near, admin, { seller, items });
  const wanted = buyers.map((_, at) => 1 + ((at * 7) % 23));
  const all = Promise.all(wanted.map((quantity, at) => place(at, id, quantity)));
  const { outcome, found, looks } = await watched(id, all);
  expect(found).toEqual([]);
  expect(looks).toBeGreaterThan(3);
  const placed = outcome.filter(({ code }) => code === 'Success');
  const refused = new Set(outcome.filter(({ code }) => code !== 'Success').map(({ code }) => code));
  expect([...refused].every((code) => code === 'remaining_quantity_is' || code === 'sell_order_not_available')).toBe(
    true,
  );
  const sum = placed.reduce((total, { data }) => total + data.quantity, 0);
  const { data: order } = await near.call(admin, sellOrders.getSellOrderAsAdmin, { params: { id } });
  expect([order.reservedQuantity, order.remainingQuantity]).toEqual([sum, 644 - sum]);
  // Every refused buyer wanted more than what is left.
  const least = Math.min(...wanted.filter((_, at) => outcome[at]?.code !== 'Success'));
  expect(order.remainingQuantity).toBeLessThan(least);
});

test('parallel buyers, decisions, blacklisting, edits and cancelling stay exact at every commit, and balance in the end', async () => {
  const items = [
    { vintageYear: 2024, recQuantity: 900 },
    { vintageYear: 2022, recQuantity: 700 },
  ];
  const made = await makeSellOrder(near, admin, { seller, items });
  const { id } = made;
  const codes: string[] = [];
  const does = async (answer: Promise<{ code: string }>): Promise<void> => void codes.push((await answer).code);
  const oneBuyer = async (at: number): Promise<void> => {
    const answer = await place(at, id, 1 + (at % 17));
    codes.push(answer.code);
    if (answer.code !== 'Success') return;
    const params = { id: answer.data.id };
    const w = processAt(at + 1);
    const cancel = () => w.call(buyers[at], buyOrders.cancelBuyOrder, { params });
    const approve = () => w.call(admin, buyOrders.approveBuyOrder, { params, body: because });
    const reject = () => processAt(at).call(admin, buyOrders.rejectBuyOrder, { params, body: because });
    // Each pair is two concurrent decisions about one buy order. The slower one is refused.
    const pairs = [[approve, reject], [approve, cancel], [reject, cancel], [approve], []];
    await Promise.all((pairs[at % pairs.length] ?? []).map((act) => does(act())));
  };
  const blacklist = (at: number) =>
    does(near.call(admin, blacklistAccount, { params: { id: buyers[at]?.accountId ?? '' }, body: because }));
  const itemId = made.items[0]?.sellOrderItemId ?? '';
  const resize = (recQuantity: number) =>
    does(
      far.call(admin, sellOrders.updateSellOrderItem, {
        params: { id, itemId },
        body: aSellOrderItem({ vintageYear: 2024, recQuantity }),
      }),
    );
  const everything = Promise.all([
    ...buyers.map((_, at) => oneBuyer(at)),
    ...[3, 50, 99, 150].map(blacklist),
    ...[950, 800, 1_000].map(resize),
  ]);
  const first = await watched(id, everything);
  expect(first.found).toEqual([]);
  expect(new Set(codes)).toContain('buy_order_decided');

  // Other users still order and decide when an admin cancels the sell order.
  const pending = (
    await near.call(admin, buyOrders.listBuyOrdersAsAdmin, { query: `?sellOrderId=${id}&status=Pending&limit=100` })
  ).data.items;
  const last = Promise.all([
    ...[10, 11, 12, 13, 14, 15, 16].map((at) => does(place(at, id, 2))),
    ...pending
      .slice(0, 6)
      .map((one) => does(far.call(admin, buyOrders.approveBuyOrder, { params: { id: one.id }, body: because }))),
    does(near.call(admin, sellOrders.cancelSellOrder, { params: { id }, body: { remarkContent: 'plant is down' } })),
  ]);
  expect((await watched(id, last)).found).toEqual([]);
  const known = new Set([
    'Success',
    'buy_order_decided',
    'account_blacklisted',
    'sell_order_not_available',
    'below_ordered_quantity',
    'remaining_quantity_is',
  ]);
  expect(codes.filter((code) => !known.has(code))).toEqual([]);

  const { data: order } = await near.call(admin, sellOrders.getSellOrderAsAdmin, { params: { id } });
  expect([order.status, order.pendingCount, order.reservedQuantity]).toEqual(['cancelled', 0, 0]);
  const { rows } = await sql<{ held: number; listed: number }>`
    select coalesce(sum(balance) filter (where kind = 'held'), 0)::int as held,
      coalesce(sum(balance) filter (where kind = 'listed'), 0)::int as listed
    from ledger_account where source_id in (select id from sell_order_item where sell_order_id = ${id}
      union select p.id from buy_order_part p join buy_order b on b.id = p.buy_order_id where b.sell_order_id = ${id})
  `.execute(near.database.db);
  expect(rows[0]).toEqual({ held: order.soldQuantity, listed: 0 });
  expect((await proveLedger(near.database.db)).problems).toEqual([]);
});

test('a blacklisted company buys nothing from the next request on, even if both come together', async () => {
  const { id } = await makeSellOrder(near, admin, { seller, items: [{ recQuantity: 1_000 }] });
  for (let round = 0; round < 10; round += 1) {
    const buyer = await near.signedIn();
    const body = { accountId: buyer.accountId, quantity: 1, beneficiary: null, reviewed: null };
    const buy = () => far.call(buyer, placeBuyOrder, { params: { id }, body });
    const [bought] = await Promise.all([
      buy(),
      near.call(admin, blacklistAccount, { params: { id: buyer.accountId }, body: because }),
    ]);
    expect(['Success', 'account_blacklisted', 'not_found']).toContain(bought.code);
    // A buyer that has ordered still sees the sell order. For others it does not exist.
    expect((await buy()).code).toBe(bought.code === 'Success' ? 'account_blacklisted' : 'not_found');
  }
});

test('one holding is never listed twice by three parallel sell orders of the same RECs', async () => {
  const { id } = await makeSellOrder(near, admin, { seller, items: [{ vintageYear: 2018 }] });
  const bought = await place(20, id, 100);
  await near.call(admin, buyOrders.approveBuyOrder, { params: { id: bought.data.id }, body: because });
  const [holder] = [buyers[20]];
  if (!holder) throw new Error('there is no holder');
  const drafts = await Promise.all(
    [60, 60, 60].map(async (recQuantity) => {
      const draft = await makeSellOrder(near, admin, { seller: holder, items: [], publishTime: null });
      const { data: holdings } = await near.call(admin, sellOrders.listResaleHoldings, { params: { id: draft.id } });
      const holdingId = holdings.find(({ recVintage }) => recVintage.year === 2018)?.holdingId ?? '';
      const body = aSellOrderItem({ vintageYear: 2018, recQuantity, holdingId });
      await near.call(admin, sellOrders.addSellOrderItem, { params: { id: draft.id }, body });
      return draft.id;
    }),
  );
  const published = await Promise.all(
    drafts.map((draft, at) =>
      processAt(at).call(admin, sellOrders.publishSellOrder, { params: { id: draft }, body: { publishTime: null } }),
    ),
  );
  expect(published.map(({ code }) => code).toSorted()).toEqual(['Success', 'holding_too_small', 'holding_too_small']);
  expect((await proveLedger(near.database.db)).problems).toEqual([]);
});

test('publishing and ending happen on time without a visitor, once, and every open page learns of it', async () => {
  const [listed] = buyers.slice(-1);
  if (!listed) throw new Error('there is no listed buyer');
  const title = 'Tomorrow’s hydro';
  const { id } = await makeSellOrder(near, admin, { seller, settings: { title }, publishTime: null });
  await near.call(admin, updateSellOrderBuyers, { params: { id }, body: { accountIds: [listed.accountId] } });
  const address = (await far.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
  const { data: token } = await near.call(listed, getListTokenAsUser, { query: `?page=${MARKETPLACE_PAGE}&id=${id}` });
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  await near.call(admin, sellOrders.publishSellOrder, { params: { id }, body: { publishTime: inAnHour } });
  const client = await connectRaw(`${address}${HUB_PATH}?access_token=${token.accessToken}`, PLAIN);
  expect(await client.next()).toMatchObject({ event: 'connected' });
  const sees = async () => (await far.call(listed, getSellOrderAsUser, { params: { id } })).code;
  expect(await sees()).toBe('not_found');
  const changed = { type: 'message', data: { event: 'LiveAuctions', kind: 'listChanged' } };
  // The publication time comes soon after the page is opened.
  const publishAt = new Date(Date.now() + 1_000);
  await near.database.db.updateTable('sell_order').set({ publish_at: publishAt }).where('id', '=', id).execute();
  expect(await client.next()).toMatchObject(changed);
  expect(Date.now()).toBeGreaterThanOrEqual(publishAt.getTime() - 200);
  expect(await sees()).toBe('Success');

  // A purchase in one process shows on a page that another process serves.
  const body = { accountId: listed.accountId, quantity: 30, beneficiary: null, reviewed: null };
  const { data: pending } = await near.call(listed, placeBuyOrder, { params: { id }, body });
  expect(await client.next()).toMatchObject(changed);

  await near.database.db
    .updateTable('sell_order')
    .set({ end_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
  expect(await client.next()).toMatchObject(changed);
  const listedNow = async () => {
    const { rows } = await sql<{ balance: number }>`
      select sum(balance)::int as balance from ledger_account where kind = 'listed'
        and source_id in (select id from sell_order_item where sell_order_id = ${id})`.execute(near.database.db);
    return rows[0]?.balance;
  };
  await expect.poll(listedNow).toBe(30);
  const reject = { params: { id: pending.id }, body: because };
  expect((await far.call(admin, buyOrders.rejectBuyOrder, reject)).code).toBe('Success');
  expect(await listedNow()).toBe(0);
  const { data: ended } = await near.call(admin, sellOrders.getSellOrderAsAdmin, { params: { id } });
  expect([ended.status, ended.remainingQuantity]).toEqual(['ended', 100]);
  const mails = (await listMessages(near.database.db)).filter(({ subject }) =>
    subject.startsWith(`New offer for your company: ${title}`),
  );
  expect(mails.map(({ recipient }) => recipient)).toEqual([`${listed.username}@example.test`]);
  expect((await proveLedger(near.database.db)).problems).toEqual([]);
  client.socket.terminate();
});
