import type { RoomBid } from '#contract/bidding/bidding.ts';
import type { RoomDelta, RoomSnapshot } from '#contract/bidding/room.ts';
import type { ConductView } from '#contract/bidding/conduct.ts';
import type { BidderId, BidId } from '#domain/basics/ids.ts';
import { baseLanguageOf, type Language } from '#domain/basics/language.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import { ownNumber } from '#domain/bidding/own-number.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import type { Conduct } from '#domain/auction/conduct.ts';
import { latestEndMs, type EndTerms } from '#domain/auction/soft-close.ts';
import { chainIn, signedHeadIn } from '#server/room/head-of-room.ts';
import { epochOf } from '#server/room/epoch.ts';
import type { RoomAnswer } from '#server/room/store/room-store.ts';
import { endTermsOf, isSealed, linesOfBidder, type RoomBidder, type RoomState } from '#server/room/room-state.ts';

/** The audiences of administrators, who see names: one audience for each language. */
export const ADMIN_AUDIENCES = ['admins', 'adminsInEnglish'] as const;
/** All audiences. Participants see aliases (docs/rules.md#live-bids). Only this file turns a bid into JSON. */
export const AUDIENCES = [...ADMIN_AUDIENCES, 'participants'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Returns the audience of an admin who uses this language. */
export const adminsIn = (language: Language): Audience =>
  baseLanguageOf(language) === 'en' ? 'adminsInEnglish' : 'admins';

function nameFor(audience: Audience, bidder: RoomBidder): string {
  if (audience === 'participants') return bidder.alias;
  return `${bidder.username} · ${companyNameIn(audience === 'adminsInEnglish' ? 'en' : 'zh', bidder)}`;
}

/**
 * Returns a bid as this audience sees it: with a name for admins, with an alias for everyone else. While bids are
 * sealed, participants get numbers that count only the lines of the bid's own bidder. Other numbers would reveal how
 * often rivals bid.
 */
export function presentBid(state: RoomState, bid: Bid, audience: Audience): RoomBid {
  const isOwnSealed = audience === 'participants' && isSealed(state);
  const numberOf = (seq: number): number =>
    isOwnSealed ? ownNumber(linesOfBidder(state, bid.bidderId).numbers, seq) : seq;
  const bidder = state.settings.bidders.get(bid.bidderId);
  return {
    bidId: bid.bidId,
    auctionItemId: bid.itemId,
    bidderId: bid.bidderId,
    bidderUserName: bidder ? nameFor(audience, bidder) : '',
    bidValue: decimalOfCents(bid.priceCents),
    bidRECQuantity: bid.quantity,
    bidderPartialFulfillment: bid.allowsPartial,
    minimumAcceptable: bid.minimumAcceptable,
    updatedTime: new Date(bid.updatedAtMs).toISOString(),
    tieSeq: numberOf(bid.tieSeq),
    seq: numberOf(bid.seq),
    isDeleted: bid.isDeleted,
    byAdmin: bid.byAdmin,
  };
}

/** Returns the times and the last auction control of an auction, as everyone in the room sees them. */
export function presentTimes(state: RoomState): RoomSnapshot['times'] {
  const { times, conduct } = state;
  const isClosed = times.closedAtMs !== null;
  return {
    startTime: new Date(times.startsAtMs).toISOString(),
    endTime: new Date(times.endsAtMs).toISOString(),
    auctionEndTime: new Date(times.auctionEndsAtMs).toISOString(),
    isClosed,
    pausedAt: isoOf(times.pausedAtMs),
    annulledAt: isoOf(times.annulledAtMs),
    ...presentConduct(endTermsOf(state), { last: conduct.last, isClosed }),
  };
}

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** A reader of a room. `audience` decides which names the reader sees; `bidderId` decides which sealed bids. */
export type Reader = {
  readonly audience: Audience;
  /** The bidder whose own bids the reader sees before the start; null for readers without bids (the owner). */
  readonly bidderId: BidderId | null;
};

/**
 * Tells whether all readers may see the bid. A bid that was withdrawn or cancelled before the start stays hidden,
 * because its price would reveal the price that the bidder was ready to accept.
 */
const isOpened = (state: RoomState, bid: Bid): boolean =>
  !isSealed(state) && !(bid.isDeleted && bid.seq <= state.lastSealedEnd);

function mayRead(state: RoomState, bid: Bid, reader: Reader): boolean {
  return reader.audience !== 'participants' || bid.bidderId === reader.bidderId || isOpened(state, bid);
}

/** Returns the whole room as this reader may see it. `nowMs` is the server's time, for the browser's clock. */
export function presentSnapshot(state: RoomState, reader: Reader, nowMs: number): RoomSnapshot {
  const bids = [...state.bids.values()].filter((bid) => mayRead(state, bid, reader));
  return {
    event: 'LiveAuctions',
    kind: 'snapshot',
    auctionId: state.settings.auctionId,
    version: state.version,
    epoch: epochOf(state.lastHash),
    now: new Date(nowMs).toISOString(),
    times: presentTimes(state),
    ...signedHeadIn(state),
    bids: bids.map((bid) => presentBid(state, bid, reader.audience)),
  };
}

/** Returns every bid that changed after version `from`, as it is now. */
export function presentDelta(state: RoomState, reader: Reader, from: number, nowMs: number): RoomDelta {
  const changed = [...state.bids.values()].filter((bid) => bid.seq > from && mayRead(state, bid, reader));
  return deltaOf(state, { from, bids: changed.map((bid) => presentBid(state, bid, reader.audience)) }, nowMs);
}

/**
 * Returns a function that makes an audience's message about these bids since version `from`. The bids are converted
 * only once. Use it only when nothing is sealed for the audience: then only the names differ between audiences.
 */
export function presentDeltas(
  state: RoomState,
  bids: readonly Bid[],
  links: readonly string[],
  nowMs: number,
): (audience: Audience, from: number) => RoomDelta {
  const shown = bids.map((bid) => ({
    bidder: state.settings.bidders.get(bid.bidderId),
    bid: presentBid(state, bid, 'admins'),
  }));
  return (audience, from) => {
    const changed = shown.filter(({ bid }) => bid.seq > from);
    const named = changed.map(({ bidder, bid }) => ({
      ...bid,
      bidderUserName: bidder ? nameFor(audience, bidder) : '',
    }));
    return { ...deltaOf(state, { from, bids: named }, nowMs), ...chainIn(state, from, links) };
  };
}

function deltaOf(state: RoomState, { from, bids }: Pick<RoomDelta, 'from' | 'bids'>, nowMs: number): RoomDelta {
  return {
    event: 'LiveAuctions',
    kind: 'delta',
    auctionId: state.settings.auctionId,
    from,
    version: state.version,
    epoch: epochOf(state.lastHash),
    now: new Date(nowMs).toISOString(),
    times: presentTimes(state),
    ...signedHeadIn(state),
    bids,
  };
}

/**
 * Returns a function that presents the answer to a call to its caller. Run that function before the next batch changes
 * the room. If a caller sends the same call before and after the start, both answers have the same version.
 */
export const presentAnswer = (audience: Audience) => (answer: RoomAnswer, state: RoomState | undefined) => {
  if (!answer.ok) return answer;
  const { bidIds, receivedAt, receipt = null } = answer;
  const bidder = state?.bids.get(bidIds[0] ?? ('' as BidId))?.bidderId;
  const isOwn = audience === 'participants' && state && bidder && Date.parse(receivedAt) < state.times.startsAtMs;
  const version = isOwn ? ownNumber(linesOfBidder(state, bidder).numbers, answer.version) : answer.version;
  const bids = bidIds.flatMap((bidId) => {
    const bid = state?.bids.get(bidId);
    return state && bid ? [presentBid(state, bid, audience)] : [];
  });
  return { ok: true as const, placed: { bids, version, receivedAt, receipt } };
};

/** Returns an auction's extensions and its last auction control. Leaves out which admin acted. */
export function presentConduct(
  end: EndTerms,
  { last, isClosed }: { readonly last: Conduct['last']; readonly isClosed: boolean },
): { extensions: number; latestEndTime: string; conduct: ConductView | null } {
  const latestMs = isClosed ? end.auctionEndsAtMs : latestEndMs(end);
  const told = { extensions: end.conduct.extensions, latestEndTime: new Date(latestMs).toISOString() };
  if (!last) return { ...told, conduct: null };
  const { kind, by, at, until, reason } = last;
  return { ...told, conduct: { kind, by, at, until, reason } };
}

/** The maximum age of a shared snapshot, in milliseconds. A slow network takes about as long to deliver a snapshot. */
const FRESH_MS = 200;

type CachedSnapshot = { readonly snapshot: RoomSnapshot; readonly madeAtMs: number };
const snapshotCache = new WeakMap<RoomState, Map<Audience, CachedSnapshot>>();

/**
 * Returns the whole room for an audience for which nothing is sealed. Readers who ask at about the same time share one
 * snapshot. After a disconnection, thousands of readers ask at the same time, and a snapshot of thousands of bids takes
 * tens of milliseconds.
 */
export function snapshotForAll(state: RoomState, audience: Audience, nowMs: number): RoomSnapshot {
  const ofState = snapshotCache.get(state) ?? new Map<Audience, CachedSnapshot>();
  snapshotCache.set(state, ofState);
  const known = ofState.get(audience);
  if (known && isCurrent(known, state, nowMs)) return known.snapshot;
  const snapshot = presentSnapshot(state, { audience, bidderId: null }, nowMs);
  ofState.set(audience, { snapshot, madeAtMs: nowMs });
  return snapshot;
}

const isCurrent = ({ snapshot, madeAtMs }: CachedSnapshot, state: RoomState, nowMs: number): boolean =>
  snapshot.version === state.version &&
  Math.abs(nowMs - madeAtMs) <= FRESH_MS &&
  JSON.stringify(snapshot.times) === JSON.stringify(presentTimes(state));
