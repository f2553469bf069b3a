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
  /** What binds in the end: the auction's maximum, else the account's, else the general one (docs/rules.md#bidders). */
  readonly maximumQuantity: number;
  /** Admitted to a public auction without having accepted its terms yet. */
  readonly mustAcceptTerms: boolean;
  /** Shares a member with the owner: it may no longer bid, but its standing bids stay (docs/rules.md#owner). */
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

/** What changes with the clock or with closing; read from the locked row, never remembered for deciding. */
export type RoomTimes = ConductTimes & {
  readonly endsAtMs: number;
  /** The database's time when these were read: bids sealed then stay sealed, whatever this process's own clock shows. */
  readonly readAtMs: number;
};

/**
 * An auction in memory at one version: settings, standings and every bid. Only `apply` moves it forward, line by line,
 * so that a process that wrote the lines and one that reads them from the database end up alike.
 */
export type RoomState = {
  settings: RoomSettings;
  times: RoomTimes;
  conduct: Conduct;
  version: number;
  lastHash: string;
  /**
   * Time of the last line that gave a bid its place or let the clock run again: later bids are never earlier, so that
   * commit order is the order in time (docs/rules.md#time). Late refusals and cancellations don't count: they may come
   * after the end, before a bid that was in time.
   */
  lastBidAtMs: number;
  readonly bids: Map<BidId, Bid>;
  /** Standing (not deleted) bids per bidder: at most three an item, so sums over them are short. */
  readonly standingOf: Map<BidderId, Map<BidId, Bid>>;
  /** Each bidder's lines. They limit what it may still write, and give it the numbers that it sees before the start. */
  readonly linesOf: Map<BidderId, OwnLines>;
  /**
   * Number of the last line that ended a bid before the start; 0 for none. A bid that was taken back while sealed stays
   * hidden from rivals as long as the auction runs (docs/rules.md#initial-bids).
   */
  lastSealedEnd: number;
  readonly standings: Map<ItemId, Standing>;
  /** Bids that lines touched since somebody last took them from here, for telling readers; may name a bid twice. */
  readonly touched: Bid[];
};

/** Numbers of a bidder's lines, in order, and the time of the last one. */
type OwnLines = { readonly numbers: number[]; lastAtMs: number };

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

/** What decides where soft close may move the end now. */
export const endTermsOf = ({ settings, times, conduct }: RoomState): EndTerms => ({
  rules: settings.terms.rules,
  softClose: settings.softClose,
  auctionEndsAtMs: times.auctionEndsAtMs,
  conduct,
});

/**
 * The time that a request is judged at and that its lines carry: commit order is the order in time
 * (docs/rules.md#time), so it is never earlier than a bid that was stored before.
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

/** A room of these bids; the lines before are not known to it. */
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

/** Takes the next line in. `lineHash` is given where the line comes from the database; a new one is hashed here. */
export function applyLine(state: RoomState, line: HistoryLine, lineHash?: string): string {
  if (line.seq !== state.version + 1) throw new Error(`history line ${line.seq} cannot follow ${state.version}`);
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

/** The lines about one bidder's bids. */
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

/** Remembers the state before lines of a bidder are tried. The returned function undoes them. */
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
      forgetBid(state, bidId);
      if (bid) putBid(state, bid);
    }
  };
}

function forgetBid(state: RoomState, bidId: BidId): void {
  const bid = state.bids.get(bidId);
  if (!bid) return;
  state.bids.delete(bidId);
  state.standings.get(bid.itemId)?.forget(bidId);
  state.standingOf.get(bid.bidderId)?.delete(bidId);
}

const NO_BIDS: ReadonlyMap<BidId, Bid> = new Map();

/** Standing (not deleted) bids of one bidder. */
export const standingBidsOf = (state: RoomState, bidderId: BidderId): ReadonlyMap<BidId, Bid> =>
  state.standingOf.get(bidderId) ?? NO_BIDS;
