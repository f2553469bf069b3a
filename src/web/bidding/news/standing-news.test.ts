import { describe, expect, it } from 'vitest';
import { anItem, aRoomBid, aSetting, OWN_BIDDER, roomOfBids } from '#testing/builders/room-builders.ts';
import { APART_MS, CALM_MS, createStandingNews } from '#web/bidding/news/standing-news.ts';
import { roomView, type RoomView } from '#web/bidding/room/room-view.ts';

const setting = aSetting({ items: [anItem(), anItem({ auctionItemId: 'item-2', name: 'MY.Solar.2024' })] });
const ITEMS = ['item-1', 'item-2'] as const;

/**
 * Returns a view with one own bid of 80 RECs at 11.00 on each item. `prices` has the price of a rival's bid on each
 * item.
 */
function at(prices: readonly [number?, number?], ownSeq = 1): RoomView {
  const own = ITEMS.map((auctionItemId) =>
    aRoomBid({
      auctionItemId,
      bidId: `mine ${auctionItemId}`,
      seq: ownSeq,
      bidValue: 11,
      bidRECQuantity: 80,
      bidderId: OWN_BIDDER,
    }),
  );
  const rivals = ITEMS.flatMap((auctionItemId, index) => {
    const bidValue = prices[index];
    return bidValue === undefined
      ? []
      : [
          aRoomBid({
            auctionItemId,
            bidId: `rival ${auctionItemId}`,
            seq: 10 + bidValue,
            bidValue,
            bidRECQuantity: 80,
          }),
        ];
  });
  return roomView(setting, roomOfBids(...own, ...rivals));
}

const calm = at([]);
const lost = { item: 'MY.Hydro.2024', kind: 'outbid', rank: 2, won: 0, asked: 80 };

describe('announcements of the bidder’s standing', () => {
  it('wait for a calm moment and then describe the current standing', () => {
    const news = createStandingNews(calm);
    expect(news.take(at([12]), 100)).toBe(100 + CALM_MS);
    expect(news.say(100 + CALM_MS - 1)).toEqual([]);
    expect(news.say(100 + CALM_MS)).toMatchObject([lost]);
    expect(news.say(100 + CALM_MS)).toEqual([]);
  });

  it('ignore changes among rivals, and a standing that returned to the announced one', () => {
    const news = createStandingNews(calm);
    expect(news.take(at([9]), 0)).toBeUndefined();
    news.take(at([12]), 100);
    const due = news.take(at([9]), 200) ?? expect.unreachable();
    expect(news.say(due)).toEqual([]);
    // Nothing was announced, so the next announcement waits only for `CALM_MS`.
    expect(news.take(at([12]), due + 10)).toBe(due + 10 + CALM_MS);
  });

  it('combine all items in one announcement, losses first', () => {
    const news = createStandingNews(at([12]));
    news.take(at([9, 12]), 0);
    const said = news.say(CALM_MS);
    expect(said.map(({ item, kind }) => [item, kind])).toEqual([
      ['MY.Solar.2024', 'outbid'],
      ['MY.Hydro.2024', 'regained'],
    ]);
  });

  it('come at most every five seconds at ten changes a second', () => {
    const news = createStandingNews(calm);
    const saidAt: number[] = [];
    for (let nowMs = 0; nowMs <= 30_000; nowMs += 100) {
      const due = news.take(at(nowMs % 200 === 0 ? [12, 12] : [12, 9 - (nowMs % 3)]), nowMs);
      if (due !== undefined && due <= nowMs && news.say(nowMs).length > 0) saidAt.push(nowMs);
    }
    const gaps = saidAt.slice(1).map((one, index) => one - (saidAt[index] ?? 0));
    expect(saidAt.length).toBeGreaterThan(3);
    expect(saidAt.length).toBeLessThanOrEqual(7);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(APART_MS);
  });

  it('leave out the bidder’s own acts', () => {
    const news = createStandingNews(at([12]));
    const due = news.take(at([9], 30), 0);
    expect(news.say(due ?? 0)).toEqual([]);
  });
});
