import { afterAll, beforeAll, expect, test } from 'vitest';
import { blacklistAccount } from '#contract/company/company.ts';
import { listHoldingsAsUser, listMovementsAsAdmin, listMovementsAsUser } from '#contract/holding/holding.ts';
import { confirmStatement } from '#contract/holding/retirement.ts';
import * as buyOrders from '#contract/marketplace/buy-order.ts';
import {
  getSellOrderAsUser,
  listSellOrdersAsUser,
  placeBuyOrder,
  reviewBuyOrder,
} from '#contract/marketplace/marketplace.ts';
import * as buyers from '#contract/marketplace/sell-order-buyer.ts';
import * as sellOrders from '#contract/marketplace/sell-order.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { listMessages } from '#server/platform/mail/outbox.ts';
import { aSellOrder, aSellOrderItem, makeSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let seller: SignedIn;
let buyer: SignedIn;
let rival: SignedIn;
beforeAll(async () => {
  w = await world(MARKETPLACE_ON);
  [admin, seller, buyer, rival] = await Promise.all([
    w.signedIn({ role: 'Admin' }),
    w.signedIn(),
    w.signedIn(),
    w.signedIn(),
  ]);
});
afterAll(() => w.end());

const place = (who: SignedIn, id: string, quantity: number | null, more: object = {}) =>
  w.call(who, placeBuyOrder, {
    params: { id },
    body: { accountId: who.accountId, quantity, beneficiary: null, reviewed: null, ...more },
  });
const quantities = async (id: string) => {
  const { data } = await w.call(admin, sellOrders.getSellOrderAsAdmin, { params: { id } });
  return [data.status, data.remainingQuantity, data.reservedQuantity, data.soldQuantity];
};
const because = { remarkContent: 'as agreed' };

test('from a draft to a holding: an order reserves RECs, approval sells them, and rejection returns them', async () => {
  const { id, items } = await makeSellOrder(w, admin, {
    seller,
    items: [{ vintageYear: 2025 }, { vintageYear: 2024, recQuantity: 40 }],
  });
  expect(await quantities(id)).toEqual(['published', 140, 0, 0]);
  const review = await w.call(buyer, reviewBuyOrder, {
    params: { id },
    query: `?accountId=${buyer.accountId}&quantity=50`,
  });
  expect(review.data).toMatchObject({ amount: '625.00', buyerFee: '9.38', total: '634.38' });
  expect(review.data.parts.map(({ name, quantity }) => [name, quantity])).toEqual([
    ['MY.Hydro.2024', 40],
    ['MY.Hydro.2025', 10],
  ]);
  const { total, parts } = review.data;
  const reviewed = { total, parts: parts.map(({ sellOrderItemId, quantity }) => ({ sellOrderItemId, quantity })) };
  const first = await place(buyer, id, 50, { reviewed });
  expect(first.data).toMatchObject({ status: 'Pending', quantity: 50, total: '634.38', mayCancel: true });
  expect(await quantities(id)).toEqual(['published', 90, 50, 0]);
  // The first buy order has made the next buyer's review outdated.
  expect((await place(rival, id, 50, { reviewed })).code).toBe('review_changed');
  const second = await place(rival, id, 90);
  expect(await quantities(id)).toEqual(['sold_out', 0, 140, 0]);
  expect((await place(buyer, id, 1)).code).toBe('sell_order_not_available');

  const approved = await w.call(admin, buyOrders.approveBuyOrder, { params: { id: first.data.id }, body: because });
  expect(approved.data).toMatchObject({ status: 'Approved', remark: 'as agreed', proceeds: '618.75' });
  await w.call(admin, buyOrders.rejectBuyOrder, { params: { id: second.data.id }, body: because });
  expect(await quantities(id)).toEqual(['published', 90, 0, 50]);
  const again = await w.call(admin, buyOrders.approveBuyOrder, { params: { id: second.data.id }, body: because });
  expect(again.code).toBe('buy_order_decided');

  const held = await w.database.db
    .selectFrom('ledger_account')
    .select(['kind', 'vintage_year'])
    .select((expression) => expression.cast<number>('balance', 'integer').as('balance'))
    .where('account_id', '=', buyer.accountId)
    .orderBy('vintage_year')
    .execute();
  expect(held).toEqual([
    { kind: 'held', balance: 40, vintage_year: 2024 },
    { kind: 'held', balance: 10, vintage_year: 2025 },
  ]);
  expect((await proveLedger(w.database.db)).problems).toEqual([]);
  expect(items.map(({ listedElsewhere }) => listedElsewhere)).toEqual([0, 0]);
});

test('with a beneficiary the approval retires the RECs, and both documents say so', async () => {
  const { id } = await makeSellOrder(w, admin, { seller, items: [{ vintageYear: 2016 }, { vintageYear: 2017 }] });
  const wrong = await place(buyer, id, 120, { beneficiary: { choice: 'saved', beneficiaryId: crypto.randomUUID() } });
  expect(wrong.fields).toMatchObject({ beneficiaryId: { code: 'beneficiary_unknown' } });
  expect(await quantities(id)).toEqual(['published', 200, 0, 0]);
  const tower = {
    choice: 'new',
    accountType: 'Building',
    name: 'Menara Pantai',
    address: 'Jalan Sultan 8',
    nameOnCertificates: 'Menara Pantai',
    buildingOwnerName: 'Pantai Holdings',
    isSaved: true,
  };
  const { data: order } = await place(buyer, id, 120, { beneficiary: tower });
  expect(order).toMatchObject({ beneficiary: { name: 'Menara Pantai' }, hasBeneficiary: true, retirementNumber: null });
  const statement = () => w.call(buyer, buyOrders.getOwnBuyOrderStatement, { params: { id: order.id } });
  expect((await statement()).code).toBe('buy_order_not_approved');
  const approved = await w.call(admin, buyOrders.approveBuyOrder, { params: { id: order.id }, body: because });
  const number = approved.data.retirementNumber;
  expect(number).toMatch(/\w/);
  const places = await w.database.db
    .selectFrom('ledger_account')
    .select(['kind', 'balance'])
    .where('account_id', '=', buyer.accountId)
    .where('vintage_year', 'in', [2016, 2017])
    .orderBy('kind')
    .orderBy('vintage_year')
    .execute();
  expect(places.map(({ kind, balance }) => [kind, Number(balance)])).toEqual([
    ['held', 0],
    ['held', 0],
    ['retired', 100],
    ['retired', 20],
  ]);
  const confirmed = await w.call(undefined, confirmStatement, { params: { number: number ?? '' } });
  expect(confirmed.data).toMatchObject({ quantity: 120, nameOnCertificates: 'Menara Pantai' });
  expect((await statement()).text.slice(0, 5)).toBe('%PDF-');
  expect((await proveLedger(w.database.db)).problems).toEqual([]);
});

test('a scheduled sell order is hidden until its time, and an invalid one is not published', async () => {
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const { id, order } = await makeSellOrder(w, admin, { seller, publishTime: soon });
  expect(order).toMatchObject({ status: 'unpublished', publishTime: soon });
  expect((await w.call(buyer, getSellOrderAsUser, { params: { id } })).code).toBe('not_found');
  expect((await place(buyer, id, 1)).code).toBe('not_found');
  const publish = (publishTime: string | null, of = id) =>
    w.call(admin, sellOrders.publishSellOrder, { params: { id: of }, body: { publishTime } });
  expect((await publish(new Date(Date.now() - 1_000).toISOString())).fields).toMatchObject({
    publishTime: { code: 'invalid_date' },
  });
  expect((await publish(null)).data.status).toBe('published');
  expect((await publish(null)).code).toBe('sell_order_published');
  expect((await w.call(buyer, getSellOrderAsUser, { params: { id } })).data).toMatchObject({
    status: 'published',
    buyers: [{ accountId: buyer.accountId, refusal: null }],
  });
  const { id: empty } = await makeSellOrder(w, admin, { seller, items: [], publishTime: null });
  expect((await publish(null, empty)).code).toBe('sell_order_has_no_items');
  const tooFew = { minimumPurchaseQuantity: 101, maxBuyOrderRecQuantity: 200 };
  const { id: few } = await makeSellOrder(w, admin, { seller, settings: tooFew, publishTime: null });
  expect(await publish(null, few)).toMatchObject({ code: 'minimum_above_total', params: { total: 100 } });
});

test('a quantity has limits, each with its own message', async () => {
  const settings = { minimumPurchaseQuantity: 10, maxBuyOrderRecQuantity: 60 };
  const { id } = await makeSellOrder(w, admin, { seller, settings });
  const codeOf = async (quantity: number | null) => (await place(buyer, id, quantity)).fields;
  expect(await codeOf(null)).toMatchObject({ quantity: { code: 'please_input_the_quantity' } });
  expect(await codeOf(9)).toMatchObject({ quantity: { code: 'minimum_quantity_is', params: { minimum: 10 } } });
  expect(await codeOf(61)).toMatchObject({ quantity: { code: 'maximum_quantity_is', params: { maximum: 60 } } });
  await place(buyer, id, 60);
  expect(await codeOf(41)).toMatchObject({ quantity: { code: 'remaining_quantity_is', params: { remaining: 40 } } });
  expect((await place(seller, id, 10)).code).toBe('buyer_is_seller');
});

test('cancelling also cancels pending buy orders, and everyone reads the reason', async () => {
  const { id } = await makeSellOrder(w, admin, { seller, settings: { title: 'Withdrawn hydro' } });
  const { data: pending } = await place(buyer, id, 30);
  const { data: done } = await place(rival, id, 20);
  await w.call(admin, buyOrders.approveBuyOrder, { params: { id: done.id }, body: because });
  const cancel = (remarkContent: string) =>
    w.call(admin, sellOrders.cancelSellOrder, { params: { id }, body: { remarkContent } });
  expect((await cancel(' ')).fields).toMatchObject({ remarkContent: { code: 'field_required' } });
  expect((await cancel('plant is down')).data).toMatchObject({ status: 'cancelled', cancelRemark: 'plant is down' });
  expect(await quantities(id)).toEqual(['cancelled', 80, 0, 20]);
  const { data } = await w.call(buyer, buyOrders.getOwnBuyOrder, { params: { id: pending.id } });
  expect(data).toMatchObject({ status: 'Cancelled', remark: 'plant is down', isCancelledWithSellOrder: true });
  expect((await cancel('again')).code).toBe('sell_order_over');
  expect((await place(buyer, id, 1)).code).toBe('sell_order_not_available');
  const mails = await listMessages(w.database.db);
  const told = mails.filter(({ subject }) => subject.includes('Withdrawn hydro') && /Cancelled/.test(subject));
  expect(told.map(({ recipient }) => recipient).toSorted()).toEqual(
    [buyer, seller].map(({ username }) => `${username}@example.test`).toSorted(),
  );
  expect(told[0]?.body).toContain('plant is down');
  expect((await proveLedger(w.database.db)).problems).toEqual([]);
});

test('approving and rejecting a buy order need a remark', async () => {
  const { id } = await makeSellOrder(w, admin, { seller });
  const { data } = await place(buyer, id, 30);
  const params = { id: data.id };
  for (const decide of [buyOrders.approveBuyOrder, buyOrders.rejectBuyOrder]) {
    const refused = await w.call(admin, decide, { params, body: { remarkContent: ' ' } });
    expect([refused.status, refused.fields]).toMatchObject([422, { remarkContent: { code: 'field_required' } }]);
  }
  expect((await w.call(buyer, buyOrders.getOwnBuyOrder, { params })).data.status).toBe('Pending');
});

test('a buyer cancels only its own pending orders', async () => {
  const { id } = await makeSellOrder(w, admin, { seller });
  const { data } = await place(buyer, id, 30);
  const cancel = (who: SignedIn) => w.call(who, buyOrders.cancelBuyOrder, { params: { id: data.id } });
  expect((await cancel(rival)).code).toBe('not_found');
  expect((await cancel(buyer)).data).toMatchObject({ status: 'Cancelled', mayCancel: false, remark: null });
  expect((await cancel(buyer)).code).toBe('buy_order_decided');
  expect(await quantities(id)).toEqual(['published', 100, 0, 0]);
});

test('a repeated key places one buy order', async () => {
  const { id } = await makeSellOrder(w, admin, { seller });
  const key = crypto.randomUUID();
  const body = { accountId: buyer.accountId, quantity: 10, beneficiary: null, reviewed: null };
  const [one, other] = [
    await w.call(buyer, placeBuyOrder, { params: { id }, body, key }),
    await w.call(buyer, placeBuyOrder, { params: { id }, body, key }),
  ];
  expect(other.data.id).toBe(one.data.id);
  expect(await quantities(id)).toEqual(['published', 90, 10, 0]);
});

test('items change while offered, but never below the ordered quantity', async () => {
  const { id, items } = await makeSellOrder(w, admin, { seller });
  await place(buyer, id, 30);
  const itemId = items[0]?.sellOrderItemId ?? '';
  const update = (item: Parameters<typeof aSellOrderItem>[0]) =>
    w.call(admin, sellOrders.updateSellOrderItem, { params: { id, itemId }, body: aSellOrderItem(item) });
  expect((await update({ recQuantity: 29 })).fields).toMatchObject({ recQuantity: { code: 'below_ordered_quantity' } });
  expect((await update({ vintageYear: 2023 })).fields).toMatchObject({ recCountry: { code: 'item_in_buy_orders' } });
  expect((await update({ recQuantity: 30 })).data).toMatchObject({ totalQuantity: 30, remainingQuantity: 0 });
  expect(await quantities(id)).toEqual(['sold_out', 0, 30, 0]);
  const added = await w.call(admin, sellOrders.addSellOrderItem, {
    params: { id },
    body: aSellOrderItem({ recFuelType: 'Wind' }),
  });
  expect(await quantities(id)).toEqual(['published', 100, 30, 0]);
  const remove = (one: string) => w.call(admin, sellOrders.deleteSellOrderItem, { params: { id, itemId: one } });
  expect((await remove(itemId)).code).toBe('item_in_buy_orders');
  expect((await remove(added.data.sellOrderItemId)).code).toBe('Success');
  expect(await quantities(id)).toEqual(['sold_out', 0, 30, 0]);
  expect((await proveLedger(w.database.db)).problems).toEqual([]);
});

test('several items are added at once, all or none, and a wrong one is named by its place in the list', async () => {
  const { id } = await makeSellOrder(w, admin, { seller, items: [], publishTime: null });
  const add = (...items: Parameters<typeof aSellOrderItem>[0][]) =>
    w.call(admin, sellOrders.addSellOrderItems, { params: { id }, body: { items: items.map(aSellOrderItem) } });
  const refused = await add({ recFuelType: 'Wind' }, { recFuelType: 'Solar' }, { recFuelType: 'Wind' });
  expect(refused.fields).toEqual({ 'items.2.recCountry': expect.objectContaining({ code: 'duplicate_item' }) });
  const { data } = await add({ recFuelType: 'Wind' }, { recFuelType: 'Solar', recQuantity: 5 });
  expect(data).toMatchObject([
    { recFuelType: 'Wind', position: 1 },
    { recFuelType: 'Solar', position: 2, totalQuantity: 5 },
  ]);
  const { data: order } = await w.call(admin, sellOrders.getSellOrderAsAdmin, { params: { id } });
  expect(order).toMatchObject({ itemCount: 2, totalQuantity: 105 });
});

test('bought RECs can be sold on, never more than are held', async () => {
  const { id } = await makeSellOrder(w, admin, { seller, items: [{ vintageYear: 2019 }] });
  const { data } = await place(rival, id, 80);
  await w.call(admin, buyOrders.approveBuyOrder, { params: { id: data.id }, body: because });
  const { id: resale } = await makeSellOrder(w, admin, { seller: rival, items: [], publishTime: null });
  const { data: holdings } = await w.call(admin, sellOrders.listResaleHoldings, { params: { id: resale } });
  const holding = holdings.find(({ recVintage }) => recVintage.year === 2019);
  expect(holding).toMatchObject({ name: 'MY.Hydro.2019', balance: 80 });
  const add = (item: Parameters<typeof aSellOrderItem>[0]) =>
    w.call(admin, sellOrders.addSellOrderItem, { params: { id: resale }, body: aSellOrderItem(item) });
  const holdingId = holding?.holdingId ?? '';
  expect((await add({ vintageYear: 2020, holdingId })).fields).toMatchObject({
    holdingId: { code: 'holding_unknown' },
  });
  await add({ vintageYear: 2019, holdingId, recQuantity: 81 });
  const publish = () =>
    w.call(admin, sellOrders.publishSellOrder, { params: { id: resale }, body: { publishTime: null } });
  expect((await publish()).code).toBe('holding_too_small');
  const { data: draft } = await w.call(admin, sellOrders.getSellOrderAsAdmin, { params: { id: resale } });
  const params = { id: resale, itemId: draft.items[0]?.sellOrderItemId ?? '' };
  const body = aSellOrderItem({ vintageYear: 2019, holdingId, recQuantity: 50 });
  await w.call(admin, sellOrders.updateSellOrderItem, { params, body });
  expect((await publish()).data.status).toBe('published');
  const balance = async () =>
    (await w.call(admin, sellOrders.listResaleHoldings, { params: { id: resale } })).data.find(
      (one) => one.holdingId === holdingId,
    )?.balance;
  expect(await balance()).toBe(30);
  await w.call(admin, sellOrders.cancelSellOrder, { params: { id: resale }, body: because });
  expect(await balance()).toBe(80);
  expect((await proveLedger(w.database.db)).problems).toEqual([]);
});

test('a company that resells its holding does not see which person of the buyer cancelled', async () => {
  const holder = await w.signedIn();
  const { id: first } = await makeSellOrder(w, admin, { seller, items: [{ vintageYear: 2018 }] });
  const { data: bought } = await place(holder, first, 80);
  await w.call(admin, buyOrders.approveBuyOrder, { params: { id: bought.id }, body: because });
  const holdings = await w.call(holder, listHoldingsAsUser, { query: '?vintageYear=2018' });
  const holdingId = holdings.data.items[0]?.id ?? '';
  const { id } = await makeSellOrder(w, admin, {
    seller: holder,
    items: [{ vintageYear: 2018, holdingId, recQuantity: 50 }],
  });
  const { data: pending } = await place(buyer, id, 50);
  const [before, ended] = [Date.now() - 7_200_000, Date.now() - 3_600_000].map((ms) => new Date(ms));
  const passed = { publish_at: before, end_at: ended, end_settled_at: ended };
  await w.database.db.updateTable('sell_order').set(passed).where('id', '=', id).execute();
  await w.call(buyer, buyOrders.cancelBuyOrder, { params: { id: pending.id } });
  const movements = await w.call(holder, listMovementsAsUser, { params: { id: holdingId } });
  expect(movements.data.items.map(({ kind, by }) => [kind, by])).toEqual([
    ['returned', null],
    ['listed', null],
    ['sold', null],
  ]);
  const asAdmin = await w.call(admin, listMovementsAsAdmin, { params: { id: holdingId } });
  expect(asAdmin.data.items[0]).toMatchObject({ kind: 'returned', by: buyer.username });
});

test('a list of buyers hides a sell order from others, who get not found; administrators paste names into it', async () => {
  const { id } = await makeSellOrder(w, admin, { seller, settings: { title: 'For one only' } });
  const params = { id };
  const list = (accountIds: string[]) => w.call(admin, buyers.updateSellOrderBuyers, { params, body: { accountIds } });
  expect((await list([seller.accountId])).code).toBe('buyer_is_seller');
  expect((await list([crypto.randomUUID()])).code).toBe('bidder_account_unknown');
  expect((await list([buyer.accountId])).data).toMatchObject([{ accountId: buyer.accountId, status: 'Active' }]);
  const sees = async (who: SignedIn) => (await w.call(who, getSellOrderAsUser, { params })).code;
  expect([await sees(buyer), await sees(rival), await sees(seller)]).toEqual(['Success', 'not_found', 'Success']);
  const listed = async (who: SignedIn) =>
    (await w.call(who, listSellOrdersAsUser, { query: '?search=for+one' })).data.total;
  expect([await listed(buyer), await listed(rival), await listed(seller)]).toEqual([1, 0, 1]);
  expect((await place(rival, id, 1)).code).toBe('not_found');
  const { data: candidates } = await w.call(admin, buyers.listBuyerCandidates, {
    params,
    query: `?search=${rival.username}`,
  });
  expect(candidates.items).toMatchObject([{ accountId: rival.accountId }]);
  const text = `${rival.username}\nCompany of ${buyer.username}\n${seller.username}\nNobody Ltd`;
  const { data: pasted } = await w.call(admin, buyers.readPastedBuyers, { params, body: { text } });
  expect(pasted.map(({ finding }) => finding)).toEqual(['found', 'found', 'buyer_is_seller', 'unknown']);
  expect((await list([])).data).toEqual([]);
  expect(await sees(rival)).toBe('Success');
  expect((await w.call(admin, buyers.listSellOrderBuyers, { params })).data).toEqual([]);
});

test('users find sell orders by country, fuel type, vintage, price and quantity, in the selected order', async () => {
  const solar = { items: [{ recCountry: 'VN', recFuelType: 'Solar', vintageYear: 2011 }] } as const;
  const cheap = await makeSellOrder(w, admin, { seller, ...solar, settings: { unitPrice: 3, title: 'Vn cheap' } });
  const dear = await makeSellOrder(w, admin, {
    seller,
    items: [{ ...solar.items[0], recQuantity: 500 }],
    settings: { unitPrice: 9, title: 'Vn dear' },
  });
  const found = async (query: string) => {
    const { data } = await w.call(buyer, listSellOrdersAsUser, { query: `?vintageYear=2011&${query}` });
    return data.items.map(({ id }) => id);
  };
  const [a, b] = [cheap.id, dear.id];
  expect(await found('country=VN&fuel=Solar&sort=priceUp')).toEqual([a, b]);
  expect(await found('sort=priceDown')).toEqual([b, a]);
  expect(await found('sort=newest')).toEqual([b, a]);
  expect(await found('sort=quantity')).toEqual([b, a]);
  expect(await found('minimumPrice=3.01')).toEqual([b]);
  expect(await found('maximumPrice=3')).toEqual([a]);
  expect(await found('quantity=101')).toEqual([b]);
  expect(await found('country=CN')).toEqual([]);
  await place(buyer, b, 500);
  expect(await found('sort=newest')).toEqual([a, b]);
});

test('lists are exported as shown', async () => {
  const sold = await w.call(admin, sellOrders.exportSellOrders, { query: '?search=withdrawn' });
  expect(sold.text).toContain('Withdrawn hydro');
  expect(sold.text).toContain('Cancelled');
  const all = await w.call(admin, buyOrders.exportBuyOrdersAsAdmin, { headers: { 'accept-language': 'zh' } });
  expect(all.text).toContain('已取消');
  const own = await w.call(buyer, buyOrders.exportOwnBuyOrders);
  expect(own.text).toContain(`Company of ${buyer.username}`);
  expect(own.text).not.toContain(`Company of ${rival.username}`);
});

test('buy orders are found by reference, status and sell order', async () => {
  const { id } = await makeSellOrder(w, admin, { seller });
  const { data: mine } = await place(buyer, id, 5);
  await place(rival, id, 5);
  const asAdmin = async (query: string) =>
    (await w.call(admin, buyOrders.listBuyOrdersAsAdmin, { query })).data.items.map((one) => one.id);
  expect(await asAdmin(`?search=${mine.reference}`)).toEqual([mine.id]);
  expect(await asAdmin(`?sellOrderId=${id}`)).toHaveLength(2);
  expect(await asAdmin(`?sellOrderId=${id}&status=Approved`)).toEqual([]);
  const own = await w.call(buyer, buyOrders.listOwnBuyOrders, { query: `?sellOrderId=${id}` });
  expect(own.data.items.map((one) => one.id)).toEqual([mine.id]);
  const { data } = await w.call(admin, buyOrders.getBuyOrderAsAdmin, { params: { id: mine.id } });
  expect(data).toMatchObject({ reference: mine.reference, placedBy: buyer.username, buyerStatus: 'Active' });
});

test('a blacklisted seller publishes nothing; its published sell orders continue until an administrator cancels them', async () => {
  const gone = await w.signedIn();
  const { id: offered } = await makeSellOrder(w, admin, { seller: gone });
  const { id: draft } = await makeSellOrder(w, admin, { seller: gone, publishTime: null });
  const publishTime = new Date(Date.now() + 3_600_000).toISOString();
  const { id: scheduled } = await makeSellOrder(w, admin, { seller: gone, publishTime });
  await w.call(admin, blacklistAccount, { params: { id: gone.accountId }, body: because });
  const published = await w.call(admin, sellOrders.publishSellOrder, {
    params: { id: draft },
    body: { publishTime: null },
  });
  expect(published.code).toBe('account_blacklisted');
  const { data } = await w.call(admin, sellOrders.getSellOrderAsAdmin, { params: { id: scheduled } });
  expect(data).toMatchObject({ status: 'unpublished', publishTime: null });
  expect((await proveLedger(w.database.db)).problems).toEqual([]);
  expect((await place(buyer, offered, 1)).code).toBe('Success');
});

test('a sell order that was sold out at its end and gets a later end is offered again once RECs are returned', async () => {
  const settings = { title: 'Extended hydro' };
  const { id } = await makeSellOrder(w, admin, { seller, settings });
  const { data } = await place(buyer, id, 100);
  const [before, ended, now] = [Date.now() - 7_200_000, Date.now() - 3_600_000, Date.now()].map((ms) => new Date(ms));
  const passed = { publish_at: before, end_at: ended, end_settled_at: now };
  await w.database.db.updateTable('sell_order').set(passed).where('id', '=', id).execute();
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const body = aSellOrder(seller.accountId, { ...settings, endTime: later });
  expect((await w.call(admin, sellOrders.updateSellOrder, { params: { id }, body })).data.status).toBe('sold_out');
  await w.call(admin, buyOrders.rejectBuyOrder, { params: { id: data.id }, body: because });
  expect(await quantities(id)).toEqual(['published', 100, 0, 0]);
  expect((await w.call(buyer, listSellOrdersAsUser, { query: '?search=extended' })).data.total).toBe(1);
  expect((await proveLedger(w.database.db)).problems).toEqual([]);
});

test('deleting an unpublished sell order deletes all its data; others stay', async () => {
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const { id } = await makeSellOrder(w, admin, { seller, publishTime: soon });
  const remove = (one: string) => w.call(admin, sellOrders.deleteSellOrder, { params: { id: one } });
  expect((await remove(id)).code).toBe('Success');
  expect((await remove(id)).code).toBe('not_found');
  const { id: published } = await makeSellOrder(w, admin, { seller });
  expect((await remove(published)).code).toBe('sell_order_published');
  expect((await proveLedger(w.database.db)).problems).toEqual([]);
});
