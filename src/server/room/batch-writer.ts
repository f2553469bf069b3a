import { HELD_WAIT_MS_MAX, QUEUE_WAIT_MS_MAX } from '#domain/auction/status.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { once } from '#server/platform/runtime/once.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';
import type { Span } from '@opentelemetry/api';
import { commitSeconds, countAnswers } from '#server/platform/telemetry/counters.ts';
import { runInSpan, withSpan, linkSpans, currentSpan } from '#server/platform/telemetry/trace.ts';
import {
  callKeysOf,
  judgeBatches,
  refusedAnswer,
  type BatchResult,
  type JudgingParts,
  type LockedBatch,
  type RoomBatch,
} from '#server/room/judging/judge-batches.ts';
import type { SignText } from '#server/room/judging/sign-receipts.ts';
import { lockWatched, type OnRowHeld } from '#server/room/store/load-room.ts';
import type { AuctionNow, RoomRows, RoomStore } from '#server/room/store/room-store.ts';

/**
 * Judges and stores a room's batch. Resolves as soon as the batch is durable. If the promise rejects, the batch may
 * nevertheless have been stored.
 */
export type WriteBatch = (batch: RoomBatch) => Promise<BatchResult>;

/** The maximum number of commits at the same time. While the database stores one commit, the process judges another. */
const COMMITS_MAX = 3;
/** The maximum number of rooms in one commit. */
const ROOMS_MAX = 100;

type Gathered = { readonly batch: RoomBatch; readonly span: Span | undefined } & Pick<
  PromiseWithResolvers<BatchResult>,
  'resolve' | 'reject'
>;

/**
 * Returns a function that stores the batches of all rooms of this process, several rooms in one commit (decision 2). A
 * room has one batch in progress at a time. Batches of other rooms collect while commits are in progress. If another
 * transaction has locked the auction's row of a batch, this batch is tried alone. If a commit fails, each of its
 * batches is tried alone.
 */
export function createBatchWriter(
  store: RoomStore,
  timers: Timers,
  {
    onRowHeld = () => undefined,
    onRetry,
    sign,
  }: { onRowHeld: OnRowHeld | undefined; onRetry: () => void; sign?: SignText | undefined },
): WriteBatch {
  const judging = { timers, sign };
  const gathered: Gathered[] = [];
  let commits = 0;

  const writeAlone = async ({ batch, resolve, reject }: Gathered): Promise<void> => {
    try {
      const write = () => store.inTransaction((rows) => writeOne(rows, judging, onRowHeld, batch));
      resolve(counted(batch, await inCommit(() => [batch], write)));
    } catch (error) {
      reject(error);
    }
  };

  const writeGroup = async (): Promise<void> => {
    // Requests that arrive while the transaction begins join this commit.
    const takeGroup = once(() => gathered.splice(0, ROOMS_MAX));
    const batchesOf = () => takeGroup().map(({ batch }) => batch);
    try {
      const results = await inCommit(batchesOf, () =>
        store.inTransaction((rows) => writeFree(rows, judging, batchesOf())),
      );
      for (const one of takeGroup()) {
        const result = results.get(one.batch);
        if (result) one.resolve(counted(one.batch, result));
        else void writeAlone(one);
      }
    } catch {
      onRetry();
      // Each batch may have been stored. Idempotency keys make it safe to try the batch again.
      for (const one of takeGroup()) {
        one.batch.memory.clear();
        void writeAlone(one);
      }
    }
  };

  const writeGathered = async (): Promise<void> => {
    commits += 1;
    while (gathered.length > 0) await runInSpan(gathered[0]?.span, writeGroup);
    commits -= 1;
  };

  return (batch) => {
    const { promise, resolve, reject } = Promise.withResolvers<BatchResult>();
    gathered.push({ batch, span: currentSpan(), resolve, reject });
    if (commits < COMMITS_MAX) void writeGathered();
    return promise;
  };
}

/** Counts the answers to the requests of a durable batch that have bids. Returns the same result. */
function counted({ take }: RoomBatch, result: BatchResult): BatchResult {
  const requests = take();
  countAnswers(result.answers.filter((_, at) => requests[at]?.request.type.startsWith('place')));
  return result;
}

/** Traces a commit as a span of its first request, and links the spans of all requests in the commit. */
const inCommit = <T>(batchesOf: () => readonly RoomBatch[], write: () => Promise<T>): Promise<T> =>
  withSpan('commit of bids', {}, async (span) => {
    const end = commitSeconds.startTimer();
    const done = await write();
    end();
    if (span) {
      const waiting = batchesOf().flatMap(({ take }) => take());
      span.setAttributes({ 'greenlot.rooms': batchesOf().length, 'greenlot.requests': waiting.length });
      const spans = waiting.map((one) => one.span);
      linkSpans(span, spans);
    }
    return done;
  });

/** Judges the batches whose auction rows no other transaction has locked. The other batches get no result. */
async function writeFree(
  rows: RoomRows,
  judging: JudgingParts,
  batches: readonly RoomBatch[],
): Promise<ReadonlyMap<RoomBatch, BatchResult>> {
  // Another commit may have taken all batches.
  if (batches.length === 0) return new Map();
  const auctionIds = batches.map(({ auctionId }) => auctionId);
  const asked = callKeysOf(batches);
  const askedAtMs = judging.timers.monotonicMs();
  const { locks, ...known } = await rows.lockFree(auctionIds, asked);
  const ready: LockedBatch[] = [];
  for (const batch of batches) ready.push(...(await readyBatch(rows, batch, locks.get(batch.auctionId))));
  return judgeBatches(rows, judging, ready, { askedAtMs, ...known });
}

async function writeOne(
  rows: RoomRows,
  judging: JudgingParts,
  onRowHeld: OnRowHeld,
  batch: RoomBatch,
): Promise<BatchResult> {
  await lockWatched(rows, batch.auctionId, onRowHeld);
  // `writeFree` reads the room under the lock, because an account may have changed during the wait.
  const result = (await writeFree(rows, judging, [batch])).get(batch);
  return result ?? { answers: batch.take().map(() => refusedAnswer(new Refused('not_found'))), state: undefined };
}

/** Returns the batch with its room at the locked version; an empty list if there is no such auction. */
async function readyBatch(rows: RoomRows, batch: RoomBatch, lock: AuctionNow | undefined): Promise<LockedBatch[]> {
  const state = lock && (await batch.memory.catchUp(rows, lock));
  return state ? [{ batch, state, waitMsMax: waitMsMaxOf(lock) }] : [];
}

/**
 * Returns the maximum wait, in milliseconds, that is subtracted from the time of a bid. If a transaction held the
 * auction's row for too long, bids may have waited longer than usual. Then the maximum is higher, and the closing waits
 * for these bids (decision 77). A closed auction accepts no bids, so it keeps the lower maximum.
 */
const waitMsMaxOf = ({ times, closingWaitsUntilMs }: AuctionNow): number =>
  times.closedAtMs === null && (closingWaitsUntilMs ?? 0) > times.readAtMs ? HELD_WAIT_MS_MAX : QUEUE_WAIT_MS_MAX;
