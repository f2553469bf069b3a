import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getServiceStatus, getWaiting } from '#contract/health.ts';
import { requestAddItems } from '#contract/auction/change-request.ts';
import { queueMessage } from '#server/platform/mail/outbox.ts';
import { VERSION } from '#server/platform/config/version.ts';
import { insertRegistration } from '#testing/builders/company-builders.ts';
import { LEFT_EMPTY } from '#testing/builders/item-builders.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
beforeAll(async () => {
  w = await world({ SMTP_URL: 'smtp://127.0.0.1:1' });
  admin = await w.signedIn({ role: 'Admin' });
});
afterAll(() => w.end());

const statusNow = async () => (await w.call(admin, getServiceStatus)).data;

test('shows the answering process by its own heartbeats', async () => {
  await expect.poll(async () => (await statusNow()).processes[0]?.files?.isReachable).toBe(true);
  const { processes, database } = await statusNow();
  expect(processes).toHaveLength(1);
  expect(processes[0]).toMatchObject({ pid: process.pid, version: VERSION, state: 'serving', sockets: 0 });
  expect(Math.abs(processes[0]?.clockOffsetMs ?? Number.NaN)).toBeLessThan(1_000);
  expect(processes[0]?.databaseMs).toBeGreaterThanOrEqual(0);
  expect(database.version).toMatch(/^\d+/);
});

test('shows less about a process of an earlier release that left without a message', async () => {
  const figures = {
    isDraining: false,
    sockets: 4,
    rooms: 2,
    waiting: 1,
    timerLagMs: 3,
    clockOffsetMs: -5,
    memoryBytes: 6,
  };
  await sql`insert into service_process (id, host, pid, started_at, at, figures)
    values (${randomUUID()}, 'gone', 7, now() - interval '1 hour', now() - interval '11 seconds',
      ${JSON.stringify(figures)}::jsonb)`.execute(w.database.db);
  const [gone] = (await statusNow()).processes;
  expect(gone).toMatchObject({ host: 'gone', state: 'silent', sockets: 4, bidsWaiting: 1, version: null, files: null });
});

test('shows waiting emails that are due, with the oldest, and none that expired or have no recipient', async () => {
  const mail = { kind: 'test', channel: 'email', recipient: 'a@example.com', subject: 's', body: 'b' } as const;
  const before = await statusNow();
  expect(before.mails).toEqual({ waiting: 0, since: null, givenUp: 0, isSetUp: true });
  await queueMessage(w.database.db, mail);
  await queueMessage(w.database.db, { ...mail, usefulUntilMs: 1 });
  await queueMessage(w.database.db, { ...mail, recipient: '' });
  await queueMessage(w.database.db, { ...mail, channel: 'sms' });
  await queueMessage(w.database.db, { ...mail, recipient: 'given-up@example.com' });
  await sql`update outbox set attempts = 10 where recipient like 'given-up%'`.execute(w.database.db);
  const { mails, texts } = await statusNow();
  expect(mails).toMatchObject({ waiting: 1, givenUp: 1 });
  expect(Date.parse(mails.since ?? '')).toBeGreaterThan(Date.now() - 60_000);
  expect(texts).toMatchObject({ waiting: 1, isSetUp: false });
});

test('shows when no server ran, and the auctions that were extended for it', async () => {
  const person = await w.signedIn();
  const { auctionId } = await insertAuction(w.database.db, {
    ownerAccountId: person.accountId,
    createdBy: admin.userId,
    bidders: [],
  });
  await w.database.db
    .insertInto('outage')
    .values({ from_at: new Date(1_000), to_at: new Date(61_000), extended: 2, auction_ids: [auctionId] })
    .execute();
  const [outage] = (await statusNow()).outages;
  expect(outage).toMatchObject({ from: '1970-01-01T00:00:01.000Z', extended: 2, auctions: [{ id: auctionId }] });
});

test('is for administrators only', async () => {
  expect((await w.call(await w.signedIn(), getServiceStatus)).code).toBe('forbidden_access');
  expect((await w.call(undefined, getServiceStatus)).code).toBe('not_signed_in');
});

test('counts what waits for an administrator’s decision, and nothing decided or expired', async () => {
  const { db } = w.database;
  const waiting = async () => (await w.call(admin, getWaiting)).data;
  expect(await waiting()).toEqual({ registrations: 0, buyOrders: 0, drafts: 0, changeRequests: 0, approvals: 0 });
  const owner = await w.signedIn();
  const ids = [await insertRegistration(db, owner.userId), await insertRegistration(db, (await w.signedIn()).userId)];
  await db
    .updateTable('company_registration')
    .set({ status: 'Returned' })
    .where('id', '=', ids[1] ?? '')
    .execute();
  const { auctionId } = await insertAuction(db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    startsIn: 1_800,
  });
  const item = {
    ...LEFT_EMPTY,
    recCountry: 'VN',
    recFuelType: 'Wind',
    vintageYear: 2025,
    vintagePeriod: 'FullYear',
    recQuantity: 1_000,
    partialFulfillment: true,
    minimumBidPrice: 3,
    maximumBidPrice: 15,
  } as const;
  await w.call(owner, requestAddItems, { body: { auctionId, version: null, items: [item] } });
  expect(await waiting()).toMatchObject({ registrations: 1, changeRequests: 1 });
  await sql`update auction set start_time = now() - interval '1 second' where id = ${auctionId}`.execute(db);
  expect(await waiting()).toMatchObject({ registrations: 1, changeRequests: 0 });
});
