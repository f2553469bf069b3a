import * as z from 'zod/mini';
import { BUY_ORDERS_PAGE } from '#contract/marketplace/buy-order.ts';
import { MARKETPLACE_PAGE } from '#contract/marketplace/marketplace.ts';
import { NOTICES_PAGE } from '#contract/notice.ts';
import { REGISTRATION_PAGE } from '#contract/company/registration.ts';
import {
  getListTokenAsAdmin,
  getListTokenAsUser,
  getRoomTokenAsAdmin,
  getRoomTokenAsUser,
  CHAIN_MAX,
  reportSchema,
  syncRequestSchema,
  timeRequestSchema,
  type FromRoom,
  type RoomDelta,
  type RoomSnapshot,
  type SyncRequest,
} from '#contract/bidding/room.ts';
import { contentHash } from '#domain/bidding/history.ts';
import { mayEnterRoom } from '#domain/access/may.ts';
import type { BidderId, AuctionId } from '#domain/basics/ids.ts';
import { findAuction, relationIn, type AuctionRow } from '#server/auction/auction-rows.ts';
import { LIST_GROUP, roomGroup } from '#server/room/publish-room.ts';
import { adminsIn, type Reader, presentDelta, presentSnapshot, snapshotForAll } from '#server/room/present-room.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { HubClaims } from '#server/platform/hub/claims.ts';
import { openPageGroup, pageGroup } from '#server/platform/hub/invalidate.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { epochAt } from '#server/room/epoch.ts';
import type { Rooms } from '#server/room/rooms.ts';
import type { RoomRows } from '#server/room/store/room-store.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { isSealed, linesOfBidder, standingBidsOf, type RoomState } from '#server/room/room-state.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';

/** The purpose of a socket: to follow one room as this reader. Null for a socket of a list page. */
export type SocketPurpose = { readonly auctionId: string; readonly reader: Reader } | null;

export type IssueToken = (claims: HubClaims, beganAtMs: number) => Promise<{ accessToken: string; expiresAt: string }>;

type ListQuery = { readonly page?: string | undefined; readonly id?: string | undefined };
type TokenCall = Pick<Call, 'db' | 'caller' | 'beganAtMs'>;

/**
 * Returns the operations that issue tokens for sockets. A token is short-lived, serves one connection, and names what
 * the connection may receive (docs/rules.md#realtime).
 */
export function tokenOperations(issueToken: IssueToken, hubUrl: string): Operation[] {
  const issue = async ({ caller, beganAtMs }: TokenCall, group: string, purpose: SocketPurpose) => {
    const claims = {
      userId: caller.userId,
      sessionId: caller.sessionId,
      ...((caller.apiKeyId ?? caller.clientId) !== undefined && { isProgram: true }),
      ...(caller.endsAtMs !== undefined && { endsAtMs: caller.endsAtMs }),
      groups: [group],
      data: purpose,
    };
    return { url: hubUrl, ...(await issueToken(claims, beganAtMs)) };
  };

  const roomToken = async (call: TokenCall & Pick<Call, 'language' | 'nowMs'> & { params: { id: string } }) => {
    const { db, caller, language, params, nowMs } = call;
    const auction = await findAuction(db, caller, params.id);
    if (!auction) throw new Refused('not_found');
    const relation = relationIn(auction, caller);
    const isStarted = nowMs >= auction.start_time.getTime();
    if (relation === 'visitor' || relation === 'stranger') throw new Refused('no_permission_to_join_auction');
    if (isBarred(auction, caller, nowMs)) throw new Refused('account_blacklisted');
    if (!mayEnterRoom(relation, { isStarted, hasBid: auction.own_has_bid })) throw new Refused('initial_bid_required');
    const audience = relation === 'admin' ? adminsIn(language) : 'participants';
    const reader: Reader = { audience, bidderId: auction.own_bidder_id as BidderId | null };
    // Bidders without a bid must not see the bids that are opened at the start. They get no room messages before they
    // ask for another token.
    const mayHear = relation !== 'bidder' || auction.own_has_bid;
    const group = mayHear ? roomGroup(params.id, audience) : LIST_GROUP;
    return issue(call, group, { auctionId: params.id, reader });
  };

  const listToken = (call: TokenCall & { query: ListQuery }) => issue(call, listGroup(call.caller, call.query), null);

  return [
    operation(getRoomTokenAsAdmin, roomToken),
    operation(getRoomTokenAsUser, roomToken),
    operation(getListTokenAsAdmin, listToken),
    operation(getListTokenAsUser, listToken),
  ];
}

/**
 * Tells whether the caller's company is blacklisted and the auction is not over. Past auctions stay readable
 * (docs/rules.md#business-accounts).
 */
function isBarred(auction: AuctionRow, caller: Caller, nowMs: number): boolean {
  const through = relationIn(auction, caller) === 'owner' ? auction.owner_account_id : auction.own_account_id;
  const isBlacklisted = caller.accounts.some(({ id, status }) => id === through && status === 'Blacklisted');
  return isBlacklisted && nowMs < auction.auction_end_time.getTime();
}

/** Returns the group of a page that is not a room: changes of the auction lists, or the page's own group. */
function listGroup(caller: Caller, { page, id }: ListQuery): string {
  if (page === NOTICES_PAGE) return pageGroup(NOTICES_PAGE, caller.userId);
  if (page === MARKETPLACE_PAGE) return openPageGroup(MARKETPLACE_PAGE, id);
  if (page === REGISTRATION_PAGE || page === BUY_ORDERS_PAGE) return ownGroup(page, caller);
  return LIST_GROUP;
}

/** Returns the group of the caller's own messages; for admins, the group of all messages. */
const ownGroup = (page: string, { role, userId }: Caller): string =>
  pageGroup(page, role === 'Admin' ? undefined : userId);

/**
 * Answers a socket's request for the server's time (`time`) or for the room's changes since a version (`sync`). Returns
 * undefined for any other request.
 */
export async function answerSocket(
  rooms: Rooms,
  clock: Clock,
  purpose: SocketPurpose,
  asked: { readonly event: string; readonly data: unknown },
  { readLines, onReport }: WatchParts = {},
): Promise<FromRoom | undefined> {
  if (asked.event === 'report') {
    const report = z.safeParse(reportSchema, asked.data);
    if (!report.success || !purpose || reported.has(purpose)) return undefined;
    reported.add(purpose);
    onReport?.({ auctionId: purpose.auctionId, ...report.data });
    return undefined;
  }
  if (asked.event === 'time') {
    const request = z.safeParse(timeRequestSchema, asked.data);
    return request.success ? { kind: 'time', echo: request.data.echo, nowMs: clock.nowMs() } : undefined;
  }
  const request = asked.event === 'sync' ? z.safeParse(syncRequestSchema, asked.data) : undefined;
  if (!request?.success || !purpose) return undefined;
  const { data } = request;
  const auctionId = purpose.auctionId as AuctionId;
  const answer = await rooms.read(auctionId, (state) => {
    const message = catchUp(state, purpose.reader, data, clock.nowMs());
    return message && { message, salt: state.settings.salt };
  });
  return answer && withChain(answer.message, answer.salt, data.seen, (from, to) => readLines?.(auctionId, from, to));
}

/** The sockets that have reported once. More reports of the same socket would only fill the log. */
const reported = new WeakSet<object>();

/** Parts that a socket needs beside the rooms, so that its reader can watch the history. */
export type WatchParts = {
  /** Returns the lines after `from` up to `to`. */
  readonly readLines?: RoomRows['lines'];
  /** Runs if a page reports two signed heads that do not belong to one history. */
  readonly onReport?: (report: { readonly auctionId: string } & z.output<typeof reportSchema>) => void;
};

/** Adds the proof that the history continues the line that the reader has seen. Lines never change, so they are read later. */
async function withChain(
  message: RoomSnapshot | RoomDelta,
  salt: string | null,
  seen: number | undefined,
  linesAfter: (from: number, to: number) => ReturnType<RoomRows['lines']> | undefined,
): Promise<FromRoom> {
  const to = message.signedHead?.seq ?? 0;
  if (salt === null || seen === undefined || seen >= to || to - seen > CHAIN_MAX) return message;
  const lines = await linesAfter(seen, to);
  if (!lines) return message;
  return { ...message, chain: { from: seen, links: lines.map(({ line }) => contentHash(line, salt, sha256)) } };
}

/**
 * Returns the changes since the reader's version as a delta. Returns a snapshot if the version is 0 or unknown, if the
 * reader has another history, or if bids are sealed for the reader. Returns undefined for a bidder who may not enter the
 * live room.
 */
function catchUp(
  state: RoomState,
  reader: Reader,
  known: SyncRequest,
  nowMs: number,
): RoomSnapshot | RoomDelta | undefined {
  const other = isOfHistory(state, reader, known) ? {} : { isOtherHistory: true as const };
  // While bids are sealed, the version is 0, because the room's version would count the hidden bids. For the same
  // reason, the epoch is the one at the reader's own last line.
  if (reader.audience === 'participants' && isSealed(state)) {
    const epoch = epochAt(state, ownVersions(state, reader).at(-1) ?? 0) ?? '';
    return { ...presentSnapshot(state, reader, nowMs), version: 0, epoch, ...other };
  }
  // A bidder without a bid may not enter the live room (docs/rules.md#initial-bids). The client asks for another token
  // after the bidder places a bid.
  const { bidderId } = reader;
  if (bidderId !== null && standingBidsOf(state, bidderId).size === 0) return undefined;
  // A delta leaves out bids that were deleted before the start. A reader who may have such a bid gets a snapshot.
  const isBeforeOpening = reader.audience === 'participants' && known.version < state.lastSealedEnd;
  if (other.isOtherHistory || known.version === 0 || isBeforeOpening)
    return { ...snapshotForAll(state, reader.audience, nowMs), ...other };
  return presentDelta(state, reader, known.version, nowMs);
}

/**
 * Returns whether the reader's copy is an earlier state of this room. It is not if the database was restored to an
 * earlier state (decision 99). A reader of sealed bids has version 0 and the epoch at one of its own lines.
 */
function isOfHistory(state: RoomState, reader: Reader, { version, epoch }: SyncRequest): boolean {
  if (epoch === undefined) return version <= state.version;
  const versions = version === 0 ? [0, ...ownVersions(state, reader)] : [version];
  return versions.some((one) => epochAt(state, one) === epoch);
}

const ownVersions = (state: RoomState, { bidderId }: Reader): readonly number[] =>
  bidderId === null ? [] : linesOfBidder(state, bidderId).numbers;
