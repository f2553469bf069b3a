import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteOldBidRequests } from '#server/room/store/sql-room-store.ts';
import { deleteOldNotices } from '#server/notice/store-notices.ts';

import { deleteOldRequests } from '#server/platform/http/delete-old-requests.ts';
import { startCleanup } from '#server/platform/runtime/cleanup.ts';
import type { Database } from '#server/platform/database/database.ts';
import { freshDatabase } from '#testing/world/database.ts';
import { insertAuction, insertPerson } from '#testing/builders/records.ts';

const DAY_MS = 24 * 60 * 60_000;
const HASH = '0'.repeat(64);
let database: Database;
beforeAll(async () => void ({ database } = await freshDatabase()));
afterAll(() => database.close());

const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS);

it('keeps answers to requests for a week, in which a page may repeat its key', async () => {
  const { db } = database;
  const { userId } = await insertPerson(db);
  const rows = { old: ago(7.1), young: ago(6.9), new: ago(0) };
  for (const [key, at] of Object.entries(rows))
    await sql`
      insert into idempotent_request (user_id, key, request_hash, reply, created_at)
      values (${userId}, ${key}, ${HASH}, '{}', ${at})`.execute(db);
  await deleteOldRequests(db, Date.now());
  expect(await db.selectFrom('idempotent_request').select('key').orderBy('key').execute()).toEqual([
    { key: 'new' },
    { key: 'young' },
  ]);
});

it('keeps answers to bids until a week after their auction closed, however old they are', async () => {
  const { db } = database;
  const owner = await insertPerson(db);
  for (const [answer, closed] of Object.entries({ open: null, old: ago(7.1), young: ago(6.9) })) {
    const { auctionId } = await insertAuction(db, { ownerAccountId: owner.accountId, createdBy: owner.userId });
    await sql`update auction set closed_at = ${closed}, start_time = ${ago(90)} where id = ${auctionId}`.execute(db);
    await db
      .insertInto('bid_request')
      .values({ auction_id: auctionId, request_id: randomUUID(), request_hash: HASH, answer: JSON.stringify(answer) })
      .execute();
  }
  await deleteOldBidRequests(db, Date.now());
  const kept = await db.selectFrom('bid_request').select('answer').execute();
  expect(kept.map(({ answer }) => String(answer)).toSorted()).toEqual(['open', 'young']);
});

it('keeps notifications for ninety days', async () => {
  const { db } = database;
  const { userId } = await insertPerson(db);
  for (const days of [90.1, 89.9])
    await db
      .insertInto('notice')
      .values({
        id: randomUUID(),
        user_id: userId,
        kind: 'result',
        auction_id: randomUUID(),
        quantity: Math.floor(days),
        at: ago(days),
      })
      .execute();
  await deleteOldNotices(db, Date.now());
  expect(await db.selectFrom('notice').select('quantity').execute()).toEqual([{ quantity: 89 }]);
});

it('reports what cannot be deleted now, and deletes the rest', async () => {
  let turn = (): void => undefined;
  let isStopped = false;
  const every = (_ms: number, act: () => void) => {
    turn = act;
    return () => void (isStopped = true);
  };
  const [told, forgotten]: [unknown[], number[]] = [[], []];
  const failed = (failure: unknown): void => void told.push(failure);
  const stop = startCleanup({ db: database.db, clock: { nowMs: () => 5 }, timers: { every }, failed }, [
    () => Promise.reject(new Error('away')),
    async (_db, nowMs) => void forgotten.push(nowMs),
  ]);
  turn();
  turn();
  await expect.poll(() => [told.length, forgotten]).toEqual([2, [5, 5]]);
  stop();
  expect(isStopped).toBe(true);
});
