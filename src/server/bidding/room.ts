import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { QUEUE_WAIT_MS_MAX } from '#domain/auction/status.ts';
import type { AuctionId, BidId } from '#domain/basics/ids.ts';
import { judgeRequest, type RoomRequest } from '#server/bidding/judge-request.ts';
import { loadRoom, lockAuction, peekAuction, readLines, type LockedAuction } from '#server/bidding/room-rows.ts';
import type { RoomState } from '#server/bidding/room-state.ts';
import { writeLines, type NewAnswer, type NewLine } from '#server/bidding/write-lines.ts';
import { hashOf } from '#server/platform/answer.ts';
import type { Db } from '#server/platform/database.ts';
import { Refused } from '#server/platform/refused.ts';

/** What a bidding call is answered with: stored with its key, so that a repeat gets the very same (rules 3.1). */
export type RoomAnswer =
  | { readonly ok: true; readonly bidIds: readonly BidId[]; readonly version: number; readonly receivedAt: string }
  | {
      readonly ok: false;
      readonly refused: Pick<Refused, 'code' | 'params' | 'fields'>;
    };

type Waiting = {
  readonly request: RoomRequest;
  readonly key: string;
  readonly requestHash: string;
  readonly queuedAtMs: number;
  readonly resolve: (answer: RoomAnswer) => void;
  readonly reject: (error: unknown) => void;
};

export type Room = {
  /** Queues a request; answered once it is durable. */
  submit(request: RoomRequest, key: string): Promise<RoomAnswer>;
  /**
   * Looks at the state, brought up to the database's version; undefined where there is no such auction. `look` runs
   * while the state is at rest and must not keep it: the next batch changes it before it is durable.
   */
  read<T>(look: (state: RoomState) => T): Promise<T | undefined>;
};

/** Told after each commit or read that moved the state; it may look at the state only then, for the next batch changes it. */
export type OnMoved = (state: RoomState, why: 'written' | 'read') => void;

/** Requests that may wait in one room; beyond it callers are told to come back. */
const QUEUE_MAX = 20_000;
/** Requests judged in one commit: bounds a transaction's size and how long a bid can wait behind others. */
const BATCH_MAX = 2_000;

/**
 * One auction's bidding in this process: one batch at a time under the lock of the auction's row, while the next one
 * gathers (decisions/0002). The lock makes it right with any number of processes; memory only makes it fast.
 */
export function createRoom(db: Db, auctionId: AuctionId, onMoved: OnMoved): Room {
  let state: RoomState | undefined;
  let queue: Waiting[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  let isRunning = false;

  /** One at a time: batches and reads take turns, so that nobody sees a state halfway. */
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const run = turn.then(task, task);
    turn = run.catch(() => undefined);
    return run;
  };

  const catchUp = async (connection: Db, now: LockedAuction): Promise<RoomState | undefined> => {
    if (state && state.version <= now.version) {
      const isChanged = state.version < now.version && (await readLines(connection, state, now.version));
      if (isChanged) state = undefined;
    } else state = undefined;
    state ??= await loadRoom(connection, auctionId);
    if (state) state.times = now.times;
    return state;
  };

  const drainQueue = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.slice(0, BATCH_MAX);
      queue = queue.slice(BATCH_MAX);
      await inTurn(() => runBatch(batch));
      // Lets sockets and timers have their turn; what arrives with it joins the next batch.
      await setImmediate();
    }
  };

  const runBatch = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const done = await db.transaction().execute((transaction) => judgeBatch(transaction, auctionId, batch, catchUp));
      // Only now is it durable; only now may anybody hear of it.
      for (const [index, answer] of done.answers.entries()) batch[index]?.resolve(answer);
      if (done.state) onMoved(done.state, 'written');
    } catch (error) {
      // Whether it was committed is unknown: forget what memory says and read it anew. Callers ask again with their key.
      state = undefined;
      for (const waiting of batch) waiting.reject(error);
    }
  };

  return {
    submit(request, key) {
      if (queue.length >= QUEUE_MAX) return Promise.reject(new Refused('service_busy'));
      const { promise, resolve, reject } = Promise.withResolvers<RoomAnswer>();
      queue.push({
        request,
        key,
        requestHash: hashOf(contentOf(request)),
        queuedAtMs: performance.now(),
        resolve,
        reject,
      });
      if (!isRunning) {
        isRunning = true;
        // The next tick of the loop: everything that arrived in this one shares the first batch.
        void setImmediate()
          .then(drainQueue)
          .finally(() => (isRunning = false));
      }
      return promise;
    },
    read: (look) =>
      inTurn(async () => {
        const now = await peekAuction(db, auctionId);
        const before = state?.version;
        const read = now && (await catchUp(db, now));
        if (read && read.version !== before) onMoved(read, 'read');
        return read && look(read);
      }),
  };
}

/** What a key stands for: the request without what may differ between two sendings of it. */
const contentOf = ({ activeAccountIds: _, ...content }: RoomRequest) => content;

type BatchResult = { readonly answers: readonly RoomAnswer[]; readonly state: RoomState | undefined };

async function judgeBatch(
  db: Db,
  auctionId: AuctionId,
  batch: readonly Waiting[],
  catchUp: (db: Db, now: LockedAuction) => Promise<RoomState | undefined>,
): Promise<BatchResult> {
  const locked = await lockAuction(db, auctionId);
  const state = locked && (await catchUp(db, locked));
  if (!state) return { answers: batch.map(() => refusedAnswer(new Refused('not_found'))), state: undefined };
  const askedAtMs = performance.now();
  const { nowMs, stored } = await readStored(db, auctionId, batch);
  const lines: NewLine[] = [];
  const fresh: NewAnswer[] = [];
  const answers = batch.map((waiting) => {
    const known = stored.get(keyOf(waiting.request.userId, waiting.key));
    if (known) return known.requestHash === waiting.requestHash ? known.answer : refusedAnswer(REUSED);
    const waitedMs = Math.min(QUEUE_WAIT_MS_MAX, askedAtMs - waiting.queuedAtMs);
    const answer = answerOne(state, waiting.request, nowMs - waitedMs, lines);
    stored.set(keyOf(waiting.request.userId, waiting.key), { requestHash: waiting.requestHash, answer });
    const { key, requestHash } = waiting;
    fresh.push({ userId: waiting.request.userId, key, requestHash, answer: JSON.stringify(answer) });
    return answer;
  });
  await writeLines(db, auctionId, lines, fresh);
  return { answers, state };
}

const REUSED = new Refused('idempotency_key_reused');
const keyOf = (userId: string, key: string): string => `${userId} ${key}`;
const refusedAnswer = ({ code, params, fields }: Refused): RoomAnswer => ({
  ok: false,
  refused: { code, params, fields },
});

function answerOne(state: RoomState, request: RoomRequest, receivedAtMs: number, lines: NewLine[]): RoomAnswer {
  const verdict = judgeRequest(state, request, receivedAtMs);
  lines.push(...verdict.lines);
  if (!verdict.ok) return refusedAnswer(verdict.refused);
  return { ok: true, bidIds: verdict.bidIds, version: state.version, receivedAt: new Date(receivedAtMs).toISOString() };
}

type Stored = { readonly requestHash: string; readonly answer: RoomAnswer };

/** The database's time under the lock, and the answers that these keys got before. */
async function readStored(
  db: Db,
  auctionId: AuctionId,
  batch: readonly Waiting[],
): Promise<{ nowMs: number; stored: Map<string, Stored> }> {
  const { rows } = await sql<{
    now: Date;
    answers: { user_id: string; key: string; request_hash: string; answer: RoomAnswer }[] | null;
  }>`
    select clock_timestamp() as now, (
      select json_agg(json_build_object('user_id', r.user_id, 'key', r.key, 'request_hash', r.request_hash,
                                        'answer', r.answer))
      from unnest(${batch.map(({ request }) => request.userId)}::uuid[], ${batch.map(({ key }) => key)}::text[])
        as asked (user_id, key)
      -- One look into the primary key per request, whatever the planner believes about the table's size.
      cross join lateral (
        select * from bid_request
        where auction_id = ${auctionId} and user_id = asked.user_id and key = asked.key offset 0
      ) as r
    ) as answers`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('the database told no time');
  const stored = (row.answers ?? []).map(
    (known) => [keyOf(known.user_id, known.key), { requestHash: known.request_hash, answer: known.answer }] as const,
  );
  return { nowMs: row.now.getTime(), stored: new Map(stored) };
}
