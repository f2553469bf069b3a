import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LogWitness } from '#contract/transparency-log.ts';
import { checkSignature, readKey, readNote } from '#domain/transparency/note.ts';
import { sha256, sha256Bytes } from '#server/platform/runtime/sha256.ts';
import { NOTE_CRYPTO } from '#server/transparency-log/note-crypto.ts';
import { insertAuction, insertPerson, type TestAuction } from '#testing/builders/records.ts';
import { freePort } from '#testing/world/free-port.ts';
import { startServer, type ServerProcess } from '#testing/world/server-process.ts';
import { temporaryFolder, type TemporaryFolder } from '#testing/world/temporary-folder.ts';
import { freshDatabase } from '#testing/world/database.ts';

/** A real witness beside a real server, which then shows another history. */
const PROGRAM = 'scripts/witness/main.ts';
let w: Awaited<ReturnType<typeof freshDatabase>>;
let server: ServerProcess;
let folder: TemporaryFolder;
let watcherFolder: TemporaryFolder;
let key: string;
let port: number;
let auction: TestAuction;
const processes: { child: ChildProcess; said: () => string }[] = [];

beforeAll(async () => {
  [folder, watcherFolder] = [await temporaryFolder('witness'), await temporaryFolder('watcher')];
  const show = ['--show-key', '--name=witness.example/w1', `--folder=${folder.path}`];
  key = execFileSync(process.execPath, [PROGRAM, ...show], { encoding: 'utf8' }).trim();
  port = await freePort();
  w = await freshDatabase();
  server = await startServer({
    DATABASE_URL: w.url ?? '',
    LOG_ORIGIN: 'log.example',
    LOG_WITNESSES: `http://127.0.0.1:${port} ${key}`,
    LOG_WITNESS_SECONDS: '1',
    LOG_PRIVATE: 'on',
  });
  const [admin, owner] = [await insertPerson(w.database.db, { role: 'Admin' }), await insertPerson(w.database.db)];
  auction = await insertAuction(w.database.db, { ownerAccountId: owner.accountId, createdBy: admin.userId });
});
afterAll(async () => {
  for (const { child } of processes) child.kill('SIGKILL');
  await server.kill();
  await w.database.close();
  await Promise.all([folder.remove(), watcherFolder.remove()]);
});

/** Starts the command of a witness. */
function startWitness({ path }: TemporaryFolder, ...args: readonly string[]) {
  const child = spawn(process.execPath, [PROGRAM, server.baseUrl, `--folder=${path}`, ...args]);
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const started = { child, said: () => said };
  processes.push(started);
  return started;
}

const runOnce = async (...args: readonly string[]): Promise<{ code: number; said: string }> => {
  const { child, said } = startWitness(watcherFolder, '--once', '--name=watcher.example', ...args);
  const code = await new Promise<number>((ended) => void child.on('close', (status) => ended(status ?? -1)));
  return { code, said: said() };
};

const readLog = async () => {
  const reply = await fetch(`${server.baseUrl}/auction-api/transparency-log`);
  return ((await reply.json()) as { data: { size: number; witnesses: LogWitness[] } }).data;
};

async function signatureOfWitness() {
  const note = readNote(await (await fetch(`${server.baseUrl}/log/checkpoint`)).text());
  const known = readKey(sha256Bytes, key);
  return note && known && checkSignature(NOTE_CRYPTO, note, known);
}

const addLine = async (): Promise<void> => {
  await sql`
    with moved as (update auction set version = version + 1, last_hash = encode(sha256(random()::text::bytea), 'hex')
      where id = ${auction.auctionId} returning id, version, last_hash)
    insert into bid_history (auction_id, seq, kind, at, by, hash)
    select id, version, 'changed', clock_timestamp(), 'system', last_hash from moved`.execute(w.database.db);
};

test('without its witness, the log is published all the same, and its page says that the witness is away', async () => {
  await expect.poll(async () => (await fetch(`${server.baseUrl}/log/checkpoint`)).status).toBe(200);
  await expect
    .poll(async () => (await readLog()).witnesses)
    .toMatchObject([{ name: 'witness.example/w1', publicKey: key, size: null, problem: 'unreachable' }]);
  expect(await signatureOfWitness()).toBe('missing');
});

test('a witness that listens signs each state, and the published checkpoint carries its signature', async () => {
  startWitness(folder, `--listen=${port}`, '--every=1');
  await sql`update log_witness set next_at = clock_timestamp()`.execute(w.database.db);
  for (let count = 0; count < 5; count += 1) {
    await addLine();
    const before = (await readLog()).size;
    await expect.poll(async () => (await readLog()).size).toBeGreaterThan(before);
  }
  await expect.poll(signatureOfWitness, { timeout: 60_000 }).toMatchObject({ seconds: expect.any(Number) });
  const { size, witnesses } = await readLog();
  expect(witnesses).toMatchObject([{ size, problem: null }]);
  const shown = await fetch(`http://127.0.0.1:${port}/${sha256('log.example')}/checkpoint`);
  expect(await shown.text()).toContain(`log.example\n${size}\n`);
});

test('a witness behind a firewall watches the log with another key, and finds it whole', async () => {
  expect(await runOnce()).toMatchObject({ code: 0 });
  await addLine();
  const before = (await readLog()).size;
  await expect.poll(async () => (await readLog()).size).toBeGreaterThan(before);
  expect((await runOnce()).code).toBe(0);
});

/** Removes what the log holds, as the restore of an older backup does, and as a dishonest operator could. */
async function rollBack(): Promise<void> {
  await sql`
    with gone as (delete from log_entry), hashes as (delete from log_hash), signed as (delete from log_cosignature),
      seen as (delete from log_checkpoint)
    update log_tree set size = 0`.execute(w.database.db);
}

test('after the log went back, the witness refuses, the page says so, and the watcher keeps the evidence', async () => {
  await rollBack();
  await addLine();
  await sql`update log_witness set next_at = clock_timestamp()`.execute(w.database.db);
  await expect.poll(async () => (await readLog()).witnesses[0]?.problem).toBe('wentBack');
  expect(await signatureOfWitness()).toBe('missing');
  const { code, said } = await runOnce();
  expect(said).toMatch(/WARNING: entries were removed: the log has \d+ entr\w+, and had \d+ before/);
  expect(code).toBe(1);
  const evidence = readdirSync(watcherFolder.path).find((name) => name.startsWith('evidence-'));
  const text = readFileSync(join(watcherFolder.path, evidence ?? ''), 'utf8');
  expect(text.match(/^— log\.example /gm)?.length).toBe(2);
});

test('a log that grew again with other entries is refused, too', async () => {
  const known = JSON.parse(readFileSync(join(folder.path, 'witness-state.json'), 'utf8')) as Record<
    string,
    { size: number }
  >;
  const signed = known['log.example']?.size ?? 0;
  while ((await readLog()).size <= signed) {
    await addLine();
    const before = (await readLog()).size;
    await expect.poll(async () => (await readLog()).size).toBeGreaterThan(before);
  }
  await sql`update log_witness set next_at = clock_timestamp()`.execute(w.database.db);
  await expect.poll(async () => (await readLog()).witnesses[0]?.problem).toBe('inconsistent');
  expect(await runOnce()).toMatchObject({
    code: 1,
    said: expect.stringContaining('does not contain what this witness'),
  });
});

test('a second process with the same folder does not start', async () => {
  const { child, said } = startWitness(folder, '--once');
  const code = await new Promise<number>((ended) => void child.on('close', (status) => ended(status ?? -1)));
  expect([code, said()]).toEqual([2, expect.stringContaining('already uses the folder')]);
});

test('a log with another key than before is not watched', async () => {
  const other = key.replace('witness.example/w1', 'log.example');
  const { code, said } = await runOnce(`--log-key=${other}`);
  expect([code, said]).toEqual([2, expect.stringContaining('is not the public key of a log')]);
});
