import { CLOSING_PERIOD_MS, isClosingPeriodOver } from '#domain/auction/status.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { HistoryLine } from '#domain/bidding/history.ts';
import type { ClosingRows, ClosingStore, ItemAward } from '#server/award/close-auction.ts';
import type { RoomAnswer, CallKey, AuctionNow, Known, RoomStore, StoredAnswer } from '#server/room/store/room-store.ts';
import type { RoomSettings, RoomTimes } from '#server/room/room-state.ts';
import type { NewAnswer, NewLine } from '#server/room/store/write-lines.ts';
import { standingAfter } from '#testing/builders/standing-after.ts';
import { createRowLocks, type RowLocks } from '#testing/builders/row-locks.ts';

/** The stored rows of one auction. */
export type MemoryAuction = {
  readonly auctionId: AuctionId;
  readonly settings: RoomSettings;
  readonly times: Omit<RoomTimes, 'readAtMs'>;
  readonly version: number;
  readonly lastHash: string;
  readonly lines: readonly { readonly line: HistoryLine; readonly hash: string }[];
  readonly answers: ReadonlyMap<string, StoredAnswer>;
  readonly awards: readonly ItemAward[] | undefined;
  readonly closingWaitsUntilMs?: number | null;
};

/** The connection between a process and the database. Each direction takes time. A failure ends the transaction. */
export type Wire = { there(): Promise<void>; back(): Promise<void> };

type MemoryRows = ClosingRows & { putSettings(settings: RoomSettings): Promise<void> };
export type MemoryConnection = Omit<RoomStore & ClosingStore, 'inTransaction'> & {
  inTransaction<T>(work: (rows: MemoryRows) => Promise<T>): Promise<T>;
  /** Ends the connection as if the process had stopped. Its open transactions are rolled back. */
  break(): void;
};

export type MemoryDatabase = {
  /** Returns the committed rows of an auction. */
  rows(auctionId: AuctionId): MemoryAuction;
  connect(wire: Wire, isOpenToOthers: boolean): MemoryConnection;
};

type MemoryParts = {
  readonly nowMs: () => number;
  /** Is called for each auction that a commit changed. */
  readonly committed: (before: MemoryAuction, after: MemoryAuction) => void;
};

/** A transaction with its own view of the rows. It is open until it is committed or rolled back. */
type Transaction = { isOpen: boolean; readonly views: Map<AuctionId, MemoryAuction> };

type Inside = {
  readonly nowMs: () => number;
  readonly auctions: Map<AuctionId, MemoryAuction>;
  readonly locks: RowLocks<AuctionId, Transaction>;
  readonly end: (transaction: Transaction, isCommitted: boolean) => void;
  readonly listeners: Map<MemoryConnection, (payload: string) => void>;
};

/**
 * Creates a database of auctions in memory. For rooms, it behaves like PostgreSQL (decision 8): it grants row locks
 * in order, and a transaction sees committed rows and its own changes. It commits either all changes or none.
 */
export function createMemoryDatabase(
  first: readonly MemoryAuction[],
  { nowMs, committed }: MemoryParts,
): MemoryDatabase {
  const auctions = new Map(first.map((auction) => [auction.auctionId, auction]));
  const locks = createRowLocks<AuctionId, Transaction>();
  const end = (transaction: Transaction, isCommitted: boolean): void => {
    if (!transaction.isOpen) return;
    transaction.isOpen = false;
    for (const [auctionId, after] of isCommitted ? transaction.views : []) {
      const before = auctions.get(auctionId);
      if (!before || before === after) continue;
      auctions.set(auctionId, after);
      committed(before, after);
    }
    locks.release(transaction);
  };
  const inside: Inside = { nowMs: () => Math.floor(nowMs()), auctions, locks, end, listeners: new Map() };
  return {
    rows(auctionId) {
      const auction = auctions.get(auctionId);
      if (!auction) throw new Error(`there is no auction ${auctionId}`);
      return auction;
    },
    connect: (wire, isOpenToOthers) => connect(inside, wire, isOpenToOthers),
  };
}

function connect(inside: Inside, wire: Wire, isOpenToOthers: boolean): MemoryConnection {
  const open = new Set<Transaction>();
  const inTransaction = async <T>(work: (rows: MemoryRows) => Promise<T>): Promise<T> => {
    const transaction: Transaction = { isOpen: true, views: new Map() };
    open.add(transaction);
    try {
      const result = await work(rowsOf(inside, wire, transaction));
      await ask(inside, wire, transaction, () => inside.end(transaction, true));
      return result;
    } finally {
      // If the transaction was committed, this has no effect.
      inside.end(transaction, false);
      open.delete(transaction);
    }
  };
  const alone = <T>(act: () => T): Promise<T> => ask(inside, wire, undefined, act);
  const connection: MemoryConnection = {
    ...rowsOf(inside, wire, undefined),
    inTransaction,
    isOpenToOthers,
    dueAuctions: () =>
      alone(() => {
        const isDue = ({ times, closingWaitsUntilMs }: MemoryAuction): boolean =>
          times.closedAtMs === null &&
          isClosingPeriodOver(times, inside.nowMs()) &&
          (closingWaitsUntilMs ?? 0) <= inside.nowMs();
        return [...inside.auctions.values()].filter(isDue).map(({ auctionId }) => auctionId);
      }),
    notify: (payloads) =>
      alone(() => {
        for (const heard of inside.listeners.values()) for (const payload of payloads) heard(payload);
      }),
    listen: (heard) => alone(() => void inside.listeners.set(connection, heard)),
    break() {
      inside.listeners.delete(connection);
      for (const transaction of open) inside.end(transaction, false);
    },
  };
  return connection;
}

/** Sends one statement and runs it. If the connection fails, the transaction ends. */
async function ask<T>(
  inside: Inside,
  wire: Wire,
  transaction: Transaction | undefined,
  act: () => T | Promise<T>,
): Promise<T> {
  try {
    await wire.there();
    const done = await outcomeOf(transaction, act);
    await wire.back();
    if ('error' in done) throw done.error;
    return done.result;
  } catch (error) {
    if (transaction) inside.end(transaction, false);
    throw error;
  }
}

/** Runs a statement. Returns an error instead of throwing it, so that the error also travels back over the wire. */
async function outcomeOf<T>(
  transaction: Transaction | undefined,
  act: () => T | Promise<T>,
): Promise<{ readonly result: T } | { readonly error: unknown }> {
  try {
    if (transaction && !transaction.isOpen) throw new Error('the transaction has ended');
    return { result: await act() };
  } catch (error) {
    return { error };
  }
}

function rowsOf(inside: Inside, wire: Wire, transaction: Transaction | undefined): MemoryRows {
  const say = <T>(act: () => T | Promise<T>): Promise<T> => ask(inside, wire, transaction, act);
  const of = (auctionId: AuctionId): MemoryAuction | undefined =>
    transaction?.views.get(auctionId) ?? inside.auctions.get(auctionId);
  const lock = async (auctionId: AuctionId): Promise<MemoryAuction | undefined> => {
    if (!transaction) throw new Error('what is locked outside of a transaction is free again at once');
    await inside.locks.wait(auctionId, transaction);
    return of(auctionId);
  };
  const known = (asked: readonly CallKey[]): Known => ({
    nowMs: inside.nowMs(),
    answers: asked.flatMap((one) => of(one.auctionId)?.answers.get(one.requestId) ?? []),
  });
  const change = async (auctionId: AuctionId, act: (rows: MemoryAuction) => Partial<MemoryAuction>): Promise<void> => {
    const seen = await lock(auctionId);
    if (seen) transaction?.views.set(auctionId, { ...seen, ...act(seen) });
  };
  return {
    lock: (auctionId) =>
      say(async () => {
        const askedAtMs = inside.nowMs();
        const now = nowOf(await lock(auctionId), inside.nowMs());
        return now && { ...now, heldMs: now.times.readAtMs - askedAtMs };
      }),
    lockFree: (auctionIds, asked) =>
      say(() => {
        const free = transaction ? auctionIds.filter((auctionId) => inside.locks.take(auctionId, transaction)) : [];
        const nowMs = inside.nowMs();
        const locks = new Map(free.flatMap((auctionId) => entryOf(auctionId, nowOf(of(auctionId), nowMs))));
        return { locks, ...known(asked) };
      }),
    peek: (auctionId) => say(() => nowOf(of(auctionId), inside.nowMs())),
    async settings(auctionId) {
      // The real store has three statements as well, and other transactions may commit between them.
      const auction = await say(() => of(auctionId)?.settings);
      const items = await say(() => of(auctionId)?.settings.items);
      const who = await say(() => of(auctionId)?.settings);
      return auction && items && who && { ...auction, items, bidders: who.bidders, bidderOfUser: who.bidderOfUser };
    },
    lines: (auctionId, from, to) => say(() => of(auctionId)?.lines.slice(from, to) ?? []),
    sealedBids: (auctionId) => say(() => standingAfter(of(auctionId)?.lines ?? [])),
    nowMs: () => say(inside.nowMs),
    delayClosing: (auctionId) =>
      say(() => change(auctionId, () => ({ closingWaitsUntilMs: inside.nowMs() + CLOSING_PERIOD_MS }))),
    write: (lines, answers) =>
      say(async () => {
        for (const auctionId of new Set([...lines, ...answers].map((one) => one.auctionId))) {
          const isOfIt = (one: { auctionId: AuctionId }): boolean => one.auctionId === auctionId;
          await change(auctionId, (seen) => written(seen, lines.filter(isOfIt), answers.filter(isOfIt)));
        }
      }),
    putSettings: (settings) => say(() => change(settings.auctionId, () => ({ settings }))),
    storeResult: ({ settings }, awards) =>
      say(() => change(settings.auctionId, ({ times }) => ({ awards, times: closed(times, inside.nowMs()) }))),
  };
}

const nowOf = (rows: MemoryAuction | undefined, readAtMs: number): AuctionNow | undefined =>
  rows && {
    version: rows.version,
    lastHash: rows.lastHash,
    salt: rows.settings.salt,
    times: { ...rows.times, readAtMs },
    closingWaitsUntilMs: rows.closingWaitsUntilMs ?? null,
  };

const closed = (times: MemoryAuction['times'], closedAtMs: number) => ({ ...times, closedAtMs });
const entryOf = <T>(auctionId: AuctionId, value: T | undefined): [AuctionId, T][] =>
  value === undefined ? [] : [[auctionId, value]];

function written(
  seen: MemoryAuction,
  newLines: readonly NewLine[],
  newAnswers: readonly NewAnswer[],
): Partial<MemoryAuction> {
  const answers = new Map(seen.answers);
  for (const { answer, ...asked } of newAnswers) {
    if (answers.has(asked.requestId)) throw new Error(`${asked.requestId} has an answer`);
    answers.set(asked.requestId, { ...asked, answer: JSON.parse(answer) as RoomAnswer });
  }
  const last = newLines.at(-1);
  if (!last) return { answers };
  if (seen.version !== last.line.seq - newLines.length)
    throw new Error(`the stored version of the auction differs from the writer’s version`);
  const lines = [...seen.lines, ...newLines.map(({ line, hash }) => ({ line, hash }))];
  const { startsAtMs, endsAtMs } = seen.times;
  const times = { ...seen.times, ...newLines.findLast((line) => line.times)?.times, startsAtMs, endsAtMs };
  return { answers, lines, version: last.line.seq, lastHash: last.hash, times };
}
