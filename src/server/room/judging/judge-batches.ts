import { ERRORS } from '#contract/errors/errors.ts';
import type { AuctionId, BidId, ItemId } from '#domain/basics/ids.ts';
import { softEndMs } from '#domain/auction/soft-close.ts';
import { statusAt } from '#domain/auction/status.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import { countsForSoftClose } from '#domain/bidding/counts-for-soft-close.ts';
import { bidAfter } from '#domain/bidding/history.ts';
import type { Receipt } from '#domain/record/receipt.ts';
import { isWonAlike, type Ranking } from '#domain/bidding/ranking.ts';
import { hashOf } from '#server/platform/http/answer.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';
import type { Span } from '@opentelemetry/api';
import { judgeRequest, type RoomRequest } from '#server/room/judging/judge-request.ts';
import { signReceipts, signRepeated, type AnsweredLines, type SignText } from '#server/room/judging/sign-receipts.ts';
import type { RoomAnswer, CallKey, Known, RoomRows } from '#server/room/store/room-store.ts';
import type { RoomMemory } from '#server/room/store/room-memory.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { lineTime, type RoomState, endTermsOf } from '#server/room/room-state.ts';
import type { NewAnswer, NewLine } from '#server/room/store/write-lines.ts';
import { addConduct } from '#server/room/judging/add-line.ts';

/** A request in the queue of a room. `queuedAtMs` is a time of the monotonic clock. */
export type Waiting = {
  readonly request: RoomRequest;
  readonly requestId: string;
  readonly queuedAtMs: number;
  /** The tracing span that the request belongs to, if it is traced. */
  readonly span: Span | undefined;
  /**
   * Runs as soon as the answer is durable, while no batch changes the state. `state` is undefined if there is no such
   * auction.
   */
  readonly settle: (answer: RoomAnswer, state: RoomState | undefined) => void;
  readonly reject: (error: unknown) => void;
};

/** Returns an id of one user's idempotency key: 32 hexadecimal digits, which a uuid column can store. */
export const requestIdOf = (userId: string, key: string): string => sha256(`${userId} ${key}`).slice(0, 32);

/** Returns a hash of a request's content, without the fields that may differ when a caller sends the request again. */
const requestHashOf = ({ accounts: _, actor: __, apiKeyId: ___, ...content }: RoomRequest): string => hashOf(content);

/**
 * The number of requests in the first part of a batch. While the database stores a part, the process judges the next
 * one. The first part is small, because the database is idle until this part is judged.
 */
const PART_FIRST = 50;
/** The maximum number of requests in a part. Parts grow up to this size, because each part costs a statement. */
const PART_MAX = 200;

/** The requests that wait in one room, with that room's memory. They are judged together. */
export type RoomBatch = {
  readonly auctionId: AuctionId;
  /**
   * Takes the requests from the queue as late as possible, so that requests that arrive while the transaction begins
   * are judged too. Later calls return the same requests.
   */
  readonly take: () => readonly Waiting[];
  readonly memory: RoomMemory;
};

export type BatchResult = { readonly answers: readonly RoomAnswer[]; readonly state: RoomState | undefined };

/**
 * A batch whose auction's row is locked, with the state at the database's version. `waitMsMax` is the maximum wait that
 * is subtracted from the time of a request.
 */
export type LockedBatch = { readonly batch: RoomBatch; readonly state: RoomState; readonly waitMsMax: number };

/**
 * The database's time and the stored answers, read before judging. `askedAtMs` is the time of this query on the
 * monotonic clock.
 */
export type KnownBefore = Known & { readonly askedAtMs: number };

/** Parts that judging needs beside the rows. Without `sign`, answers have no receipts. */
export type JudgingParts = { readonly timers: Timers; readonly sign?: SignText | undefined };

export const callKeysOf = (batches: readonly RoomBatch[]): CallKey[] =>
  batches.flatMap(({ auctionId, take }) => take().map(({ requestId }) => ({ auctionId, requestId })));

/**
 * Judges batches of several rooms and stores the results in the caller's transaction, which holds the locks of the
 * auctions' rows. Answers and their lines become durable together, or not at all.
 */
export async function judgeBatches(
  rows: RoomRows,
  { timers, sign }: JudgingParts,
  batches: readonly LockedBatch[],
  { askedAtMs, nowMs, answers: known }: KnownBefore,
): Promise<ReadonlyMap<RoomBatch, BatchResult>> {
  const stored = new Map(known.map((answer): [string, Stored] => [keyOf(answer), answer]));
  const results = batches.map((locked) => ({ ...locked, answered: [] as AnsweredLines[] }));
  const requests = results.flatMap((result) => result.batch.take().map((waiting) => ({ result, waiting })));
  let writing = Promise.resolve();
  for (let from = 0, part = PART_FIRST; from < requests.length; from += part, part = Math.min(2 * part, PART_MAX)) {
    const lines: NewLine[] = [];
    const fresh: NewAnswer[] = [];
    for (const { result, waiting } of requests.slice(from, from + part)) {
      const waitedMs = Math.min(result.waitMsMax, askedAtMs - waiting.queuedAtMs);
      result.answered.push(answerOnce(result.state, waiting, nowMs - waitedMs, { stored, lines, fresh }));
    }
    await writing;
    writing = rows.write(lines, fresh);
    // Lets the process send the statement before it judges the next part.
    await Promise.race([writing, timers.turn()]);
  }
  // Signs while the database stores the last part.
  const signing = sign && { sign, nowMs };
  const receipts = new Map(
    signing ? results.flatMap(({ state, answered }) => [...signReceipts(state, answered, signing)]) : [],
  );
  await writing;
  for (const { answer } of signing ? known : []) {
    const state = results.find(({ answered }) => answered.some((one) => one.answer === answer))?.state;
    if (signing && state)
      for (const [, receipt] of await signRepeated(rows, state, answer, signing)) receipts.set(answer, receipt);
  }
  return new Map(
    results.map(({ batch, answered, state }) => [
      batch,
      { state, answers: answered.map(({ answer }) => withReceipt(answer, receipts.get(answer))) },
    ]),
  );
}

const withReceipt = (answer: RoomAnswer, receipt: Receipt | undefined): RoomAnswer =>
  receipt ? { ...answer, receipt } : answer;

type Stored = { readonly requestHash: string; readonly answer: RoomAnswer };
type BatchState = { readonly stored: Map<string, Stored>; readonly lines: NewLine[]; readonly fresh: NewAnswer[] };

/**
 * Answers a request. If its key is known, returns the stored answer, or a refusal if the earlier request was different.
 * Otherwise judges the request and keeps the answer.
 */
function answerOnce(state: RoomState, waiting: Waiting, receivedAtMs: number, batch: BatchState): AnsweredLines {
  const { auctionId } = state.settings;
  const { request, requestId } = waiting;
  const whose = { auctionId, requestId };
  const requestHash = requestHashOf(request);
  const known = batch.stored.get(keyOf(whose));
  if (known) return { answer: known.requestHash === requestHash ? known.answer : refusedAnswer(REUSED), lines: [] };
  const answered = answerOne(state, request, receivedAtMs, batch.lines);
  const { answer } = answered;
  // This answer is not stored, because a later call with the same key may be accepted.
  if (!answer.ok && ERRORS[answer.refused.code].status === 429) return answered;
  batch.stored.set(keyOf(whose), { requestHash, answer });
  batch.fresh.push({ ...whose, requestHash, answer: JSON.stringify(answer) });
  return answered;
}

const REUSED = new Refused('idempotency_key_reused');
const keyOf = ({ auctionId, requestId }: CallKey): string => `${auctionId} ${requestId}`;

export const refusedAnswer = ({ code, params, fields }: Refused): RoomAnswer => ({
  ok: false,
  refused: { code, params, fields },
});

function answerOne(state: RoomState, request: RoomRequest, receivedAtMs: number, lines: NewLine[]): AnsweredLines {
  const last = lastMinutes(state, request, receivedAtMs);
  const verdict = judgeRequest(state, request, receivedAtMs);
  const { version } = state;
  lines.push(...verdict.lines);
  const [first, final] = [verdict.lines[0], verdict.lines.at(-1)];
  const range = first && final && { lines: [first.line.seq, final.line.seq] as const };
  if (!verdict.ok) return { answer: { ...refusedAnswer(verdict.refused), ...range }, lines: verdict.lines };
  if (last) lines.push(...extendSoftly(state, last, verdict.lines));
  // The answer has the same time as the lines. A different time would reveal that another bid was stored in between.
  const atMs = lineTime(state, receivedAtMs);
  const receivedAt = new Date(atMs).toISOString();
  return { answer: { ok: true, bidIds: verdict.bidIds, version, receivedAt, ...range }, lines: verdict.lines };
}

/**
 * The rankings before a request that comes in the last minutes. `untilMs` is the new end, if the request extends the
 * auction.
 */
export type LastMinutes = {
  readonly atMs: number;
  readonly untilMs: number;
  readonly before: ReadonlyMap<ItemId, Ranking>;
  /** The bids that the request revises, as they were before the request. */
  readonly present: ReadonlyMap<BidId, Bid>;
};

/**
 * Returns the state before a request if the request comes in the minutes that soft close watches, otherwise undefined
 * (docs/rules.md#soft-close). `extendSoftly` compares with this state. Rankings are immutable, so they need no copies.
 */
export function lastMinutes(state: RoomState, request: RoomRequest, receivedAtMs: number): LastMinutes | undefined {
  const atMs = lineTime(state, receivedAtMs);
  const untilMs = softEndMs(endTermsOf(state), atMs);
  if (untilMs === undefined || statusAt(state.times, atMs) !== 'live') return undefined;
  return {
    atMs,
    untilMs,
    before: new Map([...state.standings].map(([itemId, standing]) => [itemId, standing.ranking()])),
    present: revisedBids(state, request),
  };
}

function revisedBids({ bids }: RoomState, request: RoomRequest): ReadonlyMap<BidId, Bid> {
  const inputs = request.type === 'place' ? request.bids : request.type === 'placeOnBehalf' ? [request.bid] : [];
  return new Map(
    inputs.flatMap(({ bidId }) => {
      const bid = bids.get(bidId as BidId);
      return bid ? [[bid.bidId, bid] as const] : [];
    }),
  );
}

/**
 * If one request changed which quantities win, adds the line that extends the auction, directly after the lines of the
 * request. All later bids, even in the same batch, are judged against the new end. A cancellation extends nothing,
 * because an admin who cancels a bid can also extend the auction.
 */
export function extendSoftly(state: RoomState, last: LastMinutes, lines: readonly NewLine[]): NewLine[] {
  const isChanged = [...softCloseItems(state, last, lines)].some((itemId) => {
    const [before, after] = [last.before.get(itemId), state.standings.get(itemId)?.ranking()];
    return before && after && !isWonAlike(before, after);
  });
  if (!isChanged) return [];
  const by = { by: 'system', reason: 'soft_close', userId: null } as const;
  return [addConduct(state, { kind: 'extended', atMs: last.atMs, untilMs: last.untilMs, ...by })];
}

/** Returns the items with a placed or revised bid that soft close counts. */
function softCloseItems({ settings }: RoomState, last: LastMinutes, lines: readonly NewLine[]): ReadonlySet<ItemId> {
  const present = new Map(last.present);
  const items = new Set<ItemId>();
  for (const { line } of lines) {
    const before = line.bidId === null ? undefined : present.get(line.bidId);
    const bid = line.kind === 'placed' || line.kind === 'revised' ? bidAfter(line, before) : undefined;
    const item = bid && settings.items.get(bid.itemId);
    if (!bid || !item) continue;
    if (countsForSoftClose(item, settings.terms, before, bid)) items.add(bid.itemId);
    present.set(bid.bidId, bid);
  }
  return items;
}
