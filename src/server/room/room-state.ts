import { hash } from 'node:crypto';
import {
  conductAfter,
  conductLineOf,
  NO_CONDUCT,
  timesAfter,
  type Conduct,
  type ConductTimes,
} from '#domain/auction/conduct.ts';
import type { EndTerms } from '#domain/auction/soft-close.ts';
import type { Fees } from '#domain/award/close.ts';
import type { AuctionId, BidderId, BidId, ItemId } from '#domain/basics/ids.ts';
import type { Bid, BiddingItem, BiddingTerms } from '#domain/bidding/bid.ts';
import { bidAfter, chainHash, givesPlace, type HistoryLine } from '#domain/bidding/history.ts';
import { createStanding, type Standing } from '#domain/bidding/standing.ts';
import type { SoftClose } from '#domain/auction/answer-time.ts';

export type RoomBidder = {
  readonly bidderId: BidderId;
  readonly userId: string;
  readonly username: string;
  readonly accountId: string;
  readonly companyName: string;
  readonly englishCompanyName: string;
  readonly alias: string;
  /** The maximum that applies: the auction's, else the account's, else the general one (docs/rules.md#bidders). */
  readonly maximumQuantity: number;
  /** The bidder was added to a public auction and has not accepted its terms yet. */
  readonly mustAcceptTerms: boolean;
  /**
   * The company shares a member with the owner. It may no longer bid, but its standing bids stay
   * (docs/rules.md#owner).
   */
  readonly isRelatedToOwner: boolean;
};

export type RoomSettings = {
  readonly auctionId: AuctionId;
  readonly ownerAccountId: string;
  readonly terms: BiddingTerms;
  readonly fees: Fees;
  readonly softClose: SoftClose | null;
  readonly items: ReadonlyMap<ItemId, BiddingItem>;
  readonly bidders: ReadonlyMap<BidderId, RoomBidder>;
  readonly bidderOfUser: ReadonlyMap<string, RoomBidder>;
};

/** The times that change with the clock or with the closing. Decisions read it from the locked row, never from memory. */
export type RoomTimes = ConductTimes & {
  readonly endsAtMs: number;
  /**
   * The database's time when these were read. Bids that were sealed then stay sealed, whatever this process's clock
   * shows.
   */
  readonly readAtMs: number;
};

/**
 * An auction in memory at one version: settings, standings and every bid. Only `applyLine` moves it forward, line by
 * line. So the process that wrote the lines and a process that reads them from the database have the same state.
 */
export type RoomState = {
  settings: RoomSettings;
  times: RoomTimes;
  conduct: Conduct;
  version: number;
  lastHash: string;
  /**
   * Time of the last line that gave a bid its place or resumed the clock. Later bids are never earlier, so that the
   * order of commits is the order in time (docs/rules.md#time). Late refusals and cancellations do not count: they may
   * come after the end, before a bid that was on time.
   */
  lastBidAtMs: number;
  readonly bids: Map<BidId, Bid>;
  /** Standing (not deleted) bids of each bidder: at most three for each item, so adding them up is fast. */
  readonly standingOf: Map<BidderId, Map<BidId, Bid>>;
  /**
   * Each bidder's lines. They limit how many more it may write, and give it the version numbers that it sees before
   * the start.
   */
  readonly linesOf: Map<BidderId, OwnLines>;
  /**
   * Number of the last line that ended a bid before the start; 0 for none. A bid that was withdrawn while sealed stays
   * hidden from rivals as long as the auction runs (docs/rules.md#initial-bids).
   */
  lastSealedEnd: number;
  readonly standings: Map<ItemId, Standing>;
  /** Bids that changed since a publisher last took them from here; a bid may be in it twice. */
  readonly touched: Bid[];
};

/** Numbers of a bidder's lines, in order, and the time of the last one. */
type OwnLines = { readonly numbers: number[]; lastAtMs: number };

/** Returns the room of an auction without history. `firstHash` is the hash to which the first line is chained. */
export function createRoomState(settings: RoomSettings, times: RoomTimes, firstHash: string): RoomState {
  const standings = new Map<ItemId, Standing>();
  for (const item of settings.items.values()) standings.set(item.itemId, createStanding(item, settings.terms));
  const empty = {
    version: 0,
    lastHash: firstHash,
    lastBidAtMs: 0,
    lastSealedEnd: 0,
    bids: new Map(),
    standingOf: new Map(),
  };
  return { settings, times, conduct: NO_CONDUCT, ...empty, linesOf: new Map(), standings, touched: [] };
}

export const sha256 = (text: string): string => hash('sha256', text);

/** Returns what decides to which time soft close may move the end now. */
export const endTermsOf = ({ settings, times, conduct }: RoomState): EndTerms => ({
  rules: settings.terms.rules,
  softClose: settings.softClose,
  auctionEndsAtMs: times.auctionEndsAtMs,
  conduct,
});

/**
 * Returns the time at which a request is judged and which its lines carry, in milliseconds. It is never earlier than a
 * bid that was stored before, because the order of commits is the order in time (docs/rules.md#time).
 */
export const lineTime = (state: RoomState, receivedAtMs: number): number =>
  Math.max(Math.floor(receivedAtMs), state.lastBidAtMs);

/** Returns the room at this version with the present settings, without reading lines again. */
export function withSettings(state: RoomState, settings: RoomSettings): RoomState {
  const { times, conduct, version, lastHash, lastBidAtMs, lastSealedEnd, linesOf, touched } = state;
  const fresh = createRoomState(settings, times, lastHash);
  for (const bid of state.bids.values()) putBid(fresh, bid);
  return { ...fresh, conduct, version, lastBidAtMs, lastSealedEnd, linesOf, touched };
}

/** Returns a room of these bids. It does not know the lines that came before. */
export function roomOfBids(
  settings: RoomSettings,
  now: { readonly version: number; readonly lastHash: string; readonly times: RoomTimes },
  bids: readonly Bid[],
): RoomState {
  const state = createRoomState(settings, now.times, now.lastHash);
  for (const bid of bids) putBid(state, bid);
  return {
    ...state,
    version: now.version,
    lastBidAtMs: bids.reduce((latest, { updatedAtMs }) => Math.max(latest, updatedAtMs), 0),
  };
}

/**
 * Applies the next line and returns its hash. Pass `lineHash` if the line comes from the database; otherwise the hash
 * is computed here.
 */
export function applyLine(state: RoomState, line: HistoryLine, lineHash?: string): string {
  if (line.seq !== state.version + 1)
    throw new Error(`history entry ${line.seq} cannot follow version ${state.version}`);
  state.lastHash = lineHash ?? chainHash(state.lastHash, line, sha256);
  state.version = line.seq;
  const atMs = Date.parse(line.at);
  if (givesPlace(line)) state.lastBidAtMs = atMs;
  if (line.bidderId !== null) noteLine(state, line.bidderId, line.seq, atMs);
  const bid = line.bidId === null ? undefined : bidAfter(line, state.bids.get(line.bidId));
  if (bid) {
    putBid(state, bid);
    state.touched.push(bid);
    if (bid.isDeleted && atMs < state.times.startsAtMs) state.lastSealedEnd = line.seq;
  }
  const conduct = conductLineOf(line);
  if (conduct) {
    state.conduct = conductAfter(state.conduct, conduct, state.times.endsAtMs);
    state.times = timesAfter(state.times, conduct);
  }
  return state.lastHash;
}

function noteLine({ linesOf }: RoomState, bidderId: BidderId, seq: number, atMs: number): void {
  const own = linesOf.get(bidderId);
  if (!own) linesOf.set(bidderId, { numbers: [seq], lastAtMs: atMs });
  else {
    own.numbers.push(seq);
    own.lastAtMs = atMs;
  }
}

const NO_LINES: OwnLines = { numbers: [], lastAtMs: 0 };

/** Returns the lines about one bidder's bids. */
export const linesOfBidder = ({ linesOf }: RoomState, bidderId: BidderId): Readonly<OwnLines> =>
  linesOf.get(bidderId) ?? NO_LINES;

function putBid(state: RoomState, bid: Bid): void {
  state.bids.set(bid.bidId, bid);
  state.standings.get(bid.itemId)?.put(bid);
  const own = state.standingOf.get(bid.bidderId) ?? new Map<BidId, Bid>();
  if (bid.isDeleted) own.delete(bid.bidId);
  else own.set(bid.bidId, bid);
  state.standingOf.set(bid.bidderId, own);
}

/** Saves the state before lines of a bidder are tried. The returned function undoes these lines. */
export function markState(state: RoomState, bidderId: BidderId, touched: readonly BidId[]): () => void {
  const { version, lastHash, lastBidAtMs } = state;
  const touchedBefore = state.touched.length;
  const { numbers, lastAtMs } = linesOfBidder(state, bidderId);
  const linesBefore = numbers.length;
  const before = touched.map((bidId) => [bidId, state.bids.get(bidId)] as const);
  return () => {
    state.touched.length = touchedBefore;
    const own = state.linesOf.get(bidderId);
    if (own) {
      own.numbers.length = linesBefore;
      own.lastAtMs = lastAtMs;
    }
    Object.assign(state, { version, lastHash, lastBidAtMs });
    for (const [bidId, bid] of before) {
      removeBid(state, bidId);
      if (bid) putBid(state, bid);
    }
  };
}

function removeBid(state: RoomState, bidId: BidId): void {
  const bid = state.bids.get(bidId);
  if (!bid) return;
  state.bids.delete(bidId);
  state.standings.get(bid.itemId)?.removeBid(bidId);
  state.standingOf.get(bid.bidderId)?.delete(bidId);
}

const NO_BIDS: ReadonlyMap<BidId, Bid> = new Map();

/** Returns the standing (not deleted) bids of one bidder. */
export const standingBidsOf = (state: RoomState, bidderId: BidderId): ReadonlyMap<BidId, Bid> =>
  state.standingOf.get(bidderId) ?? NO_BIDS;
