import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadEvidence } from '#contract/evidence.ts';
import {
  decideRegistryOrder,
  exportInstructionList,
  importConfirmation,
  listOrdersOfSettlementAsAdmin,
  listOrdersOfSettlementAsUser,
  listRegistryOrders,
  prepareRegistryOrders,
  previewConfirmation,
  readRegistryStatement,
  type RegistryOrderView,
} from '#contract/settlement/registry-order.ts';
import { getSettlementAsAdmin } from '#contract/settlement/settlement.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { aPdf } from '#testing/builders/office-builders.ts';
import { MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { anInstructedNarSettlement, anInstructedSettlement } from '#testing/builders/registry-builders.ts';
import { takeStepOf } from '#testing/builders/settlement-builders.ts';
import { readCsv } from '#testing/readers/read-spreadsheet.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let parties: Readonly<Record<'admin' | 'seller' | 'buyer', SignedIn>>;
beforeAll(async () => {
  w = await world(MARKETPLACE_ON);
  const [admin, seller, buyer] = [await w.signedIn({ role: 'Admin' }), await w.signedIn(), await w.signedIn()];
  parties = { admin, seller, buyer };
});
afterAll(async () => {
  expect((await proveLedger(w.database.db)).problems).toEqual([]);
  await w.end();
});

const detail = async (id: string) => (await w.call(parties.admin, getSettlementAsAdmin, { params: { id } })).data;
const ordersOf = async (id: string): Promise<RegistryOrderView[]> =>
  (await w.call(parties.admin, listOrdersOfSettlementAsAdmin, { params: { id } })).data;

/** Returns a settlement of 10 RECs with its only order, which is on the instruction list. */
async function sent() {
  const id = await anInstructedSettlement(w, parties, 10);
  await w.call(parties.admin, prepareRegistryOrders);
  const [order] = await ordersOf(id);
  if (!order) throw new Error('no order was prepared');
  return { id, order };
}

const NO_PROOF = { verificationKey: '', retiredOn: '' };

type Line = readonly [orderId: string, transferId: string, status: string, quantity: string];
const csvOf = (...lines: Line[]) =>
  ['correlation_id;transfer_id;status;quantity', ...lines.map((line) => line.join(';'))].join('\n');

const preview = (csv: string) => w.call(parties.admin, previewConfirmation, { body: { csv } });

/** Imports a file as its preview showed it. Returns the effect, or the code, of each line. */
async function imports(...lines: Line[]): Promise<string[]> {
  const csv = csvOf(...lines);
  const { fingerprint } = (await preview(csv)).data;
  const { data } = await w.call(parties.admin, importConfirmation, { body: { csv, fingerprint } });
  return data.lines.map(({ effect, code }) => code ?? effect);
}

test('the instruction list names the certificates of each transfer; preparing it again changes nothing', async () => {
  const { id, device, base } = await anInstructedNarSettlement(w, parties, 7);
  expect((await w.call(parties.admin, prepareRegistryOrders)).data).toEqual({ orders: 1, waiting: 0 });
  expect((await w.call(parties.admin, prepareRegistryOrders)).data).toEqual({ orders: 0, waiting: 0 });
  const [order] = await ordersOf(id);
  expect(order).toMatchObject({
    connector: 'file',
    state: 'sent',
    registry: 'nar',
    device,
    quantity: '7',
    last: `${base}-7`,
  });
  const { text } = await w.call(parties.admin, exportInstructionList);
  const [headings, ...lines] = readCsv(text.slice(1));
  expect(headings?.slice(0, 3)).toEqual(['settlement_id', 'correlation_id', 'registry']);
  expect(lines.find((line) => line[0] === id)?.slice(1, 7)).toEqual([
    order?.id,
    'nar',
    device,
    `${base}-1`,
    `${base}-7`,
    '7',
  ]);
  const { data } = await w.call(parties.admin, listRegistryOrders, { query: `?search=${device}&state=sent` });
  expect(data.items.map((one) => one.settlementId)).toEqual([id]);
  expect((await w.call(parties.admin, readRegistryStatement, { params: { id: order?.id ?? '' } })).data).toEqual([]);
});

test('the orders of one settlement can be prepared alone', async () => {
  const [one, other] = [await anInstructedSettlement(w, parties, 10), await anInstructedSettlement(w, parties, 10)];
  const query = `?settlementId=${one}`;
  expect((await w.call(parties.admin, prepareRegistryOrders, { query })).data).toEqual({ orders: 1, waiting: 0 });
  expect([(await ordersOf(one)).length, (await ordersOf(other)).length]).toEqual([1, 0]);
});

test('both sides see the orders of their settlement, and others do not', async () => {
  const { id, order } = await sent();
  const params = { id };
  for (const who of [parties.seller, parties.buyer])
    expect((await w.call(who, listOrdersOfSettlementAsUser, { params })).data).toMatchObject([{ id: order.id }]);
  const stranger = await w.signedIn();
  expect((await w.call(stranger, listOrdersOfSettlementAsUser, { params })).code).toBe('not_found');
});

test('a confirmation is previewed without effect, imported once, and delivers with the transfer id as evidence', async () => {
  const { id, order } = await sent();
  const csv = csvOf([order.id, 'REG-77', 'accepted', '10']);
  const { data: shown } = await preview(csv);
  expect(shown.lines).toMatchObject([{ line: 2, effect: 'accepted', delivery: 'accepted', settlementId: id }]);
  expect((await detail(id)).delivery).toBe('instructed');
  const body = { csv, fingerprint: shown.fingerprint };
  // Two finance users import the same file at once: one of them gets a conflict.
  const both = await Promise.all([1, 2].map(() => w.call(parties.admin, importConfirmation, { body })));
  expect(both.map(({ code }) => code).toSorted()).toEqual(['Success', 'registry_confirmation_changed']);
  const now = await detail(id);
  expect(now).toMatchObject({ delivery: 'accepted', deliveredQuantity: 10, payment: 'invoiced' });
  const accepted = now.timeline.filter(({ actor }) => actor === 'admin');
  expect(accepted.map(({ step, reference }) => [step, reference])).toEqual([
    ['submitDelivery', 'REG-77'],
    ['acceptDelivery', 'REG-77'],
  ]);
  expect(await imports([order.id, 'REG-77', 'accepted', '10'])).toEqual(['unchanged']);
  expect((await detail(id)).version).toBe(now.version);
});

test('each wrong line has its own error, and the others have their effect', async () => {
  const [one, two, three] = [await sent(), await sent(), await sent()];
  expect(
    await imports(
      [one.order.id, 'W-1', 'pending', '10'],
      [one.order.id, 'W-1', 'accepted', '10'],
      [one.order.id, 'W-1', 'pending', '10'],
      [two.order.id, 'W-1', 'accepted', '10'],
      [two.order.id, '', 'accepted', '10'],
      [two.order.id, 'W-2', 'accepted', ''],
      [two.order.id, 'W-2', 'done', '10'],
      [two.order.id, 'W-2', 'accepted', 'ten'],
      [two.order.id, 'W'.repeat(101), 'accepted', '10'],
      [randomUUID(), 'W-3', 'accepted', '10'],
      [three.order.id, '', 'rejected', ''],
    ),
  ).toEqual([
    'pending',
    'accepted',
    'registry_answer_out_of_order',
    'registry_transfer_id_used',
    'registry_transfer_id_missing',
    'registry_quantity_missing',
    'registry_status_unknown',
    'registry_quantity_invalid',
    'registry_transfer_id_too_long',
    'registry_order_unknown',
    'rejected',
  ]);
  expect((await detail(one.id)).delivery).toBe('accepted');
  expect((await detail(two.id)).delivery).toBe('instructed');
  expect((await detail(three.id)).delivery).toBe('rejected');
});

test('a delivery of less than instructed is held until a person decides', async () => {
  const { id, order } = await sent();
  expect(await imports([order.id, 'P-1', 'accepted', '6'])).toEqual(['held']);
  expect(await imports([order.id, 'P-1', 'accepted', '6'])).toEqual(['unchanged']);
  expect(await imports([order.id, 'P-1', 'accepted', '10'])).toEqual(['registry_order_held']);
  const [held] = await ordersOf(id);
  expect(held).toMatchObject({ state: 'unclear', reason: 'quantityDiffers', answer: { quantity: '6' }, version: 2 });
  expect((await detail(id)).delivery).toBe('instructed');
  const params = { id: order.id };
  const evidenceIds = [await aStatement()];
  const body = {
    state: 'accepted' as const,
    version: 2,
    transferId: '',
    ...NO_PROOF,
    remark: 'all came in two parts',
    evidenceIds,
  };
  const decide = (change: Partial<typeof body>) =>
    w.call(parties.admin, decideRegistryOrder, { params, body: { ...body, ...change } });
  expect((await decide({ version: 1 })).code).toBe('registry_order_changed');
  expect((await decide({ remark: ' ' })).code).toBe('field_required');
  expect((await decide({})).data).toMatchObject({ state: 'accepted', transferId: 'P-1' });
  expect((await decide({ version: 3 })).code).toBe('registry_order_final');
  const { delivery, timeline } = await detail(id);
  expect(delivery).toBe('accepted');
  expect(timeline.at(-1)).toMatchObject({
    reference: 'P-1',
    remark: 'all came in two parts',
    evidence: [{ id: evidenceIds[0] }],
  });
});

async function aStatement(): Promise<string> {
  const form = new FormData();
  form.set('File', new File([new Uint8Array(aPdf())], 'statement.pdf'));
  return (await w.call(parties.admin, uploadEvidence, { form })).data.id;
}

test('a failed transfer can be instructed again, with a new order', async () => {
  const { id, order } = await sent();
  expect(await imports([order.id, '', 'failed', ''])).toEqual(['failed']);
  expect((await detail(id)).delivery).toBe('failed');
  await takeStepOf(w, parties, parties.seller, id, { step: 'instructDelivery', quantity: 10 });
  await w.call(parties.admin, prepareRegistryOrders);
  const [first, second] = await ordersOf(id);
  expect([first?.state, second?.state]).toEqual(['failed', 'sent']);
  expect(second?.id).not.toBe(first?.id);
});

test('nothing is prepared while an earlier order is open, because the registry could transfer twice', async () => {
  const { id } = await sent();
  await takeStepOf(w, parties, parties.admin, id, { step: 'failDelivery' });
  await takeStepOf(w, parties, parties.seller, id, { step: 'instructDelivery', quantity: 10 });
  expect((await w.call(parties.admin, prepareRegistryOrders)).data).toMatchObject({ orders: 0, waiting: 1 });
});

test('a confirmation after the settlement was cancelled is recorded, and the settlement stays as it is', async () => {
  const { id, order } = await sent();
  await takeStepOf(w, parties, parties.admin, id, { step: 'cancel' });
  expect(await imports([order.id, 'C-1', 'accepted', '10'])).toEqual(['accepted']);
  expect(await detail(id)).toMatchObject({ whole: 'cancelled', delivery: 'instructed' });
});

test('a confirmation during a dispute has no effect', async () => {
  const { id, order } = await sent();
  await takeStepOf(w, parties, parties.buyer, id, { step: 'dispute' });
  expect(await imports([order.id, 'D-1', 'accepted', '10'])).toEqual(['settlement_disputed']);
  expect((await ordersOf(id))[0]?.state).toBe('sent');
});

test.each([
  ['registry_file_columns', 'correlation_id,status\n'],
  ['registry_file_unreadable', 'correlation_id,"status\n'],
  ['registry_file_too_long', csvOf(...Array.from({ length: 1_001 }, (): Line => ['x', '', 'failed', '']))],
])('refuses a file: %s', async (code, csv) => {
  expect((await preview(csv)).code).toBe(code);
});
