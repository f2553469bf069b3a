import { describe, expect, it } from 'vitest';
import type { RoomBid } from '#contract/bidding/bidding.ts';
import { aRoomBid, aSetting, NOTHING_DONE, OWN_BIDDER, roomOfBids } from '#testing/builders/room-builders.ts';
import { ApiError } from '#web/platform/calls/api-error.ts';
import { openForm, placedForm, typeDraft, type BidForm } from '#web/bidding/bid-form/bid-form.ts';
import { inputOfDraft } from '#web/bidding/bid-form/draft.ts';
import { depthReadings, depthShape } from '#web/bidding/depth/depth-shape.ts';
import { nearOwn } from '#web/bidding/ranking/near-own.ts';
import { ownEvents } from '#web/bidding/news/own-events.ts';
import { isResumedLongAgo } from '#web/bidding/room/answer-time.ts';
import { roomPhaseAt, momentAt, hindranceOf } from '#web/bidding/room/phase.ts';
import { nextPrices, stepPrice } from '#web/bidding/bid-form/price-steps.ts';
import { lastWinningPrice, roomView } from '#web/bidding/room/room-view.ts';

const setting = aSetting();
const [room] = setting.items;
const grid = { item: room?.bidding ?? expect.unreachable(), terms: setting.terms };
const mine = (seq: number, price: number, quantity = 40) =>
  aRoomBid({ bidId: 'mine', seq, bidValue: price, bidRECQuantity: quantity, bidderId: OWN_BIDDER });
const rival = (seq: number, price: number, quantity = 80) =>
  aRoomBid({ bidId: 'rival', seq, bidValue: price, bidRECQuantity: quantity });

describe('price steps', () => {
  it('go to the grid first and stay within the limits', () => {
    expect(stepPrice(1_234, 1, grid)).toBe(1_240);
    expect(stepPrice(1_234, -1, grid)).toBe(1_230);
    expect(stepPrice(1_990, 10, grid)).toBe(2_000);
    expect(stepPrice(110, -10, grid)).toBe(100);
    expect(stepPrice(undefined, 1, grid)).toBe(100);
  });

  it('offer the next valid prices from the price to win on, for a revision above the current price', () => {
    const toWin = { priceCents: 1_250, isFull: false };
    expect(nextPrices(toWin, grid, undefined, 3)).toEqual([1_250, 1_260, 1_270]);
    expect(nextPrices(toWin, grid, 1_300, 3)).toEqual([1_310, 1_320, 1_330]);
    expect(nextPrices({ priceCents: 1_990, isFull: false }, grid, undefined, 3)).toEqual([1_990, 2_000]);
    expect(nextPrices({ priceCents: 2_000, isFull: true }, grid, undefined, 3)).toEqual([]);
  });

  it('run downward in a reverse auction', () => {
    const reverse = { ...grid, terms: { ...grid.terms, auctionType: 'Reverse' } as const };
    expect(nextPrices({ priceCents: 1_250, isFull: false }, reverse, undefined, 2)).toEqual([1_250, 1_240]);
    expect(stepPrice(undefined, 1, reverse)).toBe(2_000);
  });
});

describe('the form after a bid was placed', () => {
  const [view = expect.unreachable()] = roomView(setting, roomOfBids(mine(1, 11), rival(2, 12))).items.values();
  const opened = openForm(view);
  const inputOf = (form: BidForm) => inputOfDraft(view.item.auctionItemId, form.draft);

  it('continues with raising that bid', () => {
    expect(placedForm(opened, inputOf(opened), view, 'mine')).toEqual(opened);
  });

  it('keeps what was typed while the bid was sending', () => {
    const typed = typeDraft(opened, { price: '13' });
    expect(placedForm(typed, inputOf(opened), view, 'mine')).toEqual(typed);
    const first = typeDraft(opened, { bidId: undefined });
    const kept = placedForm(typeDraft(first, { price: '13' }), inputOf(first), view, 'mine');
    expect(kept.draft).toEqual({ ...opened.draft, price: '13', bidId: 'mine' });
  });
});

describe('messages about own bids', () => {
  const at = (...bids: RoomBid[]) => roomView(setting, roomOfBids(...bids));

  it('describe what rivals did to them', () => {
    const before = at(mine(1, 11));
    const after = at(mine(1, 11), rival(2, 12));
    expect(ownEvents(before, after).map((event) => event.kind)).toEqual(['outbid']);
    expect(ownEvents(after, before).map((event) => event.kind)).toEqual(['regained']);
  });

  it('leave out what the bidder did', () => {
    const before = at(mine(1, 11), rival(2, 12));
    expect(ownEvents(before, at(mine(3, 13), rival(2, 12)))).toEqual([]);
  });

  it('describe a cancelled bid', () => {
    const gone = { ...mine(3, 11), isDeleted: true };
    expect(ownEvents(at(mine(1, 11)), at(gone)).map((event) => event.kind)).toEqual(['cancelled']);
  });
});

describe('the short ranking', () => {
  it('shows the leader, the own bids and three on either side, and counts the gaps', () => {
    const rivals = Array.from({ length: 20 }, (_, index) =>
      aRoomBid({ bidId: `r${index}`, seq: index + 1, bidValue: 19 - index / 2 }),
    );
    const view = roomView(setting, roomOfBids(...rivals, mine(30, 13.75))).items.get('item-1');
    const lines = nearOwn(view?.rows ?? []).map((line) => (line.kind === 'gap' ? `+${line.count}` : line.row.rank));
    expect(lines).toEqual([1, '+7', 9, 10, 11, 12, 13, 14, 15, '+6']);
  });
});

describe('the price-volume distribution', () => {
  const view = roomView(
    setting,
    roomOfBids(mine(1, 11), rival(2, 12), { ...rival(3, 11, 5), bidId: 'third' }),
  ).items.get('item-1');
  const rows = view?.rows ?? [];

  it('sums quantities for each price, best first, and marks the bidder’s own part', () => {
    expect(depthReadings(rows, 'Forward')).toEqual([
      { priceCents: 1_200, quantity: 80, cumulative: 80, ownQuantity: 0 },
      { priceCents: 1_100, quantity: 45, cumulative: 125, ownQuantity: 40 },
    ]);
  });

  it('draws prices to the right and quantities upward', () => {
    const shape = depthShape(
      depthReadings(rows, 'Forward'),
      { auctionType: 'Forward', itemQuantity: 100, tickCents: 10, lastWinningCents: lastWinningPrice(rows) },
      { width: 300, height: 100 },
    );
    expect(shape.xs[0]).toBeGreaterThan(shape.xs[1] ?? 0);
    expect(shape.ys[0]).toBeGreaterThan(shape.ys[1] ?? 0);
    expect(shape.itemY).toBeGreaterThan(0);
    expect(shape.priceLabels.map(({ cents }) => cents)).toEqual([1_100, 1_200]);
    expect(shape.quantityLabels.map(({ quantity }) => quantity)).toEqual([50, 100]);
    expect(shape.area).toMatch(/^M[\d.]+ 100.*H0V100Z$/);
    const startsOf = (bars: string) =>
      bars
        .split('M')
        .slice(1)
        .map((bar) => bar.split(' ')[0]);
    const [best, second] = startsOf(shape.bars);
    expect(Number(best)).toBeGreaterThan(Number(second));
    expect(startsOf(shape.ownBars)).toEqual([second]);
  });

  it('draws a single price without dividing by zero', () => {
    const one = depthReadings(rows.slice(0, 1), 'Forward');
    const of = { auctionType: 'Forward', itemQuantity: 100, tickCents: 10, lastWinningCents: undefined } as const;
    expect(depthShape(one, of, { width: 300, height: 100 }).xs).toEqual([150]);
  });
});

describe('time', () => {
  const times = {
    startTime: '2026-03-01T09:00:00.000Z',
    endTime: '2026-03-01T10:00:00.000Z',
    auctionEndTime: '2026-03-01T10:00:00.000Z',
    isClosed: false,
    ...NOTHING_DONE,
  };
  const at = (time: string) => Date.parse(`2026-03-01T${time}Z`);

  it('has phases that include their start and exclude their end, with the closing period until the result', () => {
    expect(roomPhaseAt(times, at('08:59:59.999'))).toBe('sealed');
    expect(roomPhaseAt(times, at('09:00:00.000'))).toBe('live');
    expect(roomPhaseAt(times, at('09:59:59.999'))).toBe('live');
    expect(roomPhaseAt(times, at('10:00:00.000'))).toBe('closing');
    expect(roomPhaseAt({ ...times, isClosed: true }, at('10:00:03.000'))).toBe('closed');
    expect(roomPhaseAt({ ...times, pausedAt: '2026-03-01T09:30:00.000Z' }, at('10:00:00.000'))).toBe('paused');
  });

  it('removes the notice of a resumption after five minutes, and no other', () => {
    const resumed = { kind: 'resumed', at: '2026-03-01T09:10:00.000Z' } as const;
    expect(isResumedLongAgo(resumed, at('09:15:00.000'))).toBe(false);
    expect(isResumedLongAgo(resumed, at('09:15:00.001'))).toBe(true);
    expect(isResumedLongAgo({ ...resumed, kind: 'extended' }, at('09:50:00.000'))).toBe(false);
    expect(isResumedLongAgo(null, at('09:50:00.000'))).toBe(false);
  });

  it('is announced only at ten, five and one minutes and at ten seconds', () => {
    const end = at('10:00:00.000');
    const spoken = Array.from({ length: 700 }, (_, second) => momentAt(end, end - second * 1_000)).filter(Boolean);
    expect(spoken).toEqual([10, 60, 300, 600]);
  });
});

describe('the reason that blocks a bid', () => {
  const live = { state: 'live', roundTripMs: 20, refusal: undefined, isStale: false } as const;

  it('is first the phase, then the connection, then outdated data', () => {
    expect(hindranceOf('live', live, true)).toBeUndefined();
    expect(hindranceOf('closing', { ...live, state: 'offline' }, true)).toBe('closing');
    expect(hindranceOf('live', { ...live, state: 'offline', isStale: true }, true)).toBe('offline');
    expect(hindranceOf('live', { ...live, state: 'reconnecting', isStale: true }, true)).toBe('stale');
    expect(hindranceOf('live', live, false)).toBe('connecting');
    expect(hindranceOf('live', { ...live, state: 'refused' }, true)).toBe('refused');
    const refusal = new ApiError('logged_in_on_different_device', { status: 401 });
    expect(hindranceOf('live', { ...live, state: 'refused', refusal }, true)).toBe('signedOut');
  });

  it('is not a slow connection that still answers', () => {
    expect(hindranceOf('live', { ...live, state: 'slow', roundTripMs: 1_900 }, true)).toBeUndefined();
    expect(hindranceOf('live', { ...live, state: 'reconnecting' }, true)).toBeUndefined();
  });
});
