import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOperatorKey } from '#contract/company/api-key.ts';
import { listRetirementsAsUser } from '#contract/holding/retirement.ts';
import { issueSaleInvoice } from '#contract/invoice/invoice.ts';
import { approveBuyOrder } from '#contract/marketplace/buy-order.ts';
import { placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import { searchEverything, type SearchKind } from '#contract/search.ts';
import { createTemplate } from '#contract/template.ts';
import { completeBilling, completeCompanies } from '#testing/builders/invoice-builders.ts';
import { makeSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { aSettlement } from '#testing/builders/settlement-builders.ts';
import { aTemplate } from '#testing/builders/template-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let outsider: SignedIn;

beforeAll(async () => {
  w = await world(MARKETPLACE_ON);
  admin = await w.signedIn({ role: 'Admin', username: 'chief' });
  owner = await w.signedIn({ username: 'olive' });
  anna = await w.signedIn({ username: 'anna' });
  outsider = await w.signedIn({ username: 'oscar' });
  await completeCompanies(w);
  await completeBilling(w, admin, [owner, anna]);
});
afterAll(() => w.end());

const ask = (who: SignedIn, text: string) =>
  w.call(who, searchEverything, { query: `?text=${encodeURIComponent(text)}` });

async function found(who: SignedIn, text: string, kind: SearchKind): Promise<string[]> {
  const { code, data } = await ask(who, text);
  expect(code).toBe('Success');
  return data.find((group) => group.kind === kind)?.results.map(({ name }) => name) ?? [];
}

async function anAuction(title: string, endsIn = 3_600): Promise<void> {
  const { auctionId } = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    startsIn: -7_200,
    endsIn,
    bidders: [{ person: anna }],
  });
  await w.database.db.updateTable('auction').set({ title }).where('id', '=', auctionId).execute();
}

test('only people who may see a private auction find it, and ended auctions are a kind of their own', async () => {
  await anAuction('Zephyr wind of March');
  await anAuction('Zephyr wind of January', -3_600);
  for (const who of [admin, owner, anna]) {
    expect(await found(who, 'zephyr', 'auction')).toEqual(['Zephyr wind of March']);
    expect(await found(who, 'zephyr', 'pastAuction')).toEqual(['Zephyr wind of January']);
  }
  expect((await ask(outsider, 'zephyr')).data).toEqual([]);
});

test('administrators find all companies and people, users only their own companies', async () => {
  expect(await found(admin, 'Company of o', 'account')).toEqual(['Company of olive', 'Company of oscar']);
  expect(await found(owner, 'company of o', 'account')).toEqual(['Company of olive']);
  const { data } = await ask(admin, 'ANNA@');
  expect(data).toEqual([
    {
      kind: 'person',
      results: [{ id: anna.userId, name: 'anna', detail: 'anna@example.test', accountId: anna.accountId }],
    },
  ]);
  expect(await found(admin, 'chief', 'person')).toEqual(['chief']);
  expect(await found(owner, 'anna', 'person')).toEqual([]);
});

test('each side finds its orders, its settlement and its invoice, by title and by number', async () => {
  const { id } = await makeSellOrder(w, admin, { seller: owner, settings: { title: 'Quartz hydro' }, items: [{}] });
  const beneficiary = { choice: 'own' } as const;
  const body = { accountId: anna.accountId, quantity: 10, beneficiary, reviewed: null };
  const { data: order } = await w.call(anna, placeBuyOrder, { params: { id }, body });
  await w.call(admin, approveBuyOrder, { params: { id: order.id }, body: { remarkContent: 'agreed' } });
  const { data: retired } = await w.call(anna, listRetirementsAsUser);
  const number = retired.items[0]?.number ?? '';
  for (const who of [admin, owner, anna]) expect(await found(who, 'quartz', 'sellOrder')).toEqual(['Quartz hydro']);
  const settlementId = await aSettlement(w, { buyer: anna, seller: owner, quantity: 20 });
  const issued = await w.call(owner, issueSaleInvoice, { params: { id: settlementId } });
  expect(issued.code).toBe('Success');
  const invoice = issued.data;
  for (const who of [admin, owner, anna]) {
    expect(await found(who, invoice.number, 'invoice')).toEqual([invoice.number]);
    expect(await found(who, 'Company of olive', 'settlement')).toHaveLength(2);
  }
  for (const who of [admin, anna]) {
    expect(await found(who, order.reference, 'buyOrder')).toEqual([order.reference]);
    expect(await found(who, number, 'retirement')).toEqual([number]);
  }
  for (const text of [invoice.number, order.reference, number]) expect((await ask(outsider, text)).data).toEqual([]);
  // The sell order is for all companies.
  expect((await ask(outsider, 'Company of olive')).data.map(({ kind }) => kind)).toEqual(['sellOrder']);
});

test('administrators find every document, users the guides for everyone', async () => {
  for (const [documentName, audience] of [
    ['Handbook of trading', 'Everyone'],
    ['Handbook of operation', 'Admins'],
  ] as const)
    await w.call(admin, createTemplate, { body: aTemplate({ documentName, audience }) });
  expect((await found(admin, 'handbook', 'document')).toSorted()).toEqual([
    'Handbook of operation',
    'Handbook of trading',
  ]);
  expect(await found(anna, 'HANDBOOK', 'guide')).toEqual(['Handbook of trading']);
  expect(await found(anna, 'handbook', 'document')).toEqual([]);
});

test('shows at most five results of a kind', async () => {
  for (const number of [1, 2, 3, 4, 5, 6]) await anAuction(`Kestrel ${number}`);
  expect(await found(anna, 'kestrel', 'auction')).toHaveLength(5);
});

test('a text of one character and the characters of a pattern find nothing', async () => {
  for (const text of ['', ' a ', '%%', '__']) expect((await ask(admin, text)).data).toEqual([]);
});

test('without the marketplace the search leaves out orders', async () => {
  const other = await world();
  try {
    const boss = await other.signedIn({ role: 'Admin', username: 'quartz' });
    const { code, data } = await other.call(boss, searchEverything, { query: '?text=quartz' });
    expect([code, data.map(({ kind }) => kind)]).toEqual(['Success', ['person']]);
  } finally {
    await other.end();
  }
});

test('programs may not search', async () => {
  const body = { name: 'Nightly', scopes: ['auctions:read'], days: 30 } as const;
  const { data } = await w.call(admin, makeOperatorKey, { body: { ...body, scopes: [...body.scopes] } });
  expect((await ask({ ...admin, token: data.key }, 'zephyr')).code).toBe('not_for_api_keys');
});
