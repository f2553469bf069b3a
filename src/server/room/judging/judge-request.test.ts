import { expect, test } from 'vitest';
import type { Membership } from '#domain/access/may.ts';
import type { ItemId } from '#domain/basics/ids.ts';
import { asBidder, judgeRequest, type RoomRequest } from '#server/room/judging/judge-request.ts';
import type { RoomState, RoomTimes } from '#server/room/room-state.ts';
import { aRoomBidder, aRoomState } from '#testing/builders/room-state-builders.ts';

const anna = aRoomBidder('anna');
const ANNAS: Membership = { id: anna.accountId, status: 'Active', role: 'trader' };

type Room = { readonly times?: Partial<RoomTimes>; readonly isEmpty?: boolean };

const aRoom = ({ times = {}, isEmpty = false }: Room = {}): RoomState =>
  aRoomState({ ...(isEmpty && { items: [] }), bidders: [anna], times: { readAtMs: 1_000, ...times } });

const place = (change: Partial<Extract<RoomRequest, { type: 'place' }>> = {}): RoomRequest => ({
  userId: 'anna',
  accounts: [ANNAS],
  type: 'place',
  entry: 'live',
  bids: [{ auctionItemId: 'item', price: 5, quantity: 10, bidderPartialFulfillment: false }],
  ...change,
});

const nonsense = { bids: [{ auctionItemId: 'gone', price: null, quantity: null, bidderPartialFulfillment: false }] };

/**
 * Cases of checks 1 and 2 of docs/rules.md#bid-checks, in the order of the checks. Each request also fails later
 * checks, but the refusal must name the first failed check.
 */
const CASES: { code: string; request: Parameters<typeof place>[0]; room: Room; atMs: number }[] = [
  {
    code: 'no_permission_to_join_auction',
    request: { ...nonsense, userId: 'stranger', accounts: [{ ...ANNAS, id: 'another' }] },
    room: { isEmpty: true },
    atMs: 9_000,
  },
  // A user who left the company is no longer a bidder, although the company bid through this user.
  {
    code: 'no_permission_to_join_auction',
    request: { ...nonsense, accounts: [] },
    room: { isEmpty: true },
    atMs: 9_000,
  },
  ...(['anna', 'viewer of anna'] as const).map((userId) => ({
    code: 'account_blacklisted',
    request: { ...nonsense, userId, accounts: [{ ...ANNAS, status: 'Blacklisted' as const, role: 'viewer' as const }] },
    room: { isEmpty: true },
    atMs: 9_000,
  })),
  ...(['anna', 'viewer of anna'] as const).map((userId) => ({
    code: 'viewer_cannot_act',
    request: { ...nonsense, userId, accounts: [{ ...ANNAS, role: 'viewer' as const }] },
    room: { isEmpty: true },
    atMs: 9_000,
  })),
  // Only one user of an account may bid in an auction (decision 69).
  {
    code: 'bids_through_colleague',
    request: { ...nonsense, userId: 'colleague of anna' },
    room: { isEmpty: true },
    atMs: 9_000,
  },
  { code: 'auction_has_no_items', request: nonsense, room: { isEmpty: true }, atMs: 9_000 },
  { code: 'auction_has_ended', request: nonsense, room: {}, atMs: 5_000 },
  { code: 'auction_has_ended', request: { ...nonsense, entry: 'initial' }, room: {}, atMs: 5_000 },
  { code: 'auction_not_started', request: nonsense, room: {}, atMs: 999.9 },
  { code: 'bid_not_found', request: nonsense, room: {}, atMs: 1_000 },
  { code: 'bid_not_found', request: { ...nonsense, entry: 'initial' }, room: {}, atMs: 999.9 },
];

test.each(CASES)('$code at $atMs', ({ code, request, room, atMs }) => {
  const verdict = judgeRequest(aRoom(room), place(request), atMs);
  expect(verdict.ok ? 'accepted' : verdict.refused.code).toBe(code);
});

test('a bid is in time from the start to the last millisecond before the end', () => {
  for (const atMs of [1_000, 4_999.999]) expect(judgeRequest(aRoom(), place(), atMs).ok).toBe(true);
  expect(judgeRequest(aRoom(), place({ entry: 'initial' }), 999).ok).toBe(true);
});

test('a late bid leaves an entry until the auction is closed, and none afterwards', () => {
  const open = aRoom();
  const late = judgeRequest(open, place(), 5_000);
  expect(late.lines.map(({ line }) => [line.kind, line.priceCents, line.quantity])).toEqual([['refusedLate', 500, 10]]);
  expect(open.bids.size).toBe(0);
  const closed = aRoom({ times: { closedAtMs: 7_000 } });
  expect(judgeRequest(closed, place(), 7_001).lines).toEqual([]);
});

test('a bid that was in time is recorded in time, even if a later one was rejected before it', () => {
  const room = aRoom();
  judgeRequest(room, place(), 5_003);
  const [line] = judgeRequest(room, place(), 4_999.5).lines;
  expect([line?.line.kind, line?.line.at]).toEqual(['placed', new Date(4_999).toISOString()]);
});

test('bids are never earlier than the previous one, so their times are in commit order', () => {
  const room = aRoom();
  const times = [4_980, 4_960].flatMap((atMs) => judgeRequest(room, place(), atMs).lines.map(({ line }) => line.at));
  expect(times).toEqual([new Date(4_980).toISOString(), new Date(4_980).toISOString()]);
});

test('after a live bid everything is judged as live, whenever it was received', () => {
  const room = aRoom();
  const first = judgeRequest(room, place({ entry: 'initial' }), 998);
  const [bidId = ''] = first.ok ? first.bidIds : [];
  judgeRequest(room, place(), 1_001);
  const bids = [{ auctionItemId: 'item', bidId, price: 4, quantity: 10, bidderPartialFulfillment: false }];
  const lowered = judgeRequest(room, place({ entry: 'initial', bids }), 999);
  expect(lowered.ok ? 'accepted' : lowered.refused.code).toBe('you_cannot_decrease_your_bid_value');
  const withdrawn = judgeRequest(room, { ...asBidder(anna), type: 'withdraw', bidId }, 999);
  expect(withdrawn.ok ? 'accepted' : withdrawn.refused.code).toBe('auction_has_started');
});

test('a rejected call leaves the room unchanged, even if its earlier bids were valid', () => {
  const room = aRoom();
  const first = judgeRequest(room, place(), 2_000);
  const before = { version: room.version, lastHash: room.lastHash, bids: new Map(room.bids) };
  const good = { auctionItemId: 'item', price: 6, quantity: 10, bidderPartialFulfillment: false };
  const revised = { ...good, ...(first.ok && { bidId: first.bidIds[0] }), price: 7 };
  const verdict = judgeRequest(room, place({ entry: 'initial', bids: [good, revised, { ...good, price: 0 }] }), 2_001);
  expect(verdict.ok ? 'accepted' : verdict.refused.fields).toMatchObject({
    'bids.2.price': { code: 'minimum_bid_price_is' },
  });
  expect(verdict.lines).toEqual([]);
  expect({ version: room.version, lastHash: room.lastHash, bids: new Map(room.bids) }).toEqual(before);
  expect(room.standings.get('item' as ItemId)?.rows()).toHaveLength(1);
});
