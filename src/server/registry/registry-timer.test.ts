import { afterAll, beforeAll, expect, test } from 'vitest';
import { setRegistryAccounts, listRegistryAccounts } from '#contract/settlement/registry-account.ts';
import {
  importConfirmation,
  listOrdersOfSettlementAsAdmin,
  listOrdersOfSettlementAsUser,
  prepareRegistryOrders,
  previewConfirmation,
  readRegistryStatement,
} from '#contract/settlement/registry-order.ts';
import { getSettlementAsAdmin } from '#contract/settlement/settlement.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { createNarConnector } from '#server/registry/nar-connector.ts';
import { askRegistries } from '#server/registry/registry-timer.ts';
import { MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { anInstructedNarSettlement } from '#testing/builders/registry-builders.ts';
import { takeStepOf } from '#testing/builders/settlement-builders.ts';
import { narRegistry, type Mood } from '#testing/stand-ins/nar-registry.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let registry: Awaited<ReturnType<typeof narRegistry>>;
let w: World;
let parties: Readonly<Record<'admin' | 'seller' | 'buyer', SignedIn>>;
beforeAll(async () => {
  registry = await narRegistry();
  w = await world({ ...MARKETPLACE_ON, NAR_URL: registry.url, NAR_TOKEN: registry.token });
  const [admin, seller, buyer] = [await w.signedIn({ role: 'Admin' }), await w.signedIn(), await w.signedIn()];
  parties = { admin, seller, buyer };
  for (const [who, code] of [
    [seller, 'SELLER'],
    [buyer, 'BUYER'],
  ] as const) {
    const params = { id: who.accountId };
    await w.call(who, setRegistryAccounts, {
      params,
      body: { accounts: [{ registry: 'nar', code, retirementCode: '' }] },
    });
  }
});
afterAll(async () => {
  expect((await proveLedger(w.database.db)).problems).toEqual([]);
  await w.end();
  await registry.close();
});

/** Returns a settlement with a prepared order for 20 certificates that the registry has issued to the seller. */
async function prepared() {
  const { id, device, base } = await anInstructedNarSettlement(w, parties, 20);
  registry.issue({ accountId: 'SELLER', base, first: 1, last: 20, resource: device });
  registry.answers(undefined);
  await w.call(parties.admin, prepareRegistryOrders);
  return { id, params: { id } };
}

/** Runs the timer once, as if enough time had passed for every order. */
const run = () =>
  askRegistries(
    {
      db: w.database.db,
      connectors: new Map([['nar', createNarConnector({ ...registry, timeoutMs: 2_000 })]]),
      publicUrl: 'https://greenlot.example',
      failed: (error) => {
        throw error;
      },
    },
    { sent: 0, pending: 0 },
  );

async function stateOf(id: string) {
  const params = { id };
  const [order] = (await w.call(parties.admin, listOrdersOfSettlementAsAdmin, { params })).data;
  const { data } = await w.call(parties.admin, getSettlementAsAdmin, { params });
  if (!order) throw new Error('no order was prepared');
  return { order, settlement: data, states: [order.state, data.delivery] };
}

test('an order goes to the registry, and its answers move the delivery', async () => {
  const { id, params } = await prepared();
  expect((await stateOf(id)).states).toEqual(['prepared', 'instructed']);
  await run();
  const { order, states } = await stateOf(id);
  expect(states).toEqual(['pending', 'pending']);
  registry.accept(order.transferId);
  await Promise.all([run(), run()]);
  const { settlement, states: after } = await stateOf(id);
  expect(after).toEqual(['accepted', 'accepted']);
  expect(settlement.timeline.slice(-2)).toMatchObject([
    { step: 'submitDelivery', actor: 'registry', by: null, reference: order.transferId },
    { step: 'acceptDelivery', actor: 'registry', quantity: 20 },
  ]);
  expect(registry.asked.filter((one) => one === order.id)).toHaveLength(1);
  expect((await w.call(parties.buyer, listOrdersOfSettlementAsUser, { params })).data[0]?.transferId).toBe(
    order.transferId,
  );
});

test.each<[Mood, requests: number]>([
  ['late', 1],
  ['unreadable', 1],
  ['twice', 1],
  ['silent', 2],
  [500, 2],
  [429, 2],
])('if the registry answers %s, %i requests move the certificates once', async (mood, requests) => {
  const { id } = await prepared();
  registry.answers(mood);
  await run();
  registry.answers(undefined);
  await run();
  const { order, states } = await stateOf(id);
  expect(states).toEqual(['pending', 'pending']);
  expect(registry.asked.filter((one) => one === order.id)).toHaveLength(requests);
  expect(registry.pending.filter(({ transferId }) => transferId === order.transferId)).toHaveLength(1);
});

test.each<[Mood, string]>([
  ['partly', 'quantityDiffers'],
  ['wrong', 'certificatesDiffer'],
])('if the registry answers %s, the order is held: %s', async (mood, reason) => {
  const { id } = await prepared();
  registry.answers(mood);
  await run();
  await run();
  const { order, states } = await stateOf(id);
  expect([...states, order.reason]).toEqual(['unclear', 'instructed', reason]);
  expect(registry.asked.filter((one) => one === order.id)).toHaveLength(1);
});

test('a transfer that the buyer rejects at the registry is rejected here', async () => {
  const { id } = await prepared();
  await run();
  registry.reject((await stateOf(id)).order.transferId);
  await run();
  expect((await stateOf(id)).states).toEqual(['rejected', 'rejected']);
});

test('an order that the registry refuses fails, with the text of the registry', async () => {
  const { id } = await prepared();
  registry.answers(400);
  await run();
  const { order, states } = await stateOf(id);
  expect([...states, order.reason, order.detail]).toEqual(['failed', 'failed', 'refused', 'out of order']);
});

test('a registry that never answers is asked some times, then a person decides', async () => {
  const { id } = await prepared();
  registry.answers(503);
  for (let attempt = 0; attempt < 11; attempt++) await run();
  registry.answers(undefined);
  const { order } = await stateOf(id);
  expect([order.state, order.reason]).toEqual(['unclear', 'noAnswer']);
});

test('an order waits during a dispute, and is withdrawn if its delivery ends', async () => {
  const { id } = await prepared();
  await takeStepOf(w, parties, parties.buyer, id, { step: 'dispute' });
  await run();
  const { order, states } = await stateOf(id);
  expect(states).toEqual(['prepared', 'instructed']);
  const csv = `correlation_id,transfer_id,status,quantity\n${order.id},X-1,accepted,20`;
  const { data } = await w.call(parties.admin, previewConfirmation, { body: { csv } });
  expect(data.lines).toMatchObject([{ code: 'registry_order_not_sent', message: expect.stringContaining('sent') }]);
  const wrong = await w.call(parties.admin, importConfirmation, { body: { csv, fingerprint: 'other' } });
  expect(wrong.code).toBe('registry_confirmation_changed');
  await takeStepOf(w, parties, parties.admin, id, { step: 'cancel' });
  await run();
  const { order: gone } = await stateOf(id);
  expect([gone.state, gone.reason, registry.asked.includes(gone.id)]).toEqual(['failed', 'withdrawn', false]);
});

test('an administrator reads what the registry states about an order', async () => {
  const { id } = await prepared();
  const params = { id: (await stateOf(id)).order.id };
  expect((await w.call(parties.admin, readRegistryStatement, { params })).data).toMatchObject([
    { status: 'Active', quantity: '20' },
  ]);
  await registry.close();
  expect((await w.call(parties.admin, readRegistryStatement, { params })).code).toBe('registry_unavailable');
});

test('members replace the registry accounts of their company', async () => {
  const who = await w.signedIn();
  const params = { id: who.accountId };
  const codes = (...given: string[]) => ({
    accounts: given.map((code) => ({ registry: 'irec' as const, code, retirementCode: ' SUB ' })),
  });
  expect((await w.call(who, setRegistryAccounts, { params, body: codes('ACC-1', ' ACC-2 ') })).data.accounts).toEqual([
    { registry: 'irec', code: 'ACC-2', retirementCode: 'SUB' },
  ]);
  expect((await w.call(who, setRegistryAccounts, { params, body: codes(' ') })).fields).toMatchObject({
    'accounts.0.code': { code: 'field_required' },
  });
  expect((await w.call(who, setRegistryAccounts, { params, body: codes() })).data.accounts).toEqual([]);
  expect((await w.call(parties.buyer, listRegistryAccounts, { params })).code).toBe('not_found');
});
