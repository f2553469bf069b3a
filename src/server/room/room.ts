import type { AuctionId } from '#domain/basics/ids.ts';
import { isFaultOfContent } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { once } from '#server/platform/runtime/once.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';
import { runInSpan, currentSpan } from '#server/platform/telemetry/trace.ts';
import type { WriteBatch } from '#server/room/batch-writer.ts';
import { requestIdOf, type Waiting } from '#server/room/judging/judge-batches.ts';
import type { RoomRequest } from '#server/room/judging/judge-request.ts';
import type { RoomAnswer, RoomStore } from '#server/room/store/room-store.ts';
import type { RoomState } from '#server/room/room-state.ts';
import { createRoomMemory, type OnOtherHistory } from '#server/room/store/room-memory.ts';

export type Room = {
  /** Queues a request. As soon as the answer is durable, resolves to the result of `look` (see `read`). */
  submit<T>(request: RoomRequest, key: string, look: LookAtAnswer<T>): Promise<T>;
  /**
   * Brings the state up to the database's version and passes it to `look`. Resolves to undefined if there is no such
   * auction. No batch changes the state while `look` runs. `look` must not keep the state, because later batches change
   * the state before they are durable.
   */
  read<T>(look: (state: RoomState) => T): Promise<T | undefined>;
  /** The number of requests that wait to be judged. */
  waiting(): number;
};

/** Turns an answer into a result while no batch changes the state. `state` is undefined if there is no such auction. */
export type LookAtAnswer<T> = (answer: RoomAnswer, state: RoomState | undefined) => T;

/**
 * Runs after each commit or read that changed the state. The function must not keep the state, because the next batch
 * changes it.
 */
export type OnMoved = (state: RoomState, why: 'written' | 'read') => void;

export type RoomEvents = { readonly onMoved: OnMoved; readonly onOtherHistory: OnOtherHistory };

export type RoomParts = { readonly store: RoomStore; readonly timers: Timers; readonly write: WriteBatch };

/** The maximum number of requests that wait in one room. Further callers get `service_busy` and should try again. */
const QUEUE_MAX = 20_000;
/** The maximum number of requests in one commit. It limits a transaction's size and the time that a bid waits. */
const BATCH_MAX = 2_000;

/**
 * Creates the room that handles one auction's bids in this process. The room runs one batch at a time under the lock of
 * the auction's row, while the next batch collects (decision 2). The lock makes the results correct with any number of
 * processes. The state in memory only saves time.
 */
export function createRoom(
  { store, timers, write }: RoomParts,
  auctionId: AuctionId,
  { onMoved, onOtherHistory }: RoomEvents,
): Room {
  const memory = createRoomMemory(auctionId, onOtherHistory);
  const inTurn = createTaskQueue();
  const queue: Waiting[] = [];
  let isRunning = false;

  const runBatch = async (take: () => readonly Waiting[]): Promise<void> => {
    try {
      const done = await write({ auctionId, take, memory });
      memory.stored();
      // Nobody may see the result earlier, because it is durable only now.
      for (const [index, answer] of done.answers.entries()) take()[index]?.settle(answer, done.state);
      if (done.state) onMoved(done.state, 'written');
    } catch (error) {
      // The batch may have been committed, so read everything again. Callers repeat the request with their key.
      memory.clear();
      const batch = take();
      if (batch.length === 1 || !isFaultOfContent(error)) for (const waiting of batch) waiting.reject(error);
      else for (const half of halvesOf(batch)) await runBatch(() => half);
    }
  };

  const drainQueue = async (): Promise<void> => {
    while (queue.length > 0)
      await inTurn(() => runInSpan(queue[0]?.span, () => runBatch(once(() => queue.splice(0, BATCH_MAX)))));
    // Must run synchronously with the emptiness check; otherwise a request queued in between is never processed.
    isRunning = false;
  };

  return {
    submit: (request, key, look) =>
      new Promise((resolve, reject) => {
        if (queue.length >= QUEUE_MAX) throw new Refused('service_busy');
        // If `look` throws, only the request of this caller fails.
        const settle: Waiting['settle'] = (...answered) => resolve(Promise.try(look, ...answered));
        const [requestId, queuedAtMs] = [requestIdOf(request.userId, key), timers.monotonicMs()];
        queue.push({ request, requestId, queuedAtMs, span: currentSpan(), settle, reject });
        if (isRunning) return;
        isRunning = true;
        void drainQueue();
      }),
    read: (look) =>
      inTurn(async () => {
        const now = await store.peek(auctionId);
        const before = memory.lastHash();
        const state = now && (await memory.catchUp(store, now));
        if (state && state.lastHash !== before) onMoved(state, 'read');
        return state && look(state);
      }),
    waiting: () => queue.length,
  };
}

/**
 * Splits a batch in two. If the database cannot store the content of one request, the other requests must not fail.
 * Repeated halving isolates that request.
 */
function halvesOf(batch: readonly Waiting[]): readonly (readonly Waiting[])[] {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)];
}

/** Runs tasks one at a time. Batches and reads take turns, so that no reader sees a half-applied batch. */
function createTaskQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let turn: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = turn.then(task, task);
    turn = run.catch(() => undefined);
    return run;
  };
}
