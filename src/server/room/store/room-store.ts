import type { BidId, AuctionId } from '#domain/basics/ids.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import type { HistoryLine } from '#domain/bidding/history.ts';
import type { Receipt } from '#domain/record/receipt.ts';
import type { Refused } from '#server/platform/http/refused.ts';
import type { RoomSettings, RoomTimes } from '#server/room/room-state.ts';
import type { NewAnswer, NewLine } from '#server/room/store/write-lines.ts';

/**
 * The answer to a bidding call. It is stored with the call's key, so that a repeat gets the same answer
 * (docs/rules.md#repeated-calls).
 */
export type RoomAnswer = (
  | { readonly ok: true; readonly bidIds: readonly BidId[]; readonly version: number; readonly receivedAt: string }
  | {
      readonly ok: false;
      readonly refused: Pick<Refused, 'code' | 'params' | 'fields'>;
    }
) & {
  /** The numbers of the first and last line that the call added. A call that changed nothing has none. */
  readonly lines?: readonly [from: number, to: number];
  /** Not stored: a repeated call gets a receipt with a new signature. */
  readonly receipt?: Receipt;
};

/** The columns of an auction's row that a room reads each time. */
export type AuctionNow = {
  readonly version: number;
  readonly lastHash: string;
  readonly salt: string | null;
  readonly times: RoomTimes;
  /** True while a change of an account is not applied to this auction: the bidders in memory are old (decision 60). */
  readonly isUnsettled?: boolean;
  /** The auction is not closed before this time, because bids waited too long for its row (decision 77). */
  readonly closingWaitsUntilMs?: number | null;
};

/** A locked auction's row, and how long other transactions held the row before, in milliseconds. */
export type Locked = AuctionNow & { readonly heldMs: number };

/** The key of a bidding call. `requestId` is a hash of the user's id and the idempotency key. */
export type CallKey = { readonly auctionId: AuctionId; readonly requestId: string };
export type StoredAnswer = CallKey & { readonly requestHash: string; readonly answer: RoomAnswer };

/** The database's time, and the stored answers to earlier requests with the same keys. */
export type Known = { readonly nowMs: number; readonly answers: readonly StoredAnswer[] };

/** All database access of bidding, as one transaction sees it. */
export type RoomRows = {
  /** Locks the auction's row. Until the transaction ends, no other transaction may write the auction's history. */
  lock(auctionId: AuctionId): Promise<Locked | undefined>;
  /**
   * Locks the rows of those auctions that no other transaction has locked, and skips the other auctions. It reads the
   * stored answers in the same statement. If another process stores an answer at the same moment, that answer may be
   * missing, and `write` throws.
   */
  lockFree(
    auctionIds: readonly AuctionId[],
    asked: readonly CallKey[],
  ): Promise<{ readonly locks: ReadonlyMap<AuctionId, AuctionNow> } & Known>;
  peek(auctionId: AuctionId): Promise<AuctionNow | undefined>;
  settings(auctionId: AuctionId): Promise<RoomSettings | undefined>;
  /** Returns the lines after `from` up to and including `to`, in order, with their stored hashes. */
  lines(auctionId: AuctionId, from: number, to: number): Promise<{ line: HistoryLine; hash: string }[]>;
  /** Returns the bids before the start, except deleted bids, without reading the whole history. */
  sealedBids(auctionId: AuctionId): Promise<readonly Bid[]>;
  nowMs(): Promise<number>;
  /** Delays the closing until one closing period from now. The caller holds the auction's lock. */
  delayClosing(auctionId: AuctionId): Promise<void>;
  /**
   * Stores lines of one or more auctions, the auctions' new versions, and the answers. Throws if the lines do not
   * follow an auction's stored version, or if a request already has an answer.
   */
  write(lines: readonly NewLine[], answers: readonly NewAnswer[]): Promise<void>;
};

/**
 * The store that all processes share: PostgreSQL, or the memory in which the simulation runs rooms (decision 8). Its
 * inherited row methods run outside any transaction.
 */
export type RoomStore = RoomRows & {
  inTransaction<T>(work: (rows: RoomRows) => Promise<T>): Promise<T>;
  /** True if other processes may write to this store and must be notified. */
  readonly isOpenToOthers: boolean;
  notify(payloads: readonly string[]): Promise<void>;
  listen(heard: (payload: string) => void): Promise<void>;
};
