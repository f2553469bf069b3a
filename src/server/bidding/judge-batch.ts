import { QUEUE_WAIT_MS_MAX } from '#domain/auction/status.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { judgeRequest, type RoomRequest } from '#server/bidding/judge-request.ts';
import type { RoomAnswer } from '#server/bidding/room-answer.ts';
import type { RoomMemory } from '#server/bidding/room-memory.ts';
import type { RoomState } from '#server/bidding/room-state.ts';
import type { RoomRows } from '#server/bidding/room-store.ts';
import type { NewAnswer, NewLine } from '#server/bidding/write-lines.ts';
import { hashOf } from '#server/platform/answer.ts';
import { Refused } from '#server/platform/refused.ts';
import type { Timers } from '#server/platform/timers.ts';

/** A request in the queue of a room. `queuedAtMs` is of the monotonic clock. */
export type Waiting = {
  readonly request: RoomRequest;
  readonly key: string;
  readonly requestHash: string;
  readonly queuedAtMs: number;
  readonly resolve: (answer: RoomAnswer) => void;
  readonly reject: (error: unknown) => void;
};

/** What a key stands for: the request without what may differ between two sendings of it. */
export const requestHashOf = ({ activeAccountIds: _, ...content }: RoomRequest): string => hashOf(content);

/** Requests judged at a time: while the database stores one part of a batch, the next part is judged. */
const PART = 100;

/** Whose batches are judged: an auction as this process remembers it, and the time that passes here. */
export type Judging = { readonly auctionId: AuctionId; readonly memory: RoomMemory; readonly timers: Timers };

type Stored = { readonly requestHash: string; readonly answer: RoomAnswer };
type BatchResult = { readonly answers: readonly RoomAnswer[]; readonly state: RoomState | undefined };

/**
 * Judges a batch under the lock of the auction's row and stores what it comes to, in the caller's transaction: every
 * answer is durable with the lines that it tells of, or not at all.
 */
export async function judgeBatch(
  rows: RoomRows,
  { auctionId, memory, timers }: Judging,
  batch: readonly Waiting[],
): Promise<BatchResult> {
  const locked = await rows.lock(auctionId);
  const state = locked && (await memory.catchUp(rows, locked));
  if (!state) return { answers: batch.map(() => refusedAnswer(new Refused('not_found'))), state: undefined };
  const askedAtMs = timers.monotonicMs();
  const asked = batch.map(({ request, key }) => ({ userId: request.userId, key }));
  const { nowMs, answers: known } = await rows.answers(auctionId, asked);
  const stored = new Map(known.map((answer): [string, Stored] => [keyOf(answer.userId, answer.key), answer]));
  const judgeOne = (waiting: Waiting, lines: NewLine[], fresh: NewAnswer[]): RoomAnswer => {
    const before = stored.get(keyOf(waiting.request.userId, waiting.key));
    if (before) return before.requestHash === waiting.requestHash ? before.answer : refusedAnswer(REUSED);
    const waitedMs = Math.min(QUEUE_WAIT_MS_MAX, askedAtMs - waiting.queuedAtMs);
    const answer = answerOne(state, waiting.request, nowMs - waitedMs, lines);
    stored.set(keyOf(waiting.request.userId, waiting.key), { requestHash: waiting.requestHash, answer });
    const { key, requestHash } = waiting;
    fresh.push({ userId: waiting.request.userId, key, requestHash, answer: JSON.stringify(answer) });
    return answer;
  };
  const answers: RoomAnswer[] = [];
  let writing = Promise.resolve();
  for (let from = 0; from < batch.length; from += PART) {
    const lines: NewLine[] = [];
    const fresh: NewAnswer[] = [];
    for (const waiting of batch.slice(from, from + PART)) answers.push(judgeOne(waiting, lines, fresh));
    await writing;
    writing = rows.write(auctionId, lines, fresh);
    // Lets the statement leave before the processor is taken again.
    await Promise.race([writing, timers.turn()]);
  }
  await writing;
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
