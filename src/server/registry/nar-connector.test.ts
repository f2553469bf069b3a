import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MILLIONTHS } from '#domain/certificate/serial-range.ts';
import { createNarConnector } from '#server/registry/nar-connector.ts';
import type {
  ConnectorResult,
  RegistryConnector,
  RetirementOrder,
  TransferOrder,
} from '#server/registry/registry-connector.ts';
import { narRegistry, type Mood } from '#testing/stand-ins/nar-registry.ts';

let registry: Awaited<ReturnType<typeof narRegistry>>;
let nar: RegistryConnector;
beforeAll(async () => {
  registry = await narRegistry();
  nar = createNarConnector({ ...registry, timeoutMs: 2_000 });
});
afterAll(() => registry.close());

/** Issues 66 certificates to the seller. Returns an order for the first 55 of them. */
function issued(): TransferOrder {
  const device = `GEN${randomUUID()}`;
  const base = `NAR-REC-1234-CA-06-2024-${registry.asked.length + 1}${Date.now()}`;
  registry.issue({ accountId: 'SELLER', base, first: 1, last: 66, resource: device });
  registry.answers(undefined);
  return {
    id: randomUUID(),
    device,
    first: `${base}-1`,
    last: `${base}-55`,
    quantity: 55n * MILLIONTHS,
    sender: 'SELLER',
    receiver: 'BUYER',
    transferId: '',
  };
}

const sayingOf = (result: ConnectorResult) => (result.found === 'answer' ? result.answer.status : result.found);
const transferIdOf = (result: ConnectorResult): string => (result.found === 'answer' ? result.answer.transferId : '');

test('transfers a part of a holding, and follows it until the buyer accepts it', async () => {
  const order = issued();
  const first = await nar.transfer(order);
  expect(first).toMatchObject({ found: 'answer', answer: { status: 'pending', quantity: order.quantity } });
  const transferId = transferIdOf(first);
  expect(sayingOf(await nar.poll({ ...order, transferId }))).toBe('pending');
  registry.accept(transferId);
  expect(await nar.poll({ ...order, transferId })).toMatchObject({
    answer: { status: 'accepted', transferId, quantity: order.quantity },
  });
});

test('reports a transfer that the buyer rejected', async () => {
  const order = issued();
  const transferId = transferIdOf(await nar.transfer(order));
  registry.reject(transferId);
  expect(sayingOf(await nar.poll({ ...order, transferId }))).toBe('rejected');
});

test.each<[Mood, first: string, look: string]>([
  ['late', 'unknown', 'pending'],
  ['unreadable', 'unknown', 'pending'],
  ['silent', 'unknown', 'absent'],
  [500, 'unknown', 'absent'],
  [429, 'absent', 'absent'],
  [401, 'absent', 'absent'],
  [400, 'failed', 'absent'],
  ['twice', 'pending', 'pending'],
  ['wrong', 'differs', 'differs'],
])('if the registry answers %s, the request is %s and a look finds it %s', async (mood, first, look) => {
  const order = issued();
  registry.answers(mood);
  expect(sayingOf(await nar.transfer(order))).toBe(first);
  registry.answers(undefined);
  expect(sayingOf(await nar.poll(order))).toBe(look);
  expect(registry.asked.filter((id) => id === order.id)).toHaveLength(1);
});

test('reports a partial transfer with its quantity', async () => {
  const order = issued();
  registry.answers('partly');
  const result = await nar.transfer(order);
  expect(result).toMatchObject({ answer: { status: 'pending', quantity: 27n * MILLIONTHS } });
  registry.accept(transferIdOf(result));
  const later = await nar.poll({ ...order, transferId: transferIdOf(result) });
  expect(later).toMatchObject({ answer: { status: 'accepted', quantity: 27n * MILLIONTHS } });
});

test('moves nothing twice, even if the request is repeated', async () => {
  const order = issued();
  await nar.transfer(order);
  expect(sayingOf(await nar.transfer(order))).toBe('pending');
  expect(registry.asked.filter((id) => id === order.id)).toHaveLength(1);
});

test('cannot tell who has certificates that left the account without a known transfer', async () => {
  const order = issued();
  registry.accept(transferIdOf(await nar.transfer(order)));
  expect(sayingOf(await nar.poll(order))).toBe('differs');
});

const aRetirement = (): RetirementOrder => ({ ...issued(), receiver: '77', year: 2024, beneficiary: 'Acme' });

test.each<[Mood, first: string, look: string]>([
  ['late', 'unknown', 'differs'],
  ['unreadable', 'unknown', 'differs'],
  ['silent', 'unknown', 'absent'],
  [500, 'unknown', 'absent'],
  [429, 'absent', 'absent'],
  [400, 'failed', 'absent'],
  ['twice', 'accepted', 'differs'],
  ['wrong', 'differs', 'differs'],
  ['partly', 'accepted', 'differs'],
])('if the registry answers %s to a retirement, it is %s and a look finds it %s', async (mood, first, look) => {
  const order = aRetirement();
  registry.answers(mood);
  expect(sayingOf(await nar.retire(order))).toBe(first);
  registry.answers(undefined);
  expect(sayingOf(await nar.pollRetirement(order))).toBe(look);
  expect(registry.asked.filter((id) => id === order.id)).toHaveLength(1);
});

test('retires certificates once, and states what the registry holds', async () => {
  const order = aRetirement();
  expect(await nar.retire(order)).toMatchObject({ answer: { status: 'accepted', quantity: order.quantity } });
  expect(sayingOf(await nar.retire(order))).toBe('differs');
  expect(registry.asked.filter((id) => id === order.id)).toHaveLength(1);
  // With the reference of the registry, the retirement is certain.
  expect(await nar.pollRetirement({ ...order, transferId: 'R1' })).toMatchObject({
    answer: { status: 'accepted', transferId: 'R1', proof: { retiredOn: '2026-11-27' } },
  });
  expect(await nar.statement(order)).toMatchObject([{ status: 'Retired', quantity: '55', beneficiary: 'Acme' }]);
});

test('a registry that cannot be reached is silent', async () => {
  const away = createNarConnector({ url: 'http://127.0.0.1:1', token: '', timeoutMs: 2_000 });
  expect(sayingOf(await away.poll(issued()))).toBe('unknown');
  const other = createNarConnector({ ...registry, token: 'wrong' });
  expect(sayingOf(await other.transfer(issued()))).toBe('unknown');
});
