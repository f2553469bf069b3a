import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  deliverAgain,
  listDeliveries,
  listWebhooks,
  makeWebhook,
  removeWebhook,
  renewWebhookSecret,
  testWebhook,
  updateWebhook,
} from '#contract/webhook.ts';
import { WEBHOOK_KINDS, WEBHOOKS_MAX } from '#domain/automation/webhook.ts';
import { pumpWebhooks } from '#server/automation/pump-webhooks.ts';
import { webhookSender } from '#server/automation/send-webhook.ts';
import { isPublic } from '#server/automation/webhook-address.ts';
import { resealWebhooks } from '#server/automation/webhook-rows.ts';
import { tellTimes } from '#server/notice/tell-times.ts';
import { tellBidders, tellWebhooks } from '#server/platform/tell-webhooks.ts';
import { insertAuction } from '#testing/records.ts';
import { world, type SignedIn, type World } from '#testing/world.ts';

type Got = { readonly headers: IncomingMessage['headers']; readonly body: string };

let w: World;
let server: Server;
let base: string;
let owner: SignedIn;
let answer: (request: IncomingMessage, reply: ServerResponse) => void;
let got: Got[];

beforeAll(async () => {
  w = await world({ WEBHOOK_PRIVATE: 'on' });
  server = createServer((request, reply) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      got.push({ headers: request.headers, body });
      answer(request, reply);
    });
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await w.end();
});
beforeEach(async () => {
  owner = await w.signedIn();
  await db().deleteFrom('webhook').execute();
  got = [];
  answer = (_request, reply) => reply.writeHead(204).end();
});

const at = (more: object = {}) => ({ params: { id: owner.accountId, ...more } });
const db = () => w.database.db;

/** One that leads to the server of this test, which has no certificate: the address is put in its place afterwards. */
async function aWebhook(): Promise<{ readonly webhookId: string; readonly secret: string }> {
  const body = { url: 'https://example.com/hook', kinds: [...WEBHOOK_KINDS] };
  const { data } = await w.call(owner, makeWebhook, { ...at(), body });
  const webhookId = data.webhooks[0]?.id ?? '';
  await sql`update webhook set url = ${`${base}/hook`} where id = ${webhookId}`.execute(db());
  return { webhookId, secret: data.secret };
}

const pump = () =>
  pumpWebhooks({
    db: db(),
    clock: { nowMs: () => Date.now() },
    open: (sealed) => w.identity.secret.open(sealed),
    send: webhookSender(true),
  });
const deliveriesOf = async (webhookId: string) => (await w.call(owner, listDeliveries, at({ webhookId }))).data;
/** Until the process of the world or this test has sent all that is due. */
async function sent(webhookId: string, state: 'delivered' | 'failed' | 'waiting', attempts = 1) {
  for (let look = 0; look < 100; look += 1) {
    await pump();
    const [last] = await deliveriesOf(webhookId);
    if (last?.state === state && last.attempts >= attempts && (last.status !== null || last.error !== null))
      return last;
    // The process of the world may be sending it just now.
    await pause(20);
  }
  throw new Error(`nothing was ${state}`);
}

/** As a reader of webhooks does it (standardwebhooks.com). */
function isSigned({ headers, body }: Got, secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const right = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(right);
}

test('a company has so many webhooks and no more', async () => {
  for (let i = 0; i < WEBHOOKS_MAX; i += 1) await aWebhook();
  const body = { url: 'https://example.com/one-more', kinds: [...WEBHOOK_KINDS] };
  expect((await w.call(owner, makeWebhook, { ...at(), body })).code).toBe('too_many_webhooks');
});

test('a webhook is made, its secret told once and sealed; a test arrives, signed and recent', async () => {
  const { webhookId, secret } = await aWebhook();
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  const rows = JSON.stringify(await db().selectFrom('webhook').selectAll().execute());
  expect(rows).not.toContain(secret.slice(6));
  await w.call(owner, testWebhook, at({ webhookId }));
  expect(await sent(webhookId, 'delivered')).toMatchObject({
    kind: 'test',
    status: 204,
    attempts: 1,
    nextAttemptAt: null,
  });
  const [first] = got;
  expect(first && isSigned(first, secret)).toBe(true);
  expect(first && isSigned({ ...first, body: `${first.body} ` }, secret)).toBe(false);
  expect(Math.abs(Number(first?.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
  expect(JSON.parse(first?.body ?? '')).toMatchObject({ type: 'test', data: {} });
});

test('an auction’s start, an outbid, an order: companies concerned are told, others and blacklisted ones not', async () => {
  const { webhookId } = await aWebhook();
  const other = await w.signedIn();
  const auction = await insertAuction(db(), {
    ownerAccountId: other.accountId,
    createdBy: other.userId,
    startsIn: -5,
    bidders: [{ person: owner }],
  });
  const strange = await insertAuction(db(), { ownerAccountId: other.accountId, createdBy: other.userId, startsIn: -5 });
  await tellTimes(db());
  await tellBidders(db(), 'outbid', [{ bidderId: auction.bidderIds[0] ?? '', data: { auctionId: auction.auctionId } }]);
  await tellWebhooks(db(), 'orderDecided', [
    { accountId: owner.accountId, data: { status: 'Approved' } },
    { accountId: other.accountId, data: { status: 'Rejected' } },
  ]);
  const told = await deliveriesOf(webhookId);
  expect(told.map(({ kind }) => kind).toSorted()).toEqual(['orderDecided', 'outbid', 'started']);
  expect(JSON.stringify(told)).not.toContain(strange.auctionId);
  expect(JSON.parse(told.find(({ kind }) => kind === 'started')?.body ?? '')).toMatchObject({
    type: 'started',
    data: { auctionId: auction.auctionId, title: 'Hydro and solar, Peninsular Malaysia' },
  });
  await sql`update account set status = 'Blacklisted' where id = ${owner.accountId}`.execute(db());
  await tellWebhooks(db(), 'orderDecided', [{ accountId: owner.accountId, data: {} }]);
  expect(await deliveriesOf(webhookId)).toHaveLength(3);
});

test('what isn’t taken is tried again later and later, under the same id; a redirect is not followed', async () => {
  const { webhookId } = await aWebhook();
  answer = (_request, reply) => reply.writeHead(302, { location: `${base}/elsewhere` }).end();
  await w.call(owner, testWebhook, at({ webhookId }));
  const first = await sent(webhookId, 'waiting');
  expect(first).toMatchObject({ status: 302, attempts: 1 });
  expect((await w.call(owner, listWebhooks, at())).data[0]?.state).toBe('failing');
  answer = (_request, reply) => reply.writeHead(500).end();
  await sql`update webhook_delivery set next_attempt_at = now() where id = ${first.id}`.execute(db());
  const second = await sent(webhookId, 'waiting', 2);
  const waits = (
    await sql<{ seconds: number }>`
    select extract(epoch from next_attempt_at - now())::int as seconds from webhook_delivery where id = ${first.id}`.execute(
      db(),
    )
  ).rows;
  expect(waits[0]?.seconds).toBeGreaterThan(20);
  answer = (_request, reply) => reply.writeHead(200).end('thanks');
  await sql`update webhook_delivery set next_attempt_at = now() where id = ${second.id}`.execute(db());
  await sent(webhookId, 'delivered', 3);
  // What earlier tests left may arrive in between.
  expect(got.filter(({ headers }) => headers['webhook-id'] === first.id)).toHaveLength(3);
  expect((await deliveriesOf(webhookId)).map(({ id }) => id)).toEqual([first.id]);
  expect((await w.call(owner, listWebhooks, at())).data[0]?.state).toBe('works');
  // A replay by hand is the same delivery once more.
  await w.call(owner, deliverAgain, at({ webhookId, deliveryId: first.id }));
  await sent(webhookId, 'delivered', 1);
  await expect.poll(() => got.filter(({ headers }) => headers['webhook-id'] === first.id).length).toBe(4);
});

test('the last attempt gives up; a server that is gone is said so', async () => {
  const { webhookId } = await aWebhook();
  await sql`update webhook set url = 'http://127.0.0.1:1/' where id = ${webhookId}`.execute(db());
  await w.call(owner, testWebhook, at({ webhookId }));
  await sql`update webhook_delivery set attempts = 9 where webhook_id = ${webhookId}`.execute(db());
  expect(await sent(webhookId, 'failed', 10)).toMatchObject({ status: null, nextAttemptAt: null, attempts: 10 });
  expect((await deliveriesOf(webhookId))[0]?.error).toContain('ECONNREFUSED');
});

test('one that never answers is given up on', async () => {
  answer = () => undefined;
  const startedAt = performance.now();
  const parcel = { id: randomUUID(), url: `${base}/hook`, body: '{}', secrets: ['whsec_AAAA'], seconds: 1 };
  await expect(webhookSender(true, 300)(parcel)).rejects.toThrow('aborted');
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test('what failed for three days is switched off, its owners are told, and an owner switches it on again', async () => {
  const { webhookId } = await aWebhook();
  answer = (_request, reply) => reply.writeHead(503).end();
  await sql`update webhook set failing_since = now() - interval '73 hours' where id = ${webhookId}`.execute(db());
  await tellWebhooks(db(), 'result', [{ accountId: owner.accountId, data: {} }]);
  await sent(webhookId, 'failed');
  expect((await w.call(owner, listWebhooks, at())).data[0]?.state).toBe('disabled');
  await tellWebhooks(db(), 'result', [{ accountId: owner.accountId, data: {} }]);
  expect(await deliveriesOf(webhookId)).toHaveLength(1);
  const mails = await db()
    .selectFrom('outbox')
    .select('body')
    .where('recipient', '=', `${owner.username}@example.test`)
    .execute();
  expect(mails.map(({ body }) => body.includes(`${base}/hook`))).toEqual([true]);
  const body = { url: 'https://example.com/hook', kinds: ['result' as const] };
  const updated = await w.call(owner, updateWebhook, { ...at({ webhookId }), body });
  expect(updated.data[0]).toMatchObject({ state: 'works', kinds: ['result'] });
  expect((await w.call(owner, removeWebhook, at({ webhookId }))).data).toEqual([]);
});

test('a new secret signs at once, and for a day the one before beside it; SECRET_KEY may change', async () => {
  const { webhookId, secret } = await aWebhook();
  const renewed = (await w.call(owner, renewWebhookSecret, at({ webhookId }))).data.secret;
  await resealWebhooks(db(), { ...w.identity.secret, isSealedAnew: () => false });
  await w.call(owner, testWebhook, at({ webhookId }));
  await sent(webhookId, 'delivered');
  await sql`update webhook set before_until = now() where id = ${webhookId}`.execute(db());
  await w.call(owner, testWebhook, at({ webhookId }));
  await sent(webhookId, 'delivered');
  expect(got.map((one) => [isSigned(one, secret), isSigned(one, renewed)])).toEqual([
    [true, true],
    [false, true],
  ]);
});

test.each([
  ['http://example.com/', 'webhook_url_incorrect'],
  ['https://me:secret@example.com/', 'webhook_url_incorrect'],
  ['javascript:alert(1)', 'webhook_url_incorrect'],
  ['', 'field_required'],
  [`https://example.com/${'x'.repeat(500)}`, 'less_than_maximum_character'],
])('the address %j is refused: %s', async (url, code) => {
  const refused = await w.call(owner, makeWebhook, { ...at(), body: { url, kinds: ['result'] } });
  expect(refused.fields).toMatchObject({ url: { code } });
});

test('nobody makes the server speak to addresses that aren’t public, by name or by number', async () => {
  const inside = [
    '10.1.2.3',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
  ];
  const inside6 = [
    '::1',
    '::',
    '::ffff:10.0.0.1',
    'fe80::1',
    'fc00::1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
  ];
  expect([...inside, ...inside6].filter(isPublic)).toEqual([]);
  expect(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'].filter(isPublic)).toHaveLength(2);
  const send = webhookSender(false);
  const port = new URL(base).port;
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'])
    await expect(
      send({ id: 'x', url: `https://${host}:${port}/`, body: '{}', secrets: [], seconds: 1 }),
    ).rejects.toThrow('not public');
  await expect(send({ id: 'x', url: `${base}/`, body: '{}', secrets: [], seconds: 1 })).rejects.toThrow('not public');
  expect(got).toEqual([]);
});
