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
import { bidAfter, chainHash, contentHash, givesPlace, linkHash, type HistoryLine } from '#domain/bidding/history.ts';
import type { SignedHead } from '#domain/record/receipt.ts';
import { createStanding, type Standing } from '#domain/bidding/standing.ts';
import type { SoftClose } from '#domain/auction/answer-time.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { epochNumber } from '#server/room/epoch.ts';

export type RoomBidder = {
  readonly bidderId: BidderId;
  readonly userId: string;
  readonly username: string;
  readonly accountId: string;
  readonly companyName: string;
  readonly englishCompanyName: string;
  readonly alias: string;
  /**
   * The first maximum that is set: the bidder's in this auction, the account's, or the general one
   * (docs/rules.md#bidders).
   */
  readonly maximumQuantity: number;
  /** The bidder was added to a public auction and has not accepted its terms yet. */
  readonly mustAcceptTerms: boolean;
  /** The bidder has not accepted the auction's present terms of settlement. A change then cancels its sealed bids. */
  readonly mustAcceptSettlement: boolean;
  /**
   * The company shares a member with the owner. It may no longer bid, but its present bids stay
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
  /** Hides the contents of lines behind their hashes until the closing. Null for auctions from before receipts. */
  readonly salt: string | null;
  readonly items: ReadonlyMap<ItemId, BiddingItem>;
  readonly bidders: ReadonlyMap<BidderId, RoomBidder>;
  readonly bidderOfUser: ReadonlyMap<string, RoomBidder>;
};

/** The times that the clock or the closing changes. Requests are judged with the times of the locked row. */
export type RoomTimes = ConductTimes & {
  readonly endsAtMs: number;
  /**
   * The time of the database's clock when these times were read. If bids were sealed at that time, they stay sealed,
   * whatever this process's clock shows.
   */
  readonly readAtMs: number;
};

/**
 * An auction in memory at one version: settings, standings and every bid. Only `applyLine` moves the state forward, one
 * line at a time. So the process that writes a line and the processes that read it later have the same state.
 */
export type RoomState = {
  settings: RoomSettings;
  times: RoomTimes;
  conduct: Conduct;
  version: number;
  lastHash: string;
  /**
   * The epoch at each version from 0 on, as a number (`epochAt`). A state made of bids without their lines
   * (`roomOfBids`) has none.
   */
  readonly epochs: number[];
  /**
   * The time of the last line that gave a bid its place or resumed the auction. Later bids get no earlier time, so the
   * order of commits is the order in time (docs/rules.md#time). Late refusals and cancellations do not count: they may
   * be stored after the end, but before a bid that was received in time.
   */
  lastBidAtMs: number;
  readonly bids: Map<BidId, Bid>;
  /** Standing (not deleted) bids of each bidder: at most three for each item, so adding them up is fast. */
  readonly standingOf: Map<BidderId, Map<BidId, Bid>>;
  /**
   * The lines of each bidder. They limit how many more lines the bidder may write. Before the start, the version
   * numbers that the bidder sees count only these lines.
   */
  readonly linesOf: Map<BidderId, OwnLines>;
  /**
   * The number of the last line that withdrew or cancelled a bid before the start; 0 if there is none. Rivals never
   * see such a bid in the room (docs/rules.md#initial-bids).
   */
  lastSealedEnd: number;
  readonly standings: Map<ItemId, Standing>;
  /** The bids that changed since the publisher last emptied this list. A bid may be listed twice. */
  readonly touched: Bid[];
  /** The hashes of the contents of lines since the publisher last emptied this list (`contentHash`). */
  readonly links: string[];
  /** The head that the last commit signed. Lines that were added without a signature may follow it. */
  signedHead?: SignedHead;
};

/** The numbers of a bidder's lines, in order, and the time of the last line. */
type OwnLines = { readonly numbers: number[]; lastAtMs: number };

/** Returns the room of an auction without history. The first line is chained to `firstHash`. */
export function createRoomState(settings: RoomSettings, times: RoomTimes, firstHash: string): RoomState {
  const standings = new Map<ItemId, Standing>();
  for (const item of settings.items.values()) standings.set(item.itemId, createStanding(item, settings.terms));
  const empty = {
    version: 0,
    lastHash: firstHash,
    lastBidAtMs: 0,
    lastSealedEnd: 0,
    epochs: [epochNumber(firstHash)],
    bids: new Map(),
    standingOf: new Map(),
  };
  return { settings, times, conduct: NO_CONDUCT, ...empty, linesOf: new Map(), standings, touched: [], links: [] };
}

/** Returns the values from which soft close computes the new end. */
export const endTermsOf = ({ settings, times, conduct }: RoomState): EndTerms => ({
  rules: settings.terms.rules,
  softClose: settings.softClose,
  auctionEndsAtMs: times.auctionEndsAtMs,
  conduct,
});

/**
 * Returns the time, in milliseconds, at which a request is judged. Its lines get the same time. The time is never
 * earlier than the last stored bid, because the order of commits is the order in time (docs/rules.md#time).
 */
export const lineTime = (state: RoomState, receivedAtMs: number): number =>
  Math.max(Math.floor(receivedAtMs), state.lastBidAtMs);

/** Returns the room at the same version with these settings, without reading lines again. */
export function withSettings(state: RoomState, settings: RoomSettings): RoomState {
  const { times, conduct, version, lastHash, epochs, lastBidAtMs, lastSealedEnd, linesOf, touched, links } = state;
  const fresh = createRoomState(settings, times, lastHash);
  for (const bid of state.bids.values()) putBid(fresh, bid);
  return { ...fresh, conduct, version, epochs, lastBidAtMs, lastSealedEnd, linesOf, touched, links };
}

/** Returns a room with these bids. The room does not have the earlier lines: `linesOf` is empty. */
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
  state.lastHash = lineHash ?? nextHash(state, line);
  state.version = line.seq;
  state.epochs[line.seq] = epochNumber(state.lastHash);
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

/** Returns the hash of the next line, and keeps the hash of its content for the publisher. */
function nextHash({ lastHash, settings: { salt }, links }: RoomState, line: HistoryLine): string {
  if (salt === null) return chainHash(lastHash, line, sha256, salt);
  const content = contentHash(line, salt, sha256);
  links.push(content);
  return linkHash(lastHash, content, sha256);
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

/** Returns the numbers of one bidder's lines, and the time of the last line. */
export const linesOfBidder = ({ linesOf }: RoomState, bidderId: BidderId): Readonly<OwnLines> =>
  linesOf.get(bidderId) ?? NO_LINES;

/** Puts a bid into every list of the state. */
export function putBid(state: RoomState, bid: Bid): void {
  state.bids.set(bid.bidId, bid);
  state.standings.get(bid.itemId)?.put(bid);
  const own = state.standingOf.get(bid.bidderId) ?? new Map<BidId, Bid>();
  if (bid.isDeleted) own.delete(bid.bidId);
  else own.set(bid.bidId, bid);
  state.standingOf.set(bid.bidderId, own);
}

const NO_BIDS: ReadonlyMap<BidId, Bid> = new Map();

/** Returns the standing (not deleted) bids of one bidder. */
export const standingBidsOf = (state: RoomState, bidderId: BidderId): ReadonlyMap<BidId, Bid> =>
  state.standingOf.get(bidderId) ?? NO_BIDS;

/**
 * Tells whether the initial bids are still sealed. Until the start (database clock), only admins see all of them
 * (docs/rules.md#initial-bids).
 */
export const isSealed = ({ times }: RoomState): boolean => times.readAtMs < times.startsAtMs;
