import type { AuctionId } from '#domain/basics/ids.ts';
import { isFaultOfContent } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { once } from '#server/platform/runtime/once.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';
import { asPartOf, stepHere } from '#server/platform/telemetry/trace.ts';
import type { WriteBatch } from '#server/room/batch-writer.ts';
import { requestIdOf, type Waiting } from '#server/room/judging/judge-batches.ts';
import type { RoomRequest } from '#server/room/judging/judge-request.ts';
import type { RoomAnswer, RoomStore } from '#server/room/store/room-store.ts';
import type { RoomState } from '#server/room/room-state.ts';
import { createRoomMemory } from '#server/room/store/load-room.ts';

export type Room = {
  /** Queues a request; once its answer is durable, resolves to what `look` makes of it (see `read`). */
  submit<T>(request: RoomRequest, key: string, look: LookAtAnswer<T>): Promise<T>;
  /**
   * Looks at the state, brought up to the database's version; undefined where there is no such auction. `look` runs
   * while the state is at rest and must not keep it: the next batch changes it before it is durable.
   */
  read<T>(look: (state: RoomState) => T): Promise<T | undefined>;
  /** Requests that wait to be judged. */
  waiting(): number;
};

/** Makes something of an answer while the state is at rest; undefined where there is no such auction. */
export type LookAtAnswer<T> = (answer: RoomAnswer, state: RoomState | undefined) => T;

/** Told after each commit or read that moved the state; it may look at the state only then, for the next batch changes it. */
export type OnMoved = (state: RoomState, why: 'written' | 'read') => void;

export type RoomParts = { readonly store: RoomStore; readonly timers: Timers; readonly write: WriteBatch };

/** Requests that may wait in one room; beyond it callers are told to come back. */
const QUEUE_MAX = 20_000;
/** Requests judged in one commit: bounds a transaction's size and how long a bid can wait behind others. */
const BATCH_MAX = 2_000;

/**
 * One auction's bidding in this process: one batch at a time under the lock of the auction's row, while the next one
 * gathers (decision 2). The lock makes it right with any number of processes; memory only makes it fast.
 */
export function createRoom({ store, timers, write }: RoomParts, auctionId: AuctionId, onMoved: OnMoved): Room {
  const memory = createRoomMemory(auctionId);
  const inTurn = createTurns();
  const queue: Waiting[] = [];
  let isRunning = false;

  const runBatch = async (take: () => readonly Waiting[]): Promise<void> => {
    try {
      const done = await write({ auctionId, take, memory });
      // Only now is it durable; only now may anybody hear of it.
      for (const [index, answer] of done.answers.entries()) take()[index]?.settle(answer, done.state);
      if (done.state) onMoved(done.state, 'written');
    } catch (error) {
      // Whether it was committed is unknown: read everything anew. Callers ask again with their key.
      memory.forget();
      const batch = take();
      if (batch.length === 1 || !isFaultOfContent(error)) for (const waiting of batch) waiting.reject(error);
      else for (const half of halvesOf(batch)) await runBatch(() => half);
    }
  };

  const drainQueue = async (): Promise<void> => {
    while (queue.length > 0)
      await inTurn(() => asPartOf(queue[0]?.step, () => runBatch(once(() => queue.splice(0, BATCH_MAX)))));
    // In the same breath as the look at the empty queue: whoever comes after it starts again.
    isRunning = false;
  };

  return {
    submit: (request, key, look) =>
      new Promise((resolve, reject) => {
        if (queue.length >= QUEUE_MAX) throw new Refused('service_busy');
        // A look that fails is its caller's own failure.
        const settle: Waiting['settle'] = (...answered) => resolve(Promise.try(look, ...answered));
        const [requestId, queuedAtMs] = [requestIdOf(request.userId, key), timers.monotonicMs()];
        queue.push({ request, requestId, queuedAtMs, step: stepHere(), settle, reject });
        if (isRunning) return;
        isRunning = true;
        void drainQueue();
      }),
    read: (look) =>
      inTurn(async () => {
        const now = await store.peek(auctionId);
        const before = memory.version();
        const state = now && (await memory.catchUp(store, now));
        if (state && state.version !== before) onMoved(state, 'read');
        return state && look(state);
      }),
    waiting: () => queue.length,
  };
}

/** What one request holds and no column can must not fail the others of its batch: halved, it ends up alone. */
function halvesOf(batch: readonly Waiting[]): readonly (readonly Waiting[])[] {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)];
}

/** One at a time: batches and reads take turns, so that nobody sees a state halfway. */
function createTurns(): <T>(task: () => Promise<T>) => Promise<T> {
  let turn: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = turn.then(task, task);
    turn = run.catch(() => undefined);
    return run;
  };
}
