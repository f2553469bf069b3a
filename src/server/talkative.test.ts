import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadImage } from '#contract/auction/image.ts';
import { makeApiKey, revokeApiKey } from '#contract/company/api-key.ts';
import { makeWebhook } from '#contract/company/webhook.ts';
import { listOwnAccounts } from '#contract/identity/identity.ts';
import { createTickSize } from '#contract/tick.ts';
import { boundedRate } from '#server/platform/telemetry/request-log.ts';
import { aPng } from '#testing/builders/image-builders.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let log = '';
type Line = { security?: string; refusal?: string; [key: string]: unknown };
const lines = (): Line[] =>
  log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

let w: World;
let admin: SignedIn;
let owner: SignedIn;
beforeAll(async () => {
  const settings = { LOG_LEVEL: 'trace', SECRET_KEY: 'the-secret-key-of-this-test-0000000001' };
  w = await world(settings, { write: (text) => void (log += text) });
  [admin, owner] = [await w.signedIn({ role: 'Admin' }), await w.signedIn()];
});
afterAll(() => w.end());

test('logs a request in one line: its route, not its path; caller, address, result (ASVS 16.2.1, 16.2.2, 16.2.4)', async () => {
  log = '';
  const answer = await w.call(owner, listOwnAccounts, { headers: { 'x-request-id': 'ignored-without-proxy' } });
  expect(answer.code).toBe('Success');
  expect(lines()).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      pid: process.pid,
      hostname: expect.any(String),
      reqId: expect.stringMatching(/^[\da-f-]{36}$/),
      method: 'GET',
      route: expect.stringContaining('/auction-api/'),
      status: 200,
      ms: expect.any(Number),
      address: '127.0.0.1',
      userId: owner.userId,
      msg: 'answered',
    },
  ]);
});

test('logs the reason of a rejection as a warning, and nobody can forge a line (ASVS 16.3.2, 16.3.3)', async () => {
  log = '';
  const forged = '"}\n{"level":"info","security":"signed_in","userId":"x"}';
  await w.call(owner, createTickSize, { body: { name: forged, priceStep: 1 } });
  await w.app.inject({
    url: '/auction-api/profile',
    headers: { authorization: `Bearer ${forged.replace('\n', ' ')}` },
  });
  await w.app.inject({ url: `/auction-api/${encodeURIComponent(forged)}` });
  const told = lines();
  expect(told.map(({ level, refusal }) => [level, refusal]).slice(0, 2)).toEqual([
    ['warn', 'forbidden_access'],
    ['warn', 'not_signed_in'],
  ]);
  expect(told[0]).toMatchObject({ userId: owner.userId });
  expect(told.filter(({ security }) => security)).toEqual([]);
});

test('keys, webhooks, files and database errors leave no secret in log, audit trail or request (ASVS 16.2.5, 16.3.4)', async () => {
  log = '';
  const SECRETS = { file: 'passport-A1234567', row: 'the-name-that-is-refused', typed: 'What-I-typed-77' };
  const { db } = w.database;
  const auction = await insertAuction(db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    bidders: [],
    startsIn: 3_600,
    endsIn: 7_200,
  });
  const form = new FormData();
  form.set('File', new File([Uint8Array.from(await aPng())], `${SECRETS.file}.png`));
  form.set('Type', 'AuctionDetail');
  const { data: image } = await w.call(admin, uploadImage, { params: { id: auction.auctionId }, form });
  const signed = new URL(image?.url ?? '', 'http://greenlot.test');
  expect((await w.app.inject({ url: signed.pathname + signed.search })).statusCode).toBe(200);

  const at = { params: { id: owner.accountId } };
  const made = (await w.call(owner, makeApiKey, { ...at, body: { name: 'Night', role: 'viewer', days: 90 } })).data;
  const byKey = { ...owner, token: made.key };
  await w.call(byKey, listOwnAccounts);
  const keyId = made.keys[0]?.id ?? '';
  await w.call(owner, revokeApiKey, { params: { id: owner.accountId, keyId } });
  expect((await w.call(byKey, listOwnAccounts)).code).toBe('api_key_not_valid');
  const hook = { url: `https://example.com/${SECRETS.typed}`, kinds: ['auction.result' as const] };
  const told = await w.call(owner, makeWebhook, { ...at, body: hook });

  // Provokes an internal error. PostgreSQL writes the whole row into the detail of this error.
  await sql`alter table tick_size add constraint refuses check (name <> ${sql.lit(SECRETS.row)})`.execute(db);
  const broken = await w.call(admin, createTickSize, { body: { name: SECRETS.row, priceStep: 1 } });
  expect([broken.status, broken.text.includes(SECRETS.row)]).toEqual([500, false]);

  expect(lines().flatMap(({ security }) => security ?? [])).toEqual([
    'api_key_made',
    'api_key_revoked',
    'ended_api_key_used',
  ]);
  const unexpected = lines().find(({ msg }) => msg === 'unexpected error');
  expect(unexpected).toMatchObject({ err: { code: '23514', constraint: 'refuses' } });
  const secrets = [
    ...Object.values(SECRETS),
    made.key.slice(8),
    signed.search.slice(1),
    owner.token,
    admin.token,
    told.data.secret,
  ];
  expect(secrets.filter((secret) => secret.length < 10)).toEqual([]);
  const { rows } = await sql`select detail, subject from audit_line`.execute(db);
  const kept = JSON.stringify(rows);
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  expect(secrets.filter((secret) => secret !== SECRETS.file && kept.includes(secret))).toEqual([]);
});

test('a flood of rejections raises few warnings', () => {
  const may = boundedRate(3);
  const told = Array.from({ length: 100 }, may).filter(Boolean).length;
  // If a new second began meanwhile, the limit of three applied twice.
  expect([3, 6]).toContain(told);
});
