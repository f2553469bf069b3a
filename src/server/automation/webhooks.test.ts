import { randomUUID } from 'node:crypto';
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
} from '#contract/company/webhook.ts';
import { ATTEMPTS_MAX, FAILING_DAYS_MAX, COMPANY_EVENTS, WEBHOOKS_MAX } from '#domain/automation/webhook.ts';
import { notifyTimes } from '#server/auction-notice/notify-times.ts';
import { webhookSender, type SendWebhook, type WebhookReply } from '#server/automation/send-webhook.ts';
import { isPublic } from '#server/platform/http/public-address.ts';
import { webhookQueue } from '#server/automation/webhook-queue.ts';
import { resealWebhooks } from '#server/automation/webhook-operations.ts';
import { queueBidderWebhooks } from '#server/auction/auction-webhooks.ts';

import { queueWebhooks } from '#server/platform/mail/queue-webhooks.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { isSigned, readWebhooks, type WebhookReader } from '#testing/stand-ins/webhook-reader.ts';
import { sendDue } from '#testing/world/send-due.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let reader: WebhookReader;
let owner: SignedIn;

beforeAll(async () => {
  w = await world({ WEBHOOK_PRIVATE: 'on' });
  reader = await readWebhooks();
});
afterAll(async () => {
  reader.end();
  await w.end();
});
beforeEach(async () => {
  owner = await w.signedIn();
  await db().deleteFrom('webhook').execute();
  reader.forget();
});

const RESULT = { auctionId: randomUUID(), title: 'Hydro', as: 'owner', quantity: 1, outcome: 'traded' } as const;
const ORDER = { buyOrderId: randomUUID(), sellOrderId: randomUUID(), status: 'Approved' } as const;

const at = (more: object = {}) => ({ params: { id: owner.accountId, ...more } });
const db = () => w.database.db;

/**
 * Creates a webhook to this test's server. The server has no certificate, so the test stores its http address
 * afterwards.
 */
async function aWebhook(): Promise<{ readonly webhookId: string; readonly secret: string }> {
  const body = { url: 'https://example.com/hook', kinds: [...COMPANY_EVENTS] };
  const { data } = await w.call(owner, makeWebhook, { ...at(), body });
  const webhookId = data.webhooks[0]?.id ?? '';
  await sql`update webhook set url = ${reader.url} where id = ${webhookId}`.execute(db());
  return { webhookId, secret: data.secret };
}

const pump = (send: SendWebhook = webhookSender(true)) =>
  sendDue(
    webhookQueue({
      db: db(),
      clock: { nowMs: () => Date.now() },
      open: (sealed) => w.identity.secret.open(sealed),
      send,
    }),
  );
const deliveriesOf = async (webhookId: string) => (await w.call(owner, listDeliveries, at({ webhookId }))).data;
/** Time for the server process or this test to send all due deliveries. */
const PATIENCE_MS = 30_000;

async function sent(webhookId: string, state: 'delivered' | 'failed' | 'waiting', attempts = 1) {
  for (const untilMs = performance.now() + PATIENCE_MS; performance.now() < untilMs;) {
    await pump();
    const [last] = await deliveriesOf(webhookId);
    if (last?.state === state && last.attempts >= attempts && (last.status !== null || last.error !== null))
      return last;
    // The server process may be sending the delivery at this moment.
    await pause(20);
  }
  throw new Error(`nothing was ${state}`);
}

test('limits the webhooks of a company', async () => {
  for (let i = 0; i < WEBHOOKS_MAX; i += 1) await aWebhook();
  const body = { url: 'https://example.com/one-more', kinds: [...COMPANY_EVENTS] };
  expect((await w.call(owner, makeWebhook, { ...at(), body })).code).toBe('too_many_webhooks');
});

test('shows a new webhook’s secret once and seals it, and delivers a signed, recent test', async () => {
  const { webhookId, secret } = await aWebhook();
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  const rows = JSON.stringify(await db().selectFrom('webhook').selectAll().execute());
  expect(rows).not.toContain(secret.slice(6));
  await w.call(owner, testWebhook, at({ webhookId }));
  expect(await sent(webhookId, 'delivered')).toMatchObject({
    kind: 'webhook.test',
    status: 204,
    attempts: 1,
    nextAttemptAt: null,
  });
  const [first] = reader.got;
  expect(first && isSigned(first, secret)).toBe(true);
  expect(first && isSigned({ ...first, body: `${first.body} ` }, secret)).toBe(false);
  expect(Math.abs(Number(first?.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
  expect(JSON.parse(first?.body ?? '')).toMatchObject({ type: 'webhook.test', data: {} });
});

test('an auction’s start, an outbid and an order reach the companies concerned, but no other or blacklisted ones', async () => {
  const { webhookId } = await aWebhook();
  const other = await w.signedIn();
  const auction = await insertAuction(db(), {
    ownerAccountId: other.accountId,
    createdBy: other.userId,
    startsIn: -5,
    bidders: [{ person: owner }],
  });
  const strange = await insertAuction(db(), { ownerAccountId: other.accountId, createdBy: other.userId, startsIn: -5 });
  await notifyTimes(db());
  await queueBidderWebhooks(db(), 'bid.outbid', [
    {
      bidderId: auction.bidderIds[0] ?? '',
      data: { auctionId: auction.auctionId, auctionItemId: auction.itemIds[0] ?? '' },
    },
  ]);
  await queueWebhooks(db(), 'order.approved', [
    { accountId: owner.accountId, data: ORDER },
    { accountId: other.accountId, data: { ...ORDER, status: 'Rejected' } },
  ]);
  const told = await deliveriesOf(webhookId);
  expect(told.map(({ kind }) => kind).toSorted()).toEqual(['auction.started', 'bid.outbid', 'order.approved']);
  expect(JSON.stringify(told)).not.toContain(strange.auctionId);
  expect(JSON.parse(told.find(({ kind }) => kind === 'auction.started')?.body ?? '')).toMatchObject({
    type: 'auction.started',
    data: { auctionId: auction.auctionId, title: 'Hydro and solar, Peninsular Malaysia' },
  });
  await sql`update account set status = 'Blacklisted' where id = ${owner.accountId}`.execute(db());
  await queueWebhooks(db(), 'order.approved', [{ accountId: owner.accountId, data: ORDER }]);
  expect(await deliveriesOf(webhookId)).toHaveLength(3);
});

test('retries a failed delivery at growing intervals under the same id, and follows no redirect (ASVS 15.3.2)', async () => {
  const { webhookId } = await aWebhook();
  reader.answer = (_request, reply) => reply.writeHead(302, { location: `${reader.url}/elsewhere` }).end();
  await w.call(owner, testWebhook, at({ webhookId }));
  const first = await sent(webhookId, 'waiting');
  expect(first).toMatchObject({ status: 302, attempts: 1 });
  expect((await w.call(owner, listWebhooks, at())).data[0]?.state).toBe('failing');
  reader.answer = (_request, reply) => reply.writeHead(500).end();
  await sql`update webhook_delivery set next_attempt_at = now() where id = ${first.id}`.execute(db());
  const second = await sent(webhookId, 'waiting', 2);
  const waits = (
    await sql<{ seconds: number }>`
    select extract(epoch from next_attempt_at - now())::int as seconds from webhook_delivery where id = ${first.id}`.execute(
      db(),
    )
  ).rows;
  expect(waits[0]?.seconds).toBeGreaterThan(20);
  reader.answer = (_request, reply) => reply.writeHead(200).end('thanks');
  await sql`update webhook_delivery set next_attempt_at = now() where id = ${second.id}`.execute(db());
  const done = await sent(webhookId, 'delivered', 3);
  // Deliveries of earlier tests may arrive in between.
  expect(reader.got.filter(({ headers }) => headers['webhook-id'] === first.id)).toHaveLength(done.attempts);
  expect((await deliveriesOf(webhookId)).map(({ id }) => id)).toEqual([first.id]);
  expect((await w.call(owner, listWebhooks, at())).data[0]?.state).toBe('works');
  // Sending again by hand repeats the same delivery.
  await w.call(owner, deliverAgain, at({ webhookId, deliveryId: first.id }));
  await sent(webhookId, 'delivered', 1);
  await expect
    .poll(() => reader.got.filter(({ headers }) => headers['webhook-id'] === first.id).length)
    .toBe(done.attempts + 1);
});

test('gives up after the last attempt, and reports a missing server', async () => {
  const { webhookId } = await aWebhook();
  await sql`update webhook set url = 'http://127.0.0.1:1/' where id = ${webhookId}`.execute(db());
  await w.call(owner, testWebhook, at({ webhookId }));
  await sql`update webhook_delivery set attempts = ${ATTEMPTS_MAX - 1} where webhook_id = ${webhookId}`.execute(db());
  expect(await sent(webhookId, 'failed', ATTEMPTS_MAX)).toMatchObject({
    status: null,
    nextAttemptAt: null,
    attempts: ATTEMPTS_MAX,
  });
  expect((await deliveriesOf(webhookId))[0]?.error).toContain('ECONNREFUSED');
});

test('gives up on a server that never answers', async () => {
  reader.answer = () => undefined;
  const startedAt = performance.now();
  const parcel = { id: randomUUID(), url: reader.url, body: '{}', secrets: ['whsec_AAAA'], seconds: 1 };
  await expect(webhookSender(true, 300)(parcel)).rejects.toThrow('aborted');
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test('switches a webhook off after days of failures and notifies its owners, who can switch it on again', async () => {
  const { webhookId } = await aWebhook();
  reader.answer = (_request, reply) => reply.writeHead(503).end();
  await sql`update webhook set failing_since = now() - make_interval(days => ${FAILING_DAYS_MAX}, mins => 1) where id = ${webhookId}`.execute(
    db(),
  );
  await queueWebhooks(db(), 'auction.result', [{ accountId: owner.accountId, data: RESULT }]);
  await sent(webhookId, 'failed');
  expect((await w.call(owner, listWebhooks, at())).data[0]?.state).toBe('disabled');
  await queueWebhooks(db(), 'auction.result', [{ accountId: owner.accountId, data: RESULT }]);
  expect(await deliveriesOf(webhookId)).toHaveLength(1);
  const mails = await db()
    .selectFrom('outbox')
    .select('body')
    .where('recipient', '=', `${owner.username}@example.test`)
    .execute();
  expect(mails.map(({ body }) => body.includes(reader.url))).toEqual([true]);
  const body = { url: 'https://example.com/hook', kinds: ['auction.result' as const] };
  const updated = await w.call(owner, updateWebhook, { ...at({ webhookId }), body });
  expect(updated.data[0]).toMatchObject({ state: 'works', kinds: ['auction.result'] });
  expect((await w.call(owner, removeWebhook, at({ webhookId }))).data).toEqual([]);
});

test('a receiver that answers 410 gets nothing more, and its owners an email', async () => {
  const { webhookId } = await aWebhook();
  reader.answer = (_request, reply) => reply.writeHead(410).end();
  await queueWebhooks(db(), 'auction.result', [{ accountId: owner.accountId, data: RESULT }]);
  expect(await sent(webhookId, 'failed')).toMatchObject({ status: 410, attempts: 1, nextAttemptAt: null });
  expect((await w.call(owner, listWebhooks, at())).data[0]?.state).toBe('disabled');
  const mails = await db()
    .selectFrom('outbox')
    .select('body')
    .where('recipient', '=', `${owner.username}@example.test`)
    .execute();
  expect(mails.map(({ body }) => body.includes('410'))).toEqual([true]);
});

test('a paused webhook gets only tests, and waiting deliveries go out once it is switched on', async () => {
  const { webhookId } = await aWebhook();
  await queueWebhooks(db(), 'auction.result', [{ accountId: owner.accountId, data: RESULT }]);
  await sent(webhookId, 'delivered');
  const [old] = await deliveriesOf(webhookId);
  const body = { url: 'https://example.com/hook', kinds: ['auction.result' as const], isPaused: true };
  expect((await w.call(owner, updateWebhook, { ...at({ webhookId }), body })).data[0]?.state).toBe('paused');
  await sql`update webhook set url = ${reader.url} where id = ${webhookId}`.execute(db());
  await queueWebhooks(db(), 'auction.result', [{ accountId: owner.accountId, data: RESULT }]);
  const again = at({ webhookId, deliveryId: old?.id ?? '' });
  expect((await w.call(owner, deliverAgain, again)).code).toBe('webhook_is_off');
  await w.call(owner, testWebhook, at({ webhookId }));
  await sent(webhookId, 'delivered');
  expect((await deliveriesOf(webhookId)).map(({ kind }) => kind)).toEqual(['webhook.test', 'auction.result']);
  const on = await w.call(owner, updateWebhook, { ...at({ webhookId }), body: { ...body, isPaused: false } });
  expect(on.data[0]?.state).toBe('works');
});

test('a receiver that is away may ask for more time with Retry-After, but not for less', async () => {
  for (const { asked, least, most } of [
    { asked: 1, least: 2, most: 5.5 },
    { asked: 90, least: 60, most: 99 },
  ]) {
    const { webhookId } = await aWebhook();
    reader.answer = (_request, reply) => reply.writeHead(503, { 'retry-after': String(asked) }).end();
    await w.call(owner, testWebhook, at({ webhookId }));
    const { nextAttemptAt } = await sent(webhookId, 'waiting');
    const waitSeconds = (Date.parse(nextAttemptAt ?? '') - Date.now()) / 1_000;
    expect(waitSeconds).toBeGreaterThan(least);
    expect(waitSeconds).toBeLessThan(most);
    await db().deleteFrom('webhook').execute();
  }
});

test('while one process waits for a slow receiver no other sends, and the next process sends what a dead one claimed', async () => {
  const { webhookId } = await aWebhook();
  const taken = Promise.withResolvers<string>();
  const answered = Promise.withResolvers<WebhookReply>();
  const send = ({ id }: { id: string }) => {
    taken.resolve(id);
    return answered.promise;
  };
  let slow: Promise<number>;
  let id: string | undefined;
  do {
    await w.call(owner, testWebhook, at({ webhookId }));
    slow = pump(send);
    // The server process may have sent this delivery before `pump` did. Then the loop sends another test.
    id = await Promise.race([taken.promise, slow.then(() => undefined)]);
  } while (id === undefined);
  const later = () =>
    sql`update webhook_delivery set next_attempt_at = next_attempt_at - interval '9 seconds' where id = ${id}`.execute(
      db(),
    );
  await later();
  expect(await pump()).toBe(0);
  await later();
  await sent(webhookId, 'delivered', 2);
  answered.resolve({ status: 200 });
  await slow;
  expect(reader.got.filter(({ headers }) => headers['webhook-id'] === id)).toHaveLength(1);
});

test('sends to a failing webhook one delivery at a time until one arrives', async () => {
  const { webhookId } = await aWebhook();
  const hung: (() => void)[] = [];
  reader.answer = (_request, reply) => void hung.push(() => reply.writeHead(204).end());
  await sql`update webhook set failing_since = now() where id = ${webhookId}`.execute(db());
  await queueWebhooks(
    db(),
    'auction.result',
    Array.from({ length: 3 }, () => ({ accountId: owner.accountId, data: RESULT })),
  );
  const first = pump();
  await expect.poll(() => hung.length).toBe(1);
  expect(await pump()).toBe(0);
  hung.splice(0).forEach((answer) => answer());
  await first;
  reader.answer = (_request, reply) => reply.writeHead(204).end();
  await expect
    .poll(async () => pump().then(async () => (await deliveriesOf(webhookId)).map(({ state }) => state)))
    .toEqual(['delivered', 'delivered', 'delivered']);
});

test('a new secret signs immediately, the previous one for another day, and SECRET_KEY may change', async () => {
  const { webhookId, secret } = await aWebhook();
  const renewed = (await w.call(owner, renewWebhookSecret, at({ webhookId }))).data.secret;
  await resealWebhooks(db(), { ...w.identity.secret, isSealedAnew: () => false });
  await w.call(owner, testWebhook, at({ webhookId }));
  await sent(webhookId, 'delivered');
  await sql`update webhook set before_until = now() where id = ${webhookId}`.execute(db());
  await w.call(owner, testWebhook, at({ webhookId }));
  await sent(webhookId, 'delivered');
  expect(reader.got.map((one) => [isSigned(one, secret), isSigned(one, renewed)])).toEqual([
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
])('the address %j is rejected: %s', async (url, code) => {
  const refused = await w.call(owner, makeWebhook, { ...at(), body: { url, kinds: ['auction.result'] } });
  expect(refused.fields).toMatchObject({ url: { code } });
});

test('nobody makes the server call addresses that are not public, by name or by number (ASVS 1.3.6)', async () => {
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
  const port = new URL(reader.url).port;
  for (const host of [
    'no-such-host.invalid',
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f.1',
  ])
    await expect(
      send({ id: 'x', url: `https://${host}:${port}/`, body: '{}', secrets: [], seconds: 1 }),
    ).rejects.toThrow('no public address');
  await expect(send({ id: 'x', url: reader.url, body: '{}', secrets: [], seconds: 1 })).rejects.toThrow(
    'no public address',
  );
  expect(reader.got).toEqual([]);
});
