import type { BidId, AuctionId } from '#domain/basics/ids.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import type { HistoryLine } from '#domain/bidding/history.ts';
import type { Refused } from '#server/platform/http/refused.ts';
import type { RoomSettings, RoomTimes } from '#server/room/room-state.ts';
import type { NewAnswer, NewLine } from '#server/room/store/write-lines.ts';

/**
 * What a bidding call is answered with: stored with its key, so that a repeat gets the very same
 * (docs/rules.md#repeated-calls).
 */
export type RoomAnswer =
  | { readonly ok: true; readonly bidIds: readonly BidId[]; readonly version: number; readonly receivedAt: string }
  | {
      readonly ok: false;
      readonly refused: Pick<Refused, 'code' | 'params' | 'fields'>;
    };

/** What of an auction's row a room looks at each time. */
export type AuctionNow = {
  readonly version: number;
  readonly lastHash: string;
  readonly times: RoomTimes;
  /** Whether an account's change is not settled here yet, so the bidders in memory are out of date (decision 60). */
  readonly isUnsettled?: boolean;
  /** The auction is not closed before this time, because bids waited too long for its row (decision 60). */
  readonly closingWaitsUntilMs?: number | null;
};

/** The auction's row as its holder finds it, and for how long others held it meanwhile. */
export type Locked = AuctionNow & { readonly heldMs: number };

/** `requestId` stands for a user's idempotency key. */
export type Asked = { readonly auctionId: AuctionId; readonly requestId: string };
export type StoredAnswer = Asked & { readonly requestHash: string; readonly answer: RoomAnswer };

/** The database's time, and the answers that requests got before. */
export type Known = { readonly nowMs: number; readonly answers: readonly StoredAnswer[] };

/** All that bidding reads and writes of the database, as one transaction sees it. */
export type RoomRows = {
  /** Locks the auction's row: until the transaction ends its holder is the only writer of the auction's history. */
  lock(auctionId: AuctionId): Promise<Locked | undefined>;
  /**
   * The same for those of several auctions that nobody holds at this moment, the others are left out; and the answers in
   * one step with it. One that another process stores in that very moment may be missing: `write` then throws.
   */
  lockFree(
    auctionIds: readonly AuctionId[],
    asked: readonly Asked[],
  ): Promise<{ readonly locks: ReadonlyMap<AuctionId, AuctionNow> } & Known>;
  peek(auctionId: AuctionId): Promise<AuctionNow | undefined>;
  settings(auctionId: AuctionId): Promise<RoomSettings | undefined>;
  /** Lines after `from` up to `to`, in order, with their stored hashes. */
  lines(auctionId: AuctionId, from: number, to: number): Promise<{ line: HistoryLine; hash: string }[]>;
  /** The bids that stand before the start, without their history. */
  sealedBids(auctionId: AuctionId): Promise<readonly Bid[]>;
  nowMs(): Promise<number>;
  /** Delays the closing by another closing period from now on. The caller holds the auction's lock. */
  delayClosing(auctionId: AuctionId): Promise<void>;
  /**
   * Stores lines of one or more auctions, the versions they lead to and the answers; throws where a version isn't the
   * one they follow, or a request has an answer.
   */
  write(lines: readonly NewLine[], answers: readonly NewAnswer[]): Promise<void>;
};

/**
 * Where the rooms of all processes meet: PostgreSQL, or the memory in which the simulation runs them (decision 8).
 * Its own rows are outside of any transaction.
 */
export type RoomStore = RoomRows & {
  inTransaction<T>(work: (rows: RoomRows) => Promise<T>): Promise<T>;
  /** Other processes may write to it, and are to be told. */
  readonly isOpenToOthers: boolean;
  notify(payloads: readonly string[]): Promise<void>;
  listen(heard: (payload: string) => void): Promise<void>;
};
