import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getResultAsAdmin } from '#contract/award/award.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import {
  exportBuyOrderHistoryAsAdmin,
  exportBuyOrderHistoryAsUser,
  listBuyOrderHistoryAsAdmin,
  listBuyOrderHistoryAsUser,
} from '#contract/marketplace/buy-order-history.ts';
import type { Route } from '#contract/basics/route.ts';
import { priceBuyOrder } from '#domain/marketplace/split-buy-order.ts';
import { textOfCents } from '#domain/basics/price.ts';
import { insertAuction, moveAuction, type AuctionOptions } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let bo: SignedIn;
let orderId: string;

/**
 * Anna buys 600 RECs in an auction and 250 in the marketplace. She sells 400 to the owner of a reverse auction. Bo buys
 * 400 in the first auction.
 */
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna, bo] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn()]);
  await closed({}, [
    [anna, 600],
    [bo, 400],
  ]);
  await closed({ auctionType: 'Reverse' }, [[anna, 400]]);
  orderId = await insertOrder('Approved');
  await insertOrder('Pending');
});
afterAll(() => w.end());

async function closed(wish: Partial<AuctionOptions>, bids: readonly (readonly [SignedIn, number])[]): Promise<void> {
  const { auctionId, itemIds } = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    bidders: bids.map(([person]) => ({ person })),
    ...wish,
  });
  const params = { id: auctionId };
  for (const [person, quantity] of bids) {
    const body = { auctionItemId: itemIds[0] ?? '', price: 5, quantity, bidderPartialFulfillment: true };
    expect((await w.call(person, placeBid, { params, body })).code).toBe('Success');
  }
  await moveAuction(w.database.db, auctionId, -3_600, -10);
  await w.call(admin, getResultAsAdmin, { params });
}

/** Inserts an approved or pending buy order of Anna's that takes two products of one sell order. */
async function insertOrder(status: 'Approved' | 'Pending'): Promise<string> {
  const { db } = w.database;
  const [sellOrderId, id] = [randomUUID(), randomUUID()];
  const fees = { seller_fee_hundredths: 100, buyer_fee_hundredths: 150 };
  await db
    .insertInto('sell_order')
    .values({
      id: sellOrderId,
      title: 'Wind of two years',
      description: '',
      seller_account_id: owner.accountId,
      unit_price_cents: 333,
      minimum_purchase_quantity: 1,
      max_buy_order_rec_quantity: 1_000,
      ...fees,
      beneficiary_default: 'none',
      created_by: admin.userId,
    })
    .execute();
  const isDecided = status === 'Approved';
  await db
    .insertInto('buy_order')
    .values({
      id,
      sell_order_id: sellOrderId,
      account_id: anna.accountId,
      user_id: anna.userId,
      status,
      quantity: 250,
      unit_price_cents: 333,
      ...fees,
      decided_at: isDecided ? new Date() : null,
      decided_by: isDecided ? admin.userId : null,
    })
    .execute();
  for (const [position, year] of [2023, 2024].entries()) {
    const sellOrderItemId = randomUUID();
    await db
      .insertInto('sell_order_item')
      .values({
        id: sellOrderItemId,
        sell_order_id: sellOrderId,
        position,
        country: 'VN',
        fuel_type: 'Wind',
        vintage_year: year,
        vintage_period: 'FullYear',
        total_quantity: 500,
        remaining_quantity: 500,
        description: '',
        address: '',
      })
      .execute();
    const part = { id: randomUUID(), buy_order_id: id, position, sell_order_item_id: sellOrderItemId, quantity: 125 };
    await db.insertInto('buy_order_part').values(part).execute();
  }
  return id;
}

const asUser = async (person: SignedIn, query = '') =>
  (await w.call(person, listBuyOrderHistoryAsUser, { query })).data;
const asAdmin = async (query = '') => (await w.call(admin, listBuyOrderHistoryAsAdmin, { query })).data;
const quantitiesOf = ({ items }: { items: readonly { quantity: number }[] }): number[] =>
  items.map(({ quantity }) => quantity);

describe('shows', () => {
  test('a user what its company bought: awards and approved purchases, with totals', async () => {
    const { items, total, totals } = await asUser(anna);
    const cost = priceBuyOrder(333, 250, { buyerFeeHundredths: 150, sellerFeeHundredths: 100 });
    expect(total).toBe(2);
    expect(items).toMatchObject([
      {
        kind: 'marketplace',
        title: 'Wind of two years',
        reference: `BO-${orderId.slice(0, 8).toUpperCase()}`,
        quantity: 250,
        price: 3.33,
        amount: textOfCents(cost.amountCents),
        buyerFee: textOfCents(cost.buyerFeeCents),
        sellerFee: null,
        seller: `Company of ${owner.username}`,
        goods: [{ name: 'VN.Wind.2023', quantity: 125 }, { name: 'VN.Wind.2024' }],
      },
      { kind: 'auction', quantity: 600, amount: '3000.00', buyerFee: '45.00', seller: `Company of ${owner.username}` },
    ]);
    expect(items[1]?.goods[0]?.holding).toMatchObject({ held: 600, retired: 0 });
    expect(totals.quantity).toBe(850);
    expect(totals.sellerFees).toBeNull();
  });

  test('the owner of a reverse auction its purchases and sales', async () => {
    const bought = await asUser(owner);
    expect(bought.items).toMatchObject([{ quantity: 400, seller: `Company of ${anna.username}` }]);
    const sold = await asUser(owner, '?side=sold&order=quantity&direction=asc');
    expect(quantitiesOf(sold)).toEqual([250, 400, 600]);
    expect(sold.items[1]).toMatchObject({ buyer: `Company of ${bo.username}`, buyerFee: null, sellerFee: '20.00' });
    // Only the buyer sees how many of the RECs are held, retired or resold.
    expect(sold.items.flatMap(({ goods }) => goods.map(({ holding }) => holding))).toEqual([null, null, null, null]);
  });

  test('a user nothing of other companies, even by their account', async () => {
    expect((await asUser(bo)).total).toBe(1);
    expect((await asUser(bo, `?accountId=${anna.accountId}`)).total).toBe(0);
  });

  test('administrators everything, with both fees', async () => {
    const { items, totals } = await asAdmin('?order=quantity');
    expect(quantitiesOf({ items })).toEqual([600, 400, 400, 250]);
    expect(items[0]).toMatchObject({ buyerFee: '45.00', sellerFee: '30.00' });
    expect(totals.quantity).toBe(1_650);
    expect((await asAdmin(`?accountId=${anna.accountId}`)).total).toBe(2);
  });
});

test.each([
  ['?kind=auction', 3],
  ['?kind=marketplace', 1],
  ['?country=VN', 1],
  ['?country=CN', 0],
  ['?fuel=Hydro', 3],
  ['?vintage=2024', 1],
  ['?vintage=2020&fuel=Hydro', 3],
  ['?search=two%20years', 1],
  ['?search=nothing', 0],
  ['?from=2020-01-01&to=2020-12-31', 0],
  ['?from=2020-01-01', 4],
  ['?to=2020-01-01', 0],
  ['?limit=10&currentPage=2', 4],
])('is filtered by %s', async (query, total) => expect((await asAdmin(query)).total).toBe(total));

test.each(['2024-02-30', '0000-01-01'])('there is no %s', async (day) => {
  const { code } = await w.call(admin, listBuyOrderHistoryAsAdmin, { query: `?from=${day}` });
  expect(code).toBe('invalid_request');
});

test('is searched by reference', async () => {
  expect((await asAdmin(`?search=bo-${orderId.slice(0, 6)}`)).total).toBe(1);
});

test('uses days in the time zone of the caller', async () => {
  const { db } = w.database;
  await db.updateTable('buy_order').set({ decided_at: '2025-12-31T17:00:00Z' }).where('id', '=', orderId).execute();
  const asked = { query: '?from=2026-01-01&to=2026-01-01' };
  const inKualaLumpur = { ...asked, headers: { 'accept-timezone': 'Asia/Kuala_Lumpur' } };
  expect((await w.call(admin, listBuyOrderHistoryAsAdmin, inKualaLumpur)).data.total).toBe(1);
  expect((await w.call(admin, listBuyOrderHistoryAsAdmin, asked)).data.total).toBe(0);
});

test('is exported in the language of the caller, all pages of it', async () => {
  const { text } = await w.call(anna, exportBuyOrderHistoryAsUser, {
    query: '?limit=1',
    headers: { 'accept-language': 'zh' },
  });
  expect(text).toContain('invalid_request');
  const file = await w.call(anna, exportBuyOrderHistoryAsUser, { headers: { 'accept-language': 'zh' } });
  expect(file.text).toContain('买方手续费');
  expect(file.text.trim().split('\r\n')).toHaveLength(3);
  const all = await w.call(admin, exportBuyOrderHistoryAsAdmin, { query: '?kind=auction' });
  expect(all.text.trim().split('\r\n')).toHaveLength(4);
});

test('leaves out what the deployment does not offer', async () => {
  const without = await world({ FLAG_REVERSE_AUCTION: 'off', FLAG_MARKETPLACE: 'off' });
  const one = await without.signedIn({ role: 'Admin' });
  expect((await without.call(one, listBuyOrderHistoryAsAdmin, { query: '?kind=marketplace' })).data.total).toBe(0);
  expect((await without.call(one, listBuyOrderHistoryAsAdmin)).data.totals.amount).toBe('0.00');
  await without.end();
});

test.each([
  [listBuyOrderHistoryAsAdmin, 'forbidden_access', 'Success'],
  [exportBuyOrderHistoryAsAdmin, 'forbidden_access', 'Success'],
  [listBuyOrderHistoryAsUser, 'Success', 'forbidden_access'],
  [exportBuyOrderHistoryAsUser, 'Success', 'forbidden_access'],
] as const satisfies readonly (readonly [Route, string, string])[])(
  'checks the caller of %o',
  async (route, user, byAdmin) => {
    const codes = [];
    for (const who of [undefined, bo, admin]) codes.push((await w.call(who, route)).code);
    expect(codes).toEqual(['not_signed_in', user, byAdmin]);
  },
);
