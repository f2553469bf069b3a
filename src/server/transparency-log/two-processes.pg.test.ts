import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCheckpoint, type Checkpoint } from '#domain/transparency/checkpoint.ts';
import { entryText } from '#domain/transparency/entry.ts';
import { foldHashes, isConsistent, leafHash, TILE_WIDTH } from '#domain/transparency/merkle.ts';
import { readNote } from '#domain/transparency/note.ts';
import { sha256Bytes } from '#server/platform/runtime/sha256.ts';
import { consistencyProof, rootOf, type Tree } from '#server/transparency-log/tree-hashes.ts';
import { insertAuction, insertPerson } from '#testing/builders/records.ts';
import { freshDatabase } from '#testing/world/database.ts';
import { startServer, type ServerProcess } from '#testing/world/server-process.ts';

/** Two server processes append to one log, while auctions change and processes die. */
const AUCTIONS = 40;
const ROUNDS = 12;
let w: Awaited<ReturnType<typeof freshDatabase>>;
let servers: [ServerProcess, ServerProcess];
const auctionIds: string[] = [];
/** The checkpoints that readers saw, in order. */
const seen: Checkpoint[] = [];

const start = (): Promise<ServerProcess> => startServer({ DATABASE_URL: w.url ?? '', LOG_ORIGIN: 'log.example' });

beforeAll(async () => {
  w = await freshDatabase();
  const [admin, owner] = [await insertPerson(w.database.db, { role: 'Admin' }), await insertPerson(w.database.db)];
  const made = { ownerAccountId: owner.accountId, createdBy: admin.userId };
  for (let count = 0; count < AUCTIONS; count += 1)
    auctionIds.push((await insertAuction(w.database.db, made)).auctionId);
  servers = await Promise.all([start(), start()]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await w.database.close();
});

/** Adds a line to the history of each auction, as far as the log reads it. */
async function changeAuctions(): Promise<void> {
  await sql`
    with moved as (update auction set version = version + 1, last_hash = encode(sha256(random()::text::bytea), 'hex')
      where id = any(${auctionIds}::uuid[]) returning id, version, last_hash)
    insert into bid_history (auction_id, seq, kind, at, by, hash)
    select id, version, 'changed', clock_timestamp(), 'system', last_hash from moved`.execute(w.database.db);
}

/** Reads the published checkpoint of a server, and checks that it does not go back. */
async function look({ baseUrl }: ServerProcess): Promise<number> {
  const reply = await fetch(`${baseUrl}/log/checkpoint`);
  if (!reply.ok) return 0;
  const checkpoint = readCheckpoint(readNote(await reply.text())?.text ?? '');
  if (!checkpoint) throw new Error('no checkpoint');
  expect(checkpoint.size).toBeGreaterThanOrEqual(seen.at(-1)?.size ?? 0);
  if (checkpoint.size > (seen.at(-1)?.size ?? 0)) seen.push(checkpoint);
  return checkpoint.size;
}

/** Changes the auctions, and waits until a server publishes it. */
async function changeAndLook(server: ServerProcess): Promise<void> {
  const before = seen.at(-1)?.size ?? 0;
  await changeAuctions();
  await expect.poll(() => look(server), { interval: 20, timeout: 30_000 }).toBeGreaterThan(before);
}

/** Reads the entries, and checks that they are one tree with which each seen checkpoint and the present hashes agree. */
async function checkTree(): Promise<string[]> {
  const { rows } = await sql<{ position: number; entry: string }>`
    select position, entry from log_entry order by position`.execute(w.database.db);
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_, at) => at));
  const entries = rows.map(({ entry }) => entry);
  expect(new Set(entries).size).toBe(entries.length);
  const leaves = entries.map((entry) => leafHash(sha256Bytes, Buffer.from(entry)));
  const read: Tree['read'] = async (level, from, count) =>
    Array.from({ length: count }, (_, at) => {
      const width = TILE_WIDTH ** level;
      return foldHashes(sha256Bytes, leaves.slice((from + at) * width, (from + at + 1) * width));
    });
  const tree: Tree = { sha256: sha256Bytes, read };
  for (const { size, root } of seen) expect(await rootOf(tree, size)).toEqual(root);
  for (const [at, now] of seen.entries()) {
    const before = seen[at - 1];
    if (!before) continue;
    const proof = await consistencyProof(tree, before.size, now.size);
    expect(isConsistent(sha256Bytes, before, now, proof)).toBe(true);
  }
  return entries;
}

/** Waits until the last line of each auction is published, and returns all entries. */
async function settled(server: ServerProcess): Promise<string[]> {
  const { rows } = await sql<{ auctionId: string; seq: number; hash: string; at: Date }>`
    select a.id as "auctionId", line.seq, line.hash, line.at from auction a
    join bid_history line on line.auction_id = a.id and line.seq = a.version`.execute(w.database.db);
  const heads = rows.map((row) => entryText(sha256Bytes, { ...row, at: row.at.toISOString() }));
  const published = async (): Promise<boolean> => {
    const size = await look(server);
    const found = await sql<{ count: number }>`
      select count(*)::int as count from log_entry where entry = any(${heads}::text[]) and position < ${size}`.execute(
      w.database.db,
    );
    return found.rows[0]?.count === AUCTIONS;
  };
  await expect.poll(published, { timeout: 60_000 }).toBe(true);
  return checkTree();
}

test('two processes append to one tree: each head once, and each checkpoint continues the one before', async () => {
  for (let round = 0; round < ROUNDS; round += 1) await changeAndLook(round % 2 === 0 ? servers[0] : servers[1]);
  const entries = await settled(servers[0]);
  expect(entries.length).toBeGreaterThan(TILE_WIDTH);
  expect(seen.length).toBeGreaterThanOrEqual(ROUNDS);
});

test('a process that dies while it appends leaves nothing half done, and the other one goes on', async () => {
  const before = await settled(servers[1]);
  const [dying, living] = servers;
  // While the other process sleeps, this one must be the process that appends. It stops before its last statement.
  process.kill(living.pid, 'SIGSTOP');
  try {
    await w.database.db.transaction().execute(async (transaction) => {
      await sql`lock table log_checkpoint in share mode`.execute(transaction);
      await changeAuctions();
      const isWriting = async (): Promise<boolean> => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from pg_locks own join pg_locks wanted using (pid)
          where own.relation = 'log_entry'::regclass and own.mode = 'RowExclusiveLock' and own.granted
            and wanted.relation = 'log_checkpoint'::regclass and not wanted.granted`.execute(w.database.db);
        return rows[0]?.count === 1;
      };
      await expect.poll(isWriting, { timeout: 30_000 }).toBe(true);
      await dying.kill();
    });
  } finally {
    process.kill(living.pid, 'SIGCONT');
  }
  const entries = await settled(living);
  expect(entries.slice(0, before.length)).toEqual(before);
  expect(entries.length).toBe(before.length + AUCTIONS);
  servers[0] = await start();
});

test('kills at any moment lose no entry', async () => {
  const before = await settled(servers[1]);
  for (const at of [0, 1, 0] as const) {
    const other = servers[1 - at] ?? servers[0];
    await changeAndLook(servers[at]);
    await changeAuctions();
    await servers[at].kill();
    await changeAndLook(other);
    servers[at] = await start();
  }
  const entries = await settled(servers[0]);
  expect(entries.slice(0, before.length)).toEqual(before);
});
