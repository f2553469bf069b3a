import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getRecordAsUser } from '#contract/award/record.ts';
import { getLogProofAsUser, getTransparencyLog, type LogAuthority } from '#contract/transparency-log.ts';
import { checkTimestamp } from '#server/transparency-log/check-timestamp.ts';
import { runTimestampRound } from '#server/transparency-log/timestamp-round.ts';
import { insertAuction, type TestAuction } from '#testing/builders/records.ts';
import {
  startTimestampAuthority,
  type AuthorityAnswer,
  type TimestampAuthority,
} from '#testing/stand-ins/timestamp-authority.ts';
import { freePort } from '#testing/world/free-port.ts';
import { temporaryFolder, type TemporaryFolder } from '#testing/world/temporary-folder.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/** A deployment asks an authority that fails in every way. One time stamp an hour is allowed, except after a closing. */
const EVERY_SECONDS = 3_600;
let w: World;
let owner: SignedIn;
let admin: SignedIn;
let authority: TimestampAuthority;
let other: TimestampAuthority;
let folder: TemporaryFolder;
let live: TestAuction;
let closed: TestAuction;
let metricsPort: number;
const logged: string[] = [];

beforeAll(async () => {
  [authority, other] = [await startTimestampAuthority(), await startTimestampAuthority()];
  folder = await temporaryFolder('timestamps');
  authority.answer('silent');
  metricsPort = await freePort();
  const settings = {
    TIMESTAMP_URL: authority.url,
    TIMESTAMP_ROOTS: authority.root,
    TIMESTAMP_SECONDS: String(EVERY_SECONDS),
    LOG_PRIVATE: 'on',
    LOG_LEVEL: 'error',
    METRICS_PORT: String(metricsPort),
  };
  w = await world(settings, { write: (line) => void logged.push(line) });
  owner = await w.signedIn();
  admin = await w.signedIn({ role: 'Admin' });
  live = await insertAuction(w.database.db, { ownerAccountId: owner.accountId, createdBy: admin.userId });
});
afterAll(async () => {
  authority.end();
  other.end();
  await w.end();
  await folder.remove();
});

const readLog = async () => (await w.call(undefined, getTransparencyLog)).data;
const readAuthority = async (): Promise<LogAuthority | undefined> => (await readLog()).authorities[0];

/** Adds a line to the history of the auction, as far as the log reads it, and waits until it is published. */
async function grow(): Promise<void> {
  const before = (await readLog()).size;
  await sql`
    with moved as (update auction set version = version + 1, last_hash = encode(sha256(last_hash::text::bytea), 'hex')
      where id = ${live.auctionId} returning id, version, last_hash)
    insert into bid_history (auction_id, seq, kind, at, by, hash)
    select id, version, 'changed', clock_timestamp(), 'system', last_hash from moved`.execute(w.database.db);
  await expect.poll(async () => (await readLog()).size).toBeGreaterThan(before);
}

const askNow = () => sql`update log_authority set next_at = '-infinity'`.execute(w.database.db);

async function metricOfFailing(): Promise<string | undefined> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return /^greenlot_log_timestamps_failing (\d+)/m.exec(text)?.[1];
}

test('the log grows while an authority does not answer', async () => {
  await expect.poll(() => authority.requests.length).toBe(1);
  await grow();
  await grow();
  expect(await readAuthority()).toMatchObject({ name: authority.name, size: null, problem: null });
});

const FAULTS: readonly (readonly [AuthorityAnswer, LogAuthority['problem']])[] = [
  ['away', 'unreachable'],
  ['garbage', 'malformed'],
  ['rejected', 'rejected'],
  ['otherImprint', 'wrongImprint'],
  ['otherNonce', 'wrongNonce'],
  ['changedTime', 'wrongSignature'],
  ['unnamedCertificate', 'wrongSignature'],
  ['foreign', 'untrusted'],
  ['otherUse', 'untrusted'],
];

test.each(FAULTS)('no time stamp is stored from an authority whose answer is %s', async (answer, problem) => {
  authority.answer(answer);
  const before = authority.requests.length;
  await expect
    .poll(async () => {
      await askNow();
      return authority.requests.length;
    })
    .toBeGreaterThan(before);
  await expect.poll(readAuthority).toMatchObject({ size: null, problem });
  expect(logged.join('')).toContain(`no valid time stamp from ${authority.name}: ${problem}`);
  expect(await metricOfFailing()).toBe('1');
});

test('a valid time stamp is shown, and anyone can download and check it', async () => {
  authority.answer('right');
  await expect
    .poll(async () => {
      await askNow();
      return readAuthority();
    })
    .toMatchObject({ size: expect.any(Number), problem: null, problemSince: null });
  const { size, stampedAt } = (await readAuthority()) ?? {};
  const file = await w.app.inject({ url: `/log/timestamp/${size}/${authority.name}.tsr` });
  expect(file.headers['content-type']).toBe('application/timestamp-reply');
  const { body: text } = await w.app.inject({ url: `/log/timestamp/${size}/checkpoint` });
  expect(text).toContain(`greenlot.test/log\n${size}\n`);
  const trust = { certificates: [new X509Certificate(authority.root)] };
  expect(await checkTimestamp(file.rawPayload, { text, trust })).toEqual({ at: stampedAt, signer: 'CN=Time stamps' });
  expect(await metricOfFailing()).toBe('0');
  const missing = ['/log/timestamp/1/nobody.tsr', '/log/timestamp/x/checkpoint', '/log/timestamp/999999/checkpoint'];
  for (const url of missing) expect((await w.app.inject({ url })).statusCode).toBe(404);
});

test('within the interval, no other time stamp is requested until an auction is closed', async () => {
  const before = authority.requests.length;
  await grow();
  const timestamps = {
    authorities: [{ url: authority.url, name: authority.name }],
    everySeconds: EVERY_SECONDS,
    roots: [new X509Certificate(authority.root)],
  };
  await runTimestampRound(w.database.db, { timestamps, mayBePrivate: true }, (error) => logged.push(String(error)));
  expect(authority.requests.length).toBe(before);
  const made = { ownerAccountId: owner.accountId, createdBy: admin.userId };
  closed = await insertAuction(w.database.db, { ...made, endsIn: 3 });
  await expect.poll(() => authority.requests.length, { timeout: 30_000 }).toBe(before + 1);
  await expect.poll(async () => (await readAuthority())?.size === (await readLog()).size).toBe(true);
});

/** Runs `npm run verify`. */
const verify = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, ['scripts/verify.ts', ...args]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  );

test('the log proof of a record carries the time stamp, and the command line checks it offline', async () => {
  const params = { id: closed.auctionId };
  const [record, proof, root, foreign] = ['record.jsonl', 'record.tlog-proof', 'root.pem', 'foreign.pem'].map((name) =>
    join(folder.path, name),
  ) as [string, string, string, string];
  writeFileSync(record, (await w.call(owner, getRecordAsUser, { params })).text);
  const { text: proofText } = await w.call(owner, getLogProofAsUser, { params });
  writeFileSync(proof, proofText);
  writeFileSync(root, authority.root);
  writeFileSync(foreign, other.root);
  const known = `The time stamp authority ${authority.name} (CN=Time stamps) signed that`;
  expect((await verify(record, '--proof', proof, '--authority', root)).said).toContain(known);
  expect((await verify(record, '--proof', proof, '--authority', authority.fingerprint)).said).toContain(known);
  expect(await verify(record, '--proof', proof)).toMatchObject({
    code: 0,
    said: expect.stringContaining(`The time stamp of ${authority.name} was not checked`),
  });
  const refused = { code: 1, said: expect.stringContaining('no time stamp is signed by one of the given authorities') };
  expect(await verify(record, '--proof', proof, '--authority', foreign)).toMatchObject(refused);
  const lines = proofText.split('\n');
  const isStamp = (line: string): boolean => line.startsWith(`— ${authority.name} `);
  writeFileSync(proof, lines.filter((line) => !isStamp(line)).join('\n'));
  const without = { code: 1, said: expect.stringContaining('the proof has no time stamp') };
  expect(await verify(record, '--proof', proof, '--authority', root)).toMatchObject(without);
  expect((await verify(record, '--proof', proof, '--authority', proof)).code).toBe(2);
});
