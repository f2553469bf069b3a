import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { QUEUE_WAIT_MS_MAX } from '#domain/auction/status.ts';
import type { AuctionId, BidId } from '#domain/basics/ids.ts';
import { judgeRequest, type RoomRequest } from '#server/bidding/judge-request.ts';
import { lockAuction } from '#server/bidding/room-rows.ts';
import type { RoomMemory } from '#server/bidding/room-memory.ts';
import type { RoomState } from '#server/bidding/room-state.ts';
import { writeLines, type NewAnswer, type NewLine } from '#server/bidding/write-lines.ts';
import { hashOf } from '#server/platform/answer.ts';
import { PREPARED, type Db } from '#server/platform/database.ts';
import { Refused } from '#server/platform/refused.ts';

/** What a bidding call is answered with: stored with its key, so that a repeat gets the very same (rules 3.1). */
export type RoomAnswer =
  | { readonly ok: true; readonly bidIds: readonly BidId[]; readonly version: number; readonly receivedAt: string }
  | {
      readonly ok: false;
      readonly refused: Pick<Refused, 'code' | 'params' | 'fields'>;
    };

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

type BatchResult = { readonly answers: readonly RoomAnswer[]; readonly state: RoomState | undefined };

/**
 * Judges a batch under the lock of the auction's row and stores what it comes to, in the caller's transaction: every
 * answer is durable with the lines that it tells of, or not at all.
 */
export async function judgeBatch(
  db: Db,
  auctionId: AuctionId,
  batch: readonly Waiting[],
  memory: RoomMemory,
): Promise<BatchResult> {
  const locked = await lockAuction(db, auctionId);
  const state = locked && (await memory.catchUp(db, locked));
  if (!state) return { answers: batch.map(() => refusedAnswer(new Refused('not_found'))), state: undefined };
  const askedAtMs = performance.now();
  const { nowMs, stored } = await readStored(db, auctionId, batch);
  const judgeOne = (waiting: Waiting, lines: NewLine[], fresh: NewAnswer[]): RoomAnswer => {
    const known = stored.get(keyOf(waiting.request.userId, waiting.key));
    if (known) return known.requestHash === waiting.requestHash ? known.answer : refusedAnswer(REUSED);
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
    writing = writeLines(db, auctionId, lines, fresh);
    // Lets the statement leave before the processor is taken again.
    await Promise.race([writing, setImmediate()]);
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
  }>`${PREPARED}
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
