import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordRegistry } from '#contract/claim/claim.ts';
import { getRetirementAsAdmin } from '#contract/holding/retirement.ts';
import { setRegistryAccounts } from '#contract/settlement/registry-account.ts';
import {
  decideRegistryOrder,
  exportInstructionList,
  importConfirmation,
  listRegistryOrders,
  prepareRegistryOrders,
  previewConfirmation,
  type RegistryOrderView,
} from '#contract/settlement/registry-order.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { createNarConnector } from '#server/registry/nar-connector.ts';
import { askRegistries } from '#server/registry/registry-timer.ts';
import { MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { aNarRetirement } from '#testing/builders/registry-builders.ts';
import { readCsv } from '#testing/readers/read-spreadsheet.ts';
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
});
afterAll(async () => {
  expect((await proveLedger(w.database.db)).problems).toEqual([]);
  await w.end();
  await registry.close();
});

const retirementOf = async (id: string) => (await w.call(parties.admin, getRetirementAsAdmin, { params: { id } })).data;

async function ordersOf(retirementId: string): Promise<RegistryOrderView[]> {
  const { data } = await w.call(parties.admin, listRegistryOrders, { query: `?search=${retirementId}` });
  return data.items.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
}

const prepare = (id: string) => w.call(parties.admin, prepareRegistryOrders, { query: `?retirementId=${id}` });

/** Sets the seller's account at NAR. Without a subaccount, retirements go by file. */
const setAccount = (retirementCode: string) =>
  w.call(parties.seller, setRegistryAccounts, {
    params: { id: parties.seller.accountId },
    body: { accounts: [{ registry: 'nar', code: 'SELLER', retirementCode }] },
  });

/** Returns a retirement with its only order. */
async function prepared(purpose?: 'compliance') {
  const { id, device, base } = await aNarRetirement(w, parties, 20, purpose);
  registry.issue({ accountId: 'SELLER', base, first: 1, last: 20, resource: device });
  registry.answers(undefined);
  expect((await prepare(id)).data).toEqual({ orders: 1, waiting: 0 });
  const [order] = await ordersOf(id);
  if (!order) throw new Error('no order was prepared');
  return { id, order, base };
}

const sentByFile = async () => {
  await setAccount('');
  return prepared();
};
const preparedForApi = async () => {
  await setAccount('77');
  return prepared();
};

type Line = readonly [id: string, reference: string, status: string, quantity: string, key?: string, day?: string];

/** Imports a file as its preview showed it. Returns the effect, or the code, of each line. */
async function imports(...lines: Line[]): Promise<string[]> {
  const headings = 'correlation_id,transfer_id,status,quantity,verification_key,retired_on';
  const csv = [headings, ...lines.map((line) => line.join(','))].join('\n');
  const { fingerprint } = (await w.call(parties.admin, previewConfirmation, { body: { csv } })).data;
  const { data } = await w.call(parties.admin, importConfirmation, { body: { csv, fingerprint } });
  return data.lines.map(({ effect, code }) => code ?? effect);
}

/** Runs the timer once, as if enough time had passed for every order. */
/** Asks the registry. A request that was sent is asked about after this number of seconds. */
const run = (sent = 0) =>
  askRegistries(
    {
      db: w.database.db,
      connectors: new Map([['nar', createNarConnector({ ...registry, timeoutMs: 2_000 })]]),
      publicUrl: 'https://greenlot.example',
      failed: (error) => {
        throw error;
      },
    },
    { sent, pending: 0 },
  );

test('the instruction list names beneficiary, period and purpose; preparing it again changes nothing', async () => {
  const { id, order, base } = await sentByFile();
  expect(order).toMatchObject({ connector: 'file', state: 'sent', settlementId: null, retirementId: id });
  expect((await prepare(id)).data).toEqual({ orders: 0, waiting: 1 });
  const { text } = await w.call(parties.admin, exportInstructionList);
  const [headings = [], ...lines] = readCsv(text.slice(1));
  const line = lines.find((cells) => cells.includes(order.id)) ?? [];
  const { beneficiary } = await retirementOf(id);
  expect(Object.fromEntries(headings.map((name, at) => [name, line[at]]))).toMatchObject({
    kind: 'retire',
    settlement_id: '',
    first: `${base}-1`,
    last: `${base}-20`,
    sending_account: 'SELLER',
    beneficiary: beneficiary.nameOnCertificates,
    country: 'MY',
    location: 'Perai',
    period: '2020-01-01/2020-12-31',
    purpose: 'scope2',
  });
});

test('a confirmation retires at the registry, with reference and verification key, and only once', async () => {
  const { id, order } = await sentByFile();
  const line: Line = [order.id, `R-${id}`, 'accepted', '20', 'KEY-1', '2026-01-31'];
  expect(await imports([order.id, `R-${id}`, 'pending', '20'], line, line)).toEqual([
    'pending',
    'accepted',
    'unchanged',
  ]);
  const now = await retirementOf(id);
  expect(now).toMatchObject({
    state: 'registry',
    registry: [
      { registry: 'NAR', reference: `R-${id}`, verificationKey: 'KEY-1', retiredOn: '2026-01-31', address: '' },
    ],
  });
  expect(await imports(line)).toEqual(['unchanged']);
  expect((await retirementOf(id)).registry).toEqual(now.registry);
  expect((await prepare(id)).data).toEqual({ orders: 0, waiting: 0 });
});

test('wrong lines about retirements have no effect', async () => {
  const [one, two] = [await sentByFile(), await sentByFile()];
  expect(
    await imports(
      [one.order.id, `S-${one.id}`, 'accepted', '20', 'K'.repeat(101)],
      [one.order.id, `S-${one.id}`, 'accepted', '20', '', '31.01.2026'],
      [one.order.id, `S-${one.id}`, 'accepted', '20', '', '2099-01-01'],
      [one.order.id, `S-${one.id}`, 'accepted', '20'],
      [two.order.id, `S-${one.id}`, 'accepted', '20'],
    ),
  ).toEqual([
    'registry_proof_invalid',
    'registry_proof_invalid',
    'registry_proof_invalid',
    'accepted',
    'registry_transfer_id_used',
  ]);
  expect((await retirementOf(two.id)).state).toBe('platform');
});

test('a retirement of less than ordered is held until a person decides with the reference', async () => {
  const { id, order } = await sentByFile();
  expect(await imports([order.id, '', 'failed', ''])).toEqual(['failed']);
  expect((await prepare(id)).data).toEqual({ orders: 1, waiting: 0 });
  const again = (await ordersOf(id)).at(-1);
  if (!again) throw new Error('no order was prepared');
  expect(await imports([again.id, `P-${id}`, 'accepted', '6'])).toEqual(['held']);
  expect((await retirementOf(id)).state).toBe('platform');
  const params = { id: again.id };
  const body = { state: 'accepted' as const, version: 2, transferId: '', remark: 'all are retired', evidenceIds: [] };
  const decide = (proof: { verificationKey: string; retiredOn: string }) =>
    w.call(parties.admin, decideRegistryOrder, { params, body: { ...body, ...proof } });
  expect((await decide({ verificationKey: '', retiredOn: 'soon' })).code).toBe('registry_proof_invalid');
  expect((await decide({ verificationKey: 'KEY-2', retiredOn: '2026-02-01' })).data).toMatchObject({
    state: 'accepted',
    verificationKey: 'KEY-2',
    detail: 'all are retired',
  });
  expect((await retirementOf(id)).registry).toMatchObject([{ reference: `P-${id}`, verificationKey: 'KEY-2' }]);
});

test('a reference that is recorded for another retirement is refused', async () => {
  const [one, two] = [await sentByFile(), await sentByFile()];
  const record = { registry: 'NAR', verificationKey: '', address: '', retiredOn: '2026-01-01', evidenceIds: [] };
  const params = { id: one.id };
  await w.call(parties.admin, recordRegistry, { params, body: { ...record, reference: `H-${one.id}` } });
  expect(await imports([two.order.id, `H-${one.id}`, 'accepted', '20'])).toEqual(['registry_reference_used']);
  // The record of a person stays as it is.
  expect(await imports([one.order.id, `I-${one.id}`, 'accepted', '20'])).toEqual(['accepted']);
  expect((await retirementOf(one.id)).registry).toMatchObject([{ reference: `H-${one.id}` }]);
});

test('an unknown retirement gets no orders', async () => {
  expect((await prepare('0b54b1c2-64c1-4b0e-9a3c-7f2e8f7d1a11')).code).toBe('not_found');
});

test('retirements for compliance go by file, because their codes differ from state to state', async () => {
  await setAccount('77');
  expect((await prepared('compliance')).order).toMatchObject({ connector: 'file', state: 'sent' });
});

test('the API retires the certificates, and its reference is the evidence', async () => {
  const { id, order } = await preparedForApi();
  expect(order).toMatchObject({ connector: 'nar', state: 'prepared', sender: 'SELLER', receiver: '77' });
  // Another process leaves a request alone that is under way.
  await Promise.all([run(60), run(60)]);
  await run();
  const [now] = await ordersOf(id);
  expect(now?.state).toBe('accepted');
  expect(registry.asked.filter((one) => one === order.id)).toHaveLength(1);
  expect(await retirementOf(id)).toMatchObject({
    state: 'registry',
    registry: [{ registry: 'NAR', reference: now?.transferId }],
  });
});

test.each<[Mood, state: string, reason: string | null, requests: number]>([
  ['twice', 'accepted', null, 1],
  ['silent', 'accepted', null, 2],
  [500, 'accepted', null, 2],
  [429, 'accepted', null, 2],
  ['late', 'unclear', 'certificatesDiffer', 1],
  ['unreadable', 'unclear', 'certificatesDiffer', 1],
  ['partly', 'unclear', 'quantityDiffers', 1],
  ['wrong', 'unclear', 'certificatesDiffer', 1],
  [400, 'failed', 'refused', 1],
])('if the registry answers %s, the retirement is %s (%s) after %i requests', async (mood, state, reason, requests) => {
  const { id, order } = await preparedForApi();
  registry.answers(mood);
  await run();
  registry.answers(undefined);
  await run();
  const [now] = await ordersOf(id);
  expect([now?.state, now?.reason]).toEqual([state, reason]);
  expect(registry.asked.filter((one) => one === order.id)).toHaveLength(requests);
  expect((await retirementOf(id)).state).toBe(state === 'accepted' ? 'registry' : 'platform');
});

test('an order is withdrawn if a person records the retirement before it is sent', async () => {
  const { id, order } = await preparedForApi();
  const record = { registry: 'NAR', verificationKey: '', address: '', retiredOn: '2026-01-01', evidenceIds: [] };
  await w.call(parties.admin, recordRegistry, { params: { id }, body: { ...record, reference: `W-${id}` } });
  await run();
  const [now] = await ordersOf(id);
  expect([now?.state, now?.reason, registry.asked.includes(order.id)]).toEqual(['failed', 'withdrawn', false]);
});
