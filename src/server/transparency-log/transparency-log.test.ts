import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getTransparencyLog } from '#contract/transparency-log.ts';
import { readCheckpoint, type Checkpoint } from '#domain/transparency/checkpoint.ts';
import { entryHash, entryText } from '#domain/transparency/entry.ts';
import { rootOf } from '#server/transparency-log/tree-hashes.ts';
import { leafHash } from '#domain/transparency/merkle.ts';
import { base64Of, checkSignature, readKey, readNote } from '#domain/transparency/note.ts';
import { sha256Bytes } from '#server/platform/runtime/sha256.ts';
import { appendHeads } from '#server/transparency-log/append-heads.ts';
import { readTilePath } from '#server/transparency-log/log-files.ts';
import { openLogKey, type LogKey } from '#server/transparency-log/log-key.ts';
import { NOTE_CRYPTO } from '#server/transparency-log/note-crypto.ts';
import { loadRecordKey } from '#server/award/record-key.ts';
import { insertAuction, type TestAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let [admin, owner]: SignedIn[] = [];
let live: TestAuction;
let later: TestAuction;
let key: LogKey;

beforeAll(async () => {
  w = await world();
  const people = [await w.signedIn({ role: 'Admin' }), await w.signedIn()] as const;
  [admin, owner] = people;
  const made = { ownerAccountId: people[1].accountId, createdBy: people[0].userId };
  live = await insertAuction(w.database.db, made);
  later = await insertAuction(w.database.db, { ...made, startsIn: 3_600, endsIn: 7_200 });
  key = openLogKey('greenlot.test/log', await loadRecordKey(w.database.db, w.identity.secret));
});
afterAll(() => w.end());

const ask = (path: string) => w.app.inject({ url: `/log/${path}` });

/** Reads the published checkpoint as a watcher does: with the public key that the page shows. */
async function readPublished(): Promise<Checkpoint> {
  const { body } = await ask('checkpoint');
  const note = readNote(body);
  const known = readKey(sha256Bytes, (await w.call(undefined, getTransparencyLog)).data.publicKey);
  if (!note || !known) throw new Error(body);
  expect(checkSignature(NOTE_CRYPTO, note, known)).toEqual({ seconds: null });
  const checkpoint = readCheckpoint(note.text);
  if (!checkpoint) throw new Error(note.text);
  return checkpoint;
}

async function readLoggedEntries(size: number): Promise<string[]> {
  const entries: string[] = [];
  for (let from = 0; from < size; from += 256) {
    const width = Math.min(256, size - from);
    const path = `${String(from / 256).padStart(3, '0')}${width < 256 ? `.p/${width}` : ''}`;
    const { rawPayload: bytes } = await ask(`tile/entries/${path}`);
    for (let at = 0; at < bytes.length;) {
      const end = at + 2 + bytes.readUInt16BE(at);
      entries.push(bytes.toString('utf8', at + 2, end));
      at = end;
    }
  }
  return entries;
}

/** Adds a line to an auction's history, as far as the log reads it. */
async function addLine({ auctionId }: TestAuction): Promise<void> {
  await sql`
    with moved as (update auction set version = version + 1, last_hash = encode(sha256(last_hash::text::bytea), 'hex')
      where id = ${auctionId} returning id, version, last_hash)
    insert into bid_history (auction_id, seq, kind, at, by, hash)
    select id, version, 'changed', clock_timestamp(), 'system', last_hash from moved`.execute(w.database.db);
}

const append = () => appendHeads(w.database.db, { key, isThorough: false, publishes: true });

test('the job logs the head of a live auction under the hash of its id, and signs the state', async () => {
  await expect.poll(async () => (await ask('checkpoint')).statusCode).toBe(200);
  await expect.poll(async () => (await readPublished()).size).toBe(1);
  const { rows } = await sql<{ seq: number; hash: string; at: Date }>`
    select seq, hash, at from bid_history where auction_id = ${live.auctionId} order by seq desc limit 1`.execute(
    w.database.db,
  );
  const [line] = rows;
  if (!line) throw new Error('no line');
  const head = { auctionId: live.auctionId, seq: line.seq, hash: line.hash, at: line.at.toISOString() };
  const entry = entryText(sha256Bytes, head);
  expect(await readLoggedEntries(1)).toEqual([entry]);
  expect(entry).not.toContain(live.auctionId);
  const published = await readPublished();
  expect(published).toMatchObject({ origin: 'greenlot.test/log', root: entryHash(sha256Bytes, entry) });
  expect((await w.call(undefined, getTransparencyLog)).data).toMatchObject({
    origin: 'greenlot.test/log',
    size: 1,
    root: base64Of(published.root),
    witnesses: [],
  });
});

test('sealed bids leave no trace before the start; at the end, the last head is logged in any case', async () => {
  const before = (await readPublished()).size;
  await addLine(later);
  expect(await append()).toBe(0);
  await sql`
    update auction set start_time = clock_timestamp() - interval '1 second', closed_at = clock_timestamp(), annulled_at = clock_timestamp(), auction_end_time = clock_timestamp()
    where id = ${later.auctionId}`.execute(w.database.db);
  await append();
  await expect.poll(async () => (await readPublished()).size).toBe(before + 1);
});

test('an auction that ended long ago is found by the thorough look', async () => {
  await addLine(later);
  const move = sql`update auction set start_time = start_time - interval '9 days', end_time = end_time - interval '9 days',
    auction_end_time = auction_end_time - interval '9 days' where id = ${later.auctionId}`;
  await move.execute(w.database.db);
  expect(await append()).toBe(0);
  expect(await appendHeads(w.database.db, { key, isThorough: true, publishes: true })).toBe(1);
});

test('processes that append at the same time leave one tree, whose tiles give the signed root', async () => {
  for (let round = 0; round < 270; round += 1) {
    await addLine(live);
    await Promise.all([append(), append(), append()]);
  }
  const { size, root } = await readPublished();
  expect(size).toBeGreaterThan(256);
  const entries = await readLoggedEntries(size);
  expect(new Set(entries).size).toBe(size);
  const hashes = entries.map((entry) => leafHash(sha256Bytes, Buffer.from(entry)));
  const { rawPayload: full } = await ask('tile/0/000');
  expect(full.equals(Buffer.concat(hashes.slice(0, 256)))).toBe(true);
  const { rawPayload: above } = await ask('tile/1/000.p/1');
  const read = async (level: number, from: number, count: number) =>
    level === 0 ? hashes.slice(from, from + count) : [new Uint8Array(above)];
  expect(await rootOf({ sha256: sha256Bytes, read }, size)).toEqual(root);
});

test('tiles may be kept for a year by any cache, the checkpoint for a second', async () => {
  const [tile, partial, checkpoint] = await Promise.all(['tile/0/000', 'tile/0/001.p/2', 'checkpoint'].map(ask));
  expect(tile?.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'application/octet-stream',
  });
  expect(partial?.rawPayload.length).toBe(64);
  expect(checkpoint?.headers).toMatchObject({
    'cache-control': 'public, max-age=1',
    'content-type': 'text/plain; charset=utf-8',
  });
});

test.each([
  'tile/0/0',
  'tile/00/000',
  'tile/64/000',
  'tile/0/000.p/0',
  'tile/0/000.p/256',
  'tile/0/000.p/01',
  'tile/0/x000/000',
  'tile/0/900',
  'tile/entries/900.p/1',
  'tile/0/000.p/1%27%3B',
  'tile/-1/000',
  'tile/0/x999/x999/x999/x999/999',
  'tile/other/000',
  'tile/',
])('%s is not found', async (path) => {
  expect((await ask(path)).statusCode).toBe(404);
});

test('the numbers of tiles are read in groups of three digits', () => {
  expect(readTilePath('0/x001/x234/067')).toEqual({ level: 0, tile: 1_234_067, width: 256 });
  expect(readTilePath('entries/x001/000.p/7')).toEqual({ level: -1, tile: 1_000, width: 7 });
});

test('entries cannot be changed or added twice, and nobody needs to sign in to read them', async () => {
  await sql`insert into log_entry (position, auction_id, seq, entry) select 999999, auction_id, seq, entry from log_entry limit 1`
    .execute(w.database.db)
    .then(
      () => expect.unreachable(),
      (error: unknown) => expect(String(error)).toContain('log_entry_auction_id_seq_key'),
    );
  expect((await w.call(admin, getTransparencyLog)).data).toEqual((await w.call(owner, getTransparencyLog)).data);
});
