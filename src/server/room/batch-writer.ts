import { HELD_WAIT_MS_MAX, QUEUE_WAIT_MS_MAX } from '#domain/auction/status.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { once } from '#server/platform/runtime/once.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';
import { asPartOf, inStep, joinSteps, stepHere, type Step } from '#server/platform/telemetry/trace.ts';
import {
  askedBy,
  judgeBatches,
  refusedAnswer,
  type BatchResult,
  type LockedBatch,
  type RoomBatch,
} from '#server/room/judging/judge-batches.ts';
import { lockWatched, type OnRowHeld } from '#server/room/store/load-room.ts';
import type { AuctionNow, RoomRows, RoomStore } from '#server/room/store/room-store.ts';

/** Judges and stores a room's batch; resolves once it is durable. Whether a rejected one was stored is unknown. */
export type WriteBatch = (batch: RoomBatch) => Promise<BatchResult>;

/** Commits under way at once: while the database stores one, another is judged. */
const COMMITS_MAX = 3;
/** Rooms in one commit. */
const ROOMS_MAX = 100;

type Gathered = { readonly batch: RoomBatch; readonly step: Step | undefined } & Pick<
  PromiseWithResolvers<BatchResult>,
  'resolve' | 'reject'
>;

/**
 * Stores the batches of all rooms of this process, several rooms in one commit (decision 2). A room has one batch
 * under way at a time; those of other rooms gather while commits are under way. No room waits for another's lock or
 * suffers from another's failure: what is locked elsewhere, or was in a commit that failed, is tried alone.
 */
export function createBatchWriter(
  store: RoomStore,
  timers: Timers,
  { onRowHeld = () => undefined, onRetry }: { onRowHeld: OnRowHeld | undefined; onRetry: () => void },
): WriteBatch {
  const gathered: Gathered[] = [];
  let commits = 0;

  const writeAlone = async ({ batch, resolve, reject }: Gathered): Promise<void> => {
    try {
      const write = () => store.inTransaction((rows) => writeOne(rows, timers, onRowHeld, batch));
      resolve(await inCommit(() => [batch], write));
    } catch (error) {
      reject(error);
    }
  };

  const writeGroup = async (): Promise<void> => {
    // What arrives while the transaction begins goes with it.
    const takeGroup = once(() => gathered.splice(0, ROOMS_MAX));
    const batchesOf = () => takeGroup().map(({ batch }) => batch);
    try {
      const results = await inCommit(batchesOf, () =>
        store.inTransaction((rows) => writeFree(rows, timers, batchesOf())),
      );
      for (const one of takeGroup()) {
        const result = results.get(one.batch);
        if (result) one.resolve(result);
        else void writeAlone(one);
      }
    } catch {
      onRetry();
      // Keys make it harmless to ask again for what may have been stored.
      for (const one of takeGroup()) {
        one.batch.memory.forget();
        void writeAlone(one);
      }
    }
  };

  const writeGathered = async (): Promise<void> => {
    commits += 1;
    while (gathered.length > 0) await asPartOf(gathered[0]?.step, writeGroup);
    commits -= 1;
  };

  return (batch) => {
    const { promise, resolve, reject } = Promise.withResolvers<BatchResult>();
    gathered.push({ batch, step: stepHere(), resolve, reject });
    if (commits < COMMITS_MAX) void writeGathered();
    return promise;
  };
}

/** One commit as a step of whoever came first, with every request that it answers. */
const inCommit = <T>(batchesOf: () => readonly RoomBatch[], write: () => Promise<T>): Promise<T> =>
  inStep('commit of bids', {}, async (step) => {
    const done = await write();
    if (step) {
      const waiting = batchesOf().flatMap(({ take }) => take());
      step.setAttributes({ 'greenlot.rooms': batchesOf().length, 'greenlot.requests': waiting.length });
      const steps = waiting.map((one) => one.step);
      joinSteps(step, steps);
    }
    return done;
  });

/** Batches of auctions that nobody else holds; those of the others have no result. */
async function writeFree(
  rows: RoomRows,
  timers: Timers,
  batches: readonly RoomBatch[],
): Promise<ReadonlyMap<RoomBatch, BatchResult>> {
  // Another commit may have taken all.
  if (batches.length === 0) return new Map();
  const auctionIds = batches.map(({ auctionId }) => auctionId);
  const asked = askedBy(batches);
  const askedAtMs = timers.monotonicMs();
  const { locks, ...known } = await rows.lockFree(auctionIds, asked);
  const ready: LockedBatch[] = [];
  for (const batch of batches) ready.push(...(await readyBatch(rows, batch, locks.get(batch.auctionId))));
  return judgeBatches(rows, timers, ready, { askedAtMs, ...known });
}

async function writeOne(rows: RoomRows, timers: Timers, onRowHeld: OnRowHeld, batch: RoomBatch): Promise<BatchResult> {
  await lockWatched(rows, batch.auctionId, onRowHeld);
  // Read under the lock, because an account may have changed during the wait.
  const result = (await writeFree(rows, timers, [batch])).get(batch);
  return result ?? { answers: batch.take().map(() => refusedAnswer(new Refused('not_found'))), state: undefined };
}

/** The batch with its room at the locked version, if there is such an auction. */
async function readyBatch(rows: RoomRows, batch: RoomBatch, lock: AuctionNow | undefined): Promise<LockedBatch[]> {
  const state = lock && (await batch.memory.catchUp(rows, lock));
  return state ? [{ batch, state, waitMsMax: waitMsMaxOf(lock) }] : [];
}

/**
 * If the row was held for too long, bids get their whole wait back, and the closing waits for them (decision 60). A
 * closed auction accepts none of them.
 */
const waitMsMaxOf = ({ times, closingWaitsUntilMs }: AuctionNow): number =>
  times.closedAtMs === null && (closingWaitsUntilMs ?? 0) > times.readAtMs ? HELD_WAIT_MS_MAX : QUEUE_WAIT_MS_MAX;
