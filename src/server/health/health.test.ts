import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getServiceStatus } from '#contract/health.ts';
import { queueMessage } from '#server/platform/outbox.ts';
import { VERSION } from '#server/platform/version.ts';
import { insertAuction } from '#testing/records.ts';
import { world, type SignedIn, type World } from '#testing/world.ts';

let w: World;
let admin: SignedIn;
beforeAll(async () => {
  w = await world({ SMTP_URL: 'smtp://127.0.0.1:1' });
  admin = await w.signedIn({ role: 'Admin' });
});
afterAll(() => w.end());

const statusNow = async () => (await w.call(admin, getServiceStatus)).data;

test('the process that answers, by its own signs of life', async () => {
  await expect.poll(async () => (await statusNow()).processes[0]?.files?.isReachable).toBe(true);
  const { processes, database } = await statusNow();
  expect(processes).toHaveLength(1);
  expect(processes[0]).toMatchObject({ pid: process.pid, version: VERSION, state: 'serving', sockets: 0 });
  expect(Math.abs(processes[0]?.clockOffsetMs ?? Number.NaN)).toBeLessThan(1_000);
  expect(processes[0]?.databaseMs).toBeGreaterThanOrEqual(0);
  expect(database.version).toMatch(/^\d+/);
});

test('one of an earlier release, that went without a word, tells less', async () => {
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

test('what waits: mails that are due, with the oldest; none that came too late or are for nobody', async () => {
  const mail = { channel: 'email', recipient: 'a@example.com', subject: 's', body: 'b' } as const;
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

test('when nobody served, and the auctions that were extended for it', async () => {
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

test('only for administrators', async () => {
  expect((await w.call(await w.signedIn(), getServiceStatus)).code).toBe('forbidden_access');
  expect((await w.call(undefined, getServiceStatus)).code).toBe('not_signed_in');
});
