import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extendSoftly, lastMinutes } from '#server/room/judging/judge-batches.ts';
import { asBidder, judgeRequest, type RoomRequest } from '#server/room/judging/judge-request.ts';
import type { RoomState } from '#server/room/room-state.ts';
import type { NewLine } from '#server/room/store/write-lines.ts';
import { aRoomBidder, aRoomState } from '#testing/builders/room-state-builders.ts';

const MINUTE = 60_000;
const END = 60 * MINUTE;

const BIDDERS = ['anna', 'boris', 'clara'].map(aRoomBidder);

/**
 * A room with an item of a hundred RECs that several bids may share. Soft close watches the last five minutes, and may
 * extend the auction by ten minutes in total.
 */
const aRoom = (softClose: RoomState['settings']['softClose'] = { minutes: 5, maximum: 2 }): RoomState =>
  aRoomState({ softClose, bidders: BIDDERS, times: { startsAtMs: 0, endsAtMs: END } });

/** Judges one request as a batch does, and returns all its lines. */
function ask(state: RoomState, request: RoomRequest, atMs: number): readonly NewLine[] {
  const last = lastMinutes(state, request, atMs);
  const verdict = judgeRequest(state, request, atMs);
  return last && verdict.ok ? [...verdict.lines, ...extendSoftly(state, last, verdict.lines)] : verdict.lines;
}

const bid = (who: string, price: number, quantity: number, bidId?: string): RoomRequest => ({
  ...asBidder(BIDDERS.find(({ userId }) => userId === who) ?? aRoomBidder('nobody')),
  type: 'place',
  entry: 'live',
  bids: [{ auctionItemId: 'item', ...(bidId && { bidId }), price, quantity, bidderPartialFulfillment: true }],
});
const idOf = (lines: readonly NewLine[]): string => lines[0]?.line.bidId ?? '';
const kindsOf = (lines: readonly NewLine[]) => lines.map(({ line }) => line.kind);

test('a late bid that changes a winner moves the end, directly after its own entry', () => {
  const state = aRoom();
  expect(kindsOf(ask(state, bid('anna', 5, 100), END - 5 * MINUTE))).toEqual(['placed']);
  const lines = ask(state, bid('boris', 6, 40), END - MINUTE);
  expect(lines.map(({ line }) => [line.seq, line.kind, line.by, line.reason, line.at, line.until])).toEqual([
    [2, 'placed', 'bidder', null, new Date(END - MINUTE).toISOString(), null],
    [
      3,
      'extended',
      'system',
      'soft_close',
      new Date(END - MINUTE).toISOString(),
      new Date(END + 4 * MINUTE).toISOString(),
    ],
  ]);
  expect(state.times.auctionEndsAtMs).toBe(END + 4 * MINUTE);
  expect(lines[1]?.times?.auctionEndsAtMs).toBe(END + 4 * MINUTE);
  // Without the extension, a bid at this time would be late.
  expect(kindsOf(ask(state, bid('anna', 7, 100), END + MINUTE))).toEqual(['placed', 'extended']);
});

test('a late bid that leaves every bidder’s win unchanged moves nothing', () => {
  const state = aRoom();
  const annas = idOf(ask(state, bid('anna', 5, 60), 1_000));
  ask(state, bid('boris', 5, 40), 2_000);
  // Anna raises her price, but every bidder still wins the same quantity.
  expect(kindsOf(ask(state, bid('anna', 6, 60, annas), END - 2))).toEqual(['revised']);
  expect(kindsOf(ask(state, bid('anna', 7, 20), END - 1))).toEqual(['placed', 'extended']);
});

test('moves the end by at most the maximum in total, however often', () => {
  const state = aRoom();
  const until = () => (state.times.auctionEndsAtMs - END) / MINUTE;
  expect(kindsOf(ask(state, bid('anna', 5, 100), END - MINUTE))).toEqual(['placed', 'extended']);
  expect(until()).toBe(4);
  expect(kindsOf(ask(state, bid('boris', 6, 100), END + MINUTE))).toEqual(['placed', 'extended']);
  expect(until()).toBe(6);
  expect(kindsOf(ask(state, bid('clara', 7, 100), END + 3 * MINUTE))).toEqual(['placed', 'extended']);
  expect(until()).toBe(8);
  expect(kindsOf(ask(state, bid('anna', 8, 100), END + 7 * MINUTE))).toEqual(['placed', 'extended']);
  // The limit of twice five minutes is reached, so the last move is shorter.
  expect(until()).toBe(10);
  expect(kindsOf(ask(state, bid('boris', 9, 100), END + 9 * MINUTE))).toEqual(['placed']);
  expect(kindsOf(ask(state, bid('anna', 10, 100), END + 10 * MINUTE))).toEqual(['refusedLate']);
});

test('a cancellation moves nothing, nor does a rejected bid, nor anything without soft close', () => {
  const state = aRoom();
  const annas = idOf(ask(state, bid('anna', 5, 100), 1_000));
  ask(state, bid('boris', 5, 100), 1_000);
  const cancel = { userId: 'admin', accounts: [], type: 'cancel', bidId: annas, reason: 'agreed' } as const;
  expect(kindsOf(ask(state, cancel, END - MINUTE))).toEqual(['cancelled']);
  expect(kindsOf(ask(state, bid('clara', 4.99, 10), END - MINUTE))).toEqual([]);
  const plain = aRoom(null);
  expect(kindsOf(ask(plain, bid('anna', 5, 100), END - MINUTE))).toEqual(['placed']);
});

/** Random requests around the end. The requests move the end. */
const asked = fc.array(
  fc.record({
    who: fc.constantFrom('anna', 'boris', 'clara'),
    price: fc.integer({ min: 10, max: 60 }).map((tick) => tick / 10),
    quantity: fc.integer({ min: 1, max: 120 }),
    laterMs: fc.integer({ min: 0, max: 3 * MINUTE }),
  }),
  { maxLength: 60 },
);

test('the end follows from the entries alone, within its limit, and no bid is accepted after it', () => {
  fc.assert(
    fc.property(asked, fc.integer({ min: 1, max: 4 }), (requests, maximum) => {
      const state = aRoom({ minutes: 2, maximum });
      const lines: NewLine[] = [];
      let atMs = END - 20 * MINUTE;
      for (const { who, price, quantity, laterMs } of requests) {
        atMs += laterMs;
        lines.push(...ask(state, bid(who, price, quantity), atMs));
      }
      let endMs = END;
      let extensions = 0;
      for (const { line } of lines) {
        const lineMs = Date.parse(line.at);
        if (line.kind === 'placed') expect(lineMs).toBeLessThan(endMs);
        if (line.kind === 'refusedLate') expect(lineMs).toBeGreaterThanOrEqual(endMs);
        if (line.kind !== 'extended') continue;
        expect(lineMs).toBeGreaterThan(endMs - 2 * MINUTE);
        endMs = Math.min(lineMs + 2 * MINUTE, END + maximum * 2 * MINUTE);
        expect(line.until).toBe(new Date(endMs).toISOString());
        extensions += 1;
      }
      expect(state.conduct.extendedMs).toBe(endMs - END);
      expect(state.times.auctionEndsAtMs).toBe(endMs);
      expect(state.conduct.extensions).toBe(extensions);
    }),
  );
});
