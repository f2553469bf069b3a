import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConductTimes } from '#domain/auction/conduct.ts';
import type { AuctionId, BidderId, BidId, ItemId } from '#domain/basics/ids.ts';
import { chainHash, FIRST_HASH, type HistoryLine } from '#domain/bidding/history.ts';
import { awardsOf, type ClosingStore } from '#server/award/close-auction.ts';
import { closingStore } from '#server/award/sql-closing-store.ts';
import { requestIdOf } from '#server/room/judging/judge-batches.ts';
import { loadRoom } from '#server/room/store/load-room.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import type { NewAnswer, NewLine } from '#server/room/store/write-lines.ts';
import { ABOUT_NO_BID } from '#server/room/store/write-event.ts';
import type { RoomRows, RoomStore } from '#server/room/store/room-store.ts';
import { roomRows, roomStore } from '#server/room/store/sql-room-store.ts';
import { freshDatabase, type FreshDatabase } from '#testing/world/database.ts';
import { createMemoryDatabase, type MemoryAuction } from '#testing/builders/memory-room-store.ts';
import { insertAuction, insertPerson } from '#testing/builders/records.ts';

/**
 * The store in PostgreSQL and the store in memory, which the simulation uses, must give the same results. Each test
 * here runs on both stores (decision 8).
 */
type Stage = {
  readonly store: RoomStore;
  readonly closing: ClosingStore;
  readonly auctionId: AuctionId;
  readonly other: AuctionId;
  readonly itemId: ItemId;
  readonly bidderId: BidderId;
  readonly userId: string;
};

let fresh: FreshDatabase;
beforeAll(async () => (fresh = await freshDatabase()));
afterAll(() => fresh.database.close());

/** Creates in the database two auctions whose closing period is over, and copies the auctions to a store in memory. */
async function stages(): Promise<Record<'sql' | 'memory', Stage>> {
  const { db } = fresh.database;
  const [owner, bidder] = [await insertPerson(db), await insertPerson(db)];
  const wish = { ownerAccountId: owner.accountId, createdBy: owner.userId, startsIn: -60, endsIn: -10 };
  const made = await insertAuction(db, { ...wish, bidders: [{ person: bidder, maxQuantity: 700 }] });
  const other = await insertAuction(db, wish);
  const copies = [await copyOf(made.auctionId), await copyOf(other.auctionId)];
  const memory = createMemoryDatabase(copies, { nowMs: Date.now, committed: () => undefined });
  const connection = memory.connect({ there: async () => undefined, back: async () => undefined }, true);
  const settings = await roomRows(db).settings(made.auctionId);
  const same = {
    auctionId: made.auctionId,
    other: other.auctionId,
    itemId: made.itemIds[0] as ItemId,
    bidderId: [...(settings?.bidders.keys() ?? [])][0] as BidderId,
    userId: bidder.userId,
  };
  const closing = closingStore(db, async () => undefined);
  return {
    sql: { ...same, store: roomStore(fresh.database), closing },
    memory: { ...same, store: connection, closing: connection },
  };
}

async function copyOf(auctionId: AuctionId): Promise<MemoryAuction> {
  const rows = roomRows(fresh.database.db);
  const [now, settings] = [await rows.peek(auctionId), await rows.settings(auctionId)];
  if (!now || !settings) throw new Error(`there is no auction ${auctionId}`);
  const lines = await rows.lines(auctionId, 0, now.version);
  return { auctionId, settings, ...now, lines, answers: new Map(), awards: undefined };
}

const BID = '3f0e8c1e-5b1e-4f4c-9a51-0d6a3c1b2a01' as BidId;

/** Returns the next line of an auction, with its hash. */
async function nextLine(rows: RoomRows, stage: Stage, change: Partial<HistoryLine> = {}): Promise<NewLine> {
  const { auctionId, itemId, bidderId, userId } = stage;
  const now = await rows.peek(auctionId);
  const line: HistoryLine = {
    seq: (now?.version ?? 0) + 1,
    kind: 'placed',
    at: '2026-03-04T05:06:07.089Z',
    bidId: BID,
    itemId,
    bidderId,
    alias: 'Bidder 1',
    priceCents: 500,
    quantity: 60,
    allowsPartial: true,
    minimumAcceptable: null,
    by: 'bidder',
    reason: null,
    until: null,
    ...change,
  };
  const before = now?.lastHash ?? FIRST_HASH;
  return { auctionId, line, before, hash: chainHash(before, line, sha256, now?.salt ?? null), actingUserId: userId };
}

const anAnswer = ({ auctionId, userId }: Stage, key: string): NewAnswer => ({
  auctionId,
  requestId: requestIdOf(userId, key),
  requestHash: sha256(key),
  answer: JSON.stringify({ ok: true, bidIds: [BID], version: 3, receivedAt: '2026-03-04T05:06:07.089Z' }),
});

/** Returns the data of the stage that other transactions see. It leaves out the time of reading. */
async function seen({ store, auctionId, userId }: Stage) {
  const now = await store.peek(auctionId);
  const asked = ['first', 'second'].map((key) => ({ auctionId, requestId: requestIdOf(userId, key) }));
  const { answers } = await store.inTransaction((rows) => rows.lockFree([auctionId], asked));
  return {
    version: now?.version,
    lastHash: now?.lastHash,
    isClosed: now?.times.closedAtMs !== null,
    lines: await store.lines(auctionId, 0, 100),
    last: await store.lines(auctionId, 2, 3),
    answers: answers.toSorted((a, b) => a.requestId.localeCompare(b.requestId)),
  };
}

/** Runs the same steps on both stores, expects equal results, and returns one of them. */
async function onBoth<T>(steps: (stage: Stage) => Promise<T>): Promise<T> {
  const { sql, memory } = await stages();
  const [there, here] = [await steps(sql), await steps(memory)];
  expect(here).toEqual(there);
  expect(await seen(memory)).toEqual(await seen(sql));
  return there;
}

const failure = (error: unknown): string => (error instanceof Error ? 'failed' : 'failed oddly');

describe('both stores', () => {
  test('return the auction, and nothing for a missing one', async () => {
    const found = await onBoth(async ({ store, auctionId }) => {
      const nobody = '3f0e8c1e-5b1e-4f4c-9a51-0d6a3c1b2aff' as AuctionId;
      const now = await store.peek(auctionId);
      return {
        settings: await store.settings(auctionId),
        missing: [await store.peek(nobody), await store.settings(nobody), await store.lines(nobody, 0, 9)],
        isReadNow: Math.abs((now?.times.readAtMs ?? 0) - (await store.nowMs())) < 5_000,
      };
    });
    expect(found.settings?.bidders.size).toBe(1);
    expect(found.isReadNow).toBe(true);
  });

  test('store entries and answers together, visible inside at once and to others after the commit', async () => {
    const steps = await onBoth(async (stage) => {
      const { store, auctionId } = stage;
      const within = await store.inTransaction(async (rows) => {
        await rows.lock(auctionId);
        await rows.write([await nextLine(rows, stage)], [anAnswer(stage, 'first')]);
        await rows.write([await nextLine(rows, stage, { kind: 'revised', quantity: 70 })], [anAnswer(stage, 'second')]);
        return (await loadRoom(rows, auctionId))?.version;
      });
      return { within, after: (await store.peek(auctionId))?.version };
    });
    expect(steps.after).toBe(steps.within);
  });

  test('keep the times that auction controls set, and do not call a controlled auction due', async () => {
    const END = Date.parse('2036-03-04T06:00:00.000Z');
    const at = '2036-03-04T05:30:00.000Z';
    const steps = await onBoth(async (stage) => {
      const { store, closing, auctionId } = stage;
      const write = (kind: 'paused' | 'resumed' | 'annulled', times: ConductTimes): Promise<void> =>
        store.inTransaction(async (rows) => {
          await rows.lock(auctionId);
          const until = kind === 'paused' ? null : new Date(times.auctionEndsAtMs).toISOString();
          await rows.write([{ ...(await nextLine(rows, stage, { ...ABOUT_NO_BID, kind, at, until })), times }], []);
        });
      const look = async () => {
        const now = await store.peek(auctionId);
        const { auctionEndsAtMs, pausedAtMs, annulledAtMs, closedAtMs } = now?.times ?? {};
        const isDue = (await closing.dueAuctions()).includes(auctionId);
        return { auctionEndsAtMs, pausedAtMs, annulledAtMs, closedAtMs, isDue };
      };
      const running = { startsAtMs: 0, auctionEndsAtMs: END, closedAtMs: null, annulledAtMs: null, pausedAtMs: null };
      await write('paused', { ...running, pausedAtMs: Date.parse(at) });
      const paused = await look();
      await write('resumed', { ...running, auctionEndsAtMs: END + 5 });
      const resumed = await look();
      await write('annulled', { ...running, closedAtMs: Date.parse(at), annulledAtMs: Date.parse(at) });
      return [paused, resumed, await look()];
    });
    const nothing = { pausedAtMs: null, annulledAtMs: null, closedAtMs: null };
    expect(steps).toEqual([
      { ...nothing, auctionEndsAtMs: END, pausedAtMs: Date.parse(at), isDue: false },
      { ...nothing, auctionEndsAtMs: END + 5, isDue: false },
      { ...nothing, auctionEndsAtMs: END, annulledAtMs: Date.parse(at), closedAtMs: Date.parse(at), isDue: false },
    ]);
  });

  test('keep nothing of a transaction that fails, has a wrong version, or repeats a key', async () => {
    const failures = await onBoth(async (stage) => {
      const { store, auctionId } = stage;
      const tried = async (work: (rows: RoomRows) => Promise<void>): Promise<string> =>
        store
          .inTransaction(async (rows) => {
            await rows.lock(auctionId);
            await work(rows);
          })
          .then(() => 'done', failure);
      return [
        await tried(async (rows) => {
          await rows.write([await nextLine(rows, stage)], [anAnswer(stage, 'first')]);
          throw new Error('thought better of it');
        }),
        await tried(async (rows) => rows.write([await nextLine(rows, stage, { seq: 9 })], [])),
        await tried(async (rows) => rows.write([], [anAnswer(stage, 'first')])),
        await tried(async (rows) => rows.write([await nextLine(rows, stage)], [anAnswer(stage, 'first')])),
      ];
    });
    expect(failures).toEqual(['failed', 'failed', 'done', 'failed']);
  });

  test('close an auction once, with its awards, and call it due until then', async () => {
    const closed = await onBoth(async (stage) => {
      const { store, closing, auctionId } = stage;
      await store.inTransaction(async (rows) => {
        await rows.lock(auctionId);
        await rows.write([await nextLine(rows, stage)], []);
      });
      const wasDue = (await closing.dueAuctions()).includes(auctionId);
      const awards = await closing.inTransaction(async (rows) => {
        await rows.lock(auctionId);
        const state = await loadRoom(rows, auctionId);
        if (!state) throw new Error('there is no such auction');
        await rows.storeResult(state, awardsOf(state));
        return awardsOf(state).map(({ won, bid }) => [won, bid.bidId]);
      });
      return { wasDue, isDue: (await closing.dueAuctions()).includes(auctionId), awards };
    });
    expect(closed).toEqual({ wasDue: true, isDue: false, awards: [[60, BID]] });
  });

  test('pass notifications to listeners', async () => {
    const heard = await onBoth(async ({ store, auctionId }) => {
      const payloads: string[] = [];
      await store.listen((payload) => payloads.push(payload.replace(auctionId, 'it')));
      await store.notify([`a ${auctionId} moved`, `b ${auctionId} listed`]);
      for (let i = 0; i < 1_500 && payloads.length < 2; i += 1) await pause(20);
      return payloads;
    });
    expect(heard).toEqual(['a it moved', 'b it listed']);
  });
});

test('a row is locked until its transaction ends: others wait, or get the free rows', async () => {
  const order = await onBoth(async ({ store, auctionId, other }) => {
    const steps: string[] = [];
    const isHeld = Promise.withResolvers<void>();
    const isLooked = Promise.withResolvers<void>();
    const holder = store.inTransaction(async (rows) => {
      await rows.lock(auctionId);
      isHeld.resolve();
      await isLooked.promise;
      steps.push('the holder ends');
    });
    await isHeld.promise;
    const { locks } = await store.inTransaction((rows) => rows.lockFree([auctionId, other], []));
    steps.push(locks.has(auctionId) || !locks.has(other) ? 'locked what was held' : 'locked the free one only');
    const waiter = store.inTransaction(async (rows) => {
      await rows.lock(auctionId);
      steps.push('the waiter has it');
    });
    await pause(50);
    isLooked.resolve();
    await Promise.all([holder, waiter]);
    return steps;
  });
  expect(order).toEqual(['locked the free one only', 'the holder ends', 'the waiter has it']);
});
