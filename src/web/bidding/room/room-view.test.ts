import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RoomBid } from '#contract/bidding/bidding.ts';
import { anItem, aRoomBid, aSetting, OWN_BIDDER, roomOfBids } from '#testing/builders/room-builders.ts';
import { createRoomBook, roomView, type RoomView } from '#web/bidding/room/room-view.ts';

const items = [anItem(), anItem({ auctionItemId: 'item-2', partialFulfillment: false, recQuantity: 50 })];

/** Generates a room's history. Each change sets one of ten bids; `back` returns to the state before the last change. */
const changes = fc.array(
  fc.record({
    bid: fc.integer({ min: 0, max: 9 }),
    price: fc.integer({ min: 10, max: 40 }),
    quantity: fc.integer({ min: 1, max: 60 }),
    allowsPartial: fc.boolean(),
    isDeleted: fc.boolean(),
    back: fc.boolean(),
  }),
  { maxLength: 40 },
);

const bidOf = (change: { bid: number; price: number; quantity: number; allowsPartial: boolean; isDeleted: boolean }) =>
  ({
    bidId: `bid-${change.bid}`,
    bidderId: change.bid % 3 === 0 ? OWN_BIDDER : 'bidder-other',
    auctionItemId: change.bid % 2 === 0 ? 'item-1' : 'item-2',
    bidValue: change.price / 2,
    bidRECQuantity: change.quantity,
    bidderPartialFulfillment: change.allowsPartial,
    isDeleted: change.isDeleted,
  }) satisfies Partial<RoomBid>;

const plain = (view: RoomView) => ({ ...view, items: [...view.items.values()] });

describe('the view of a room', () => {
  it('is the same updated incrementally or computed from scratch, also after a step back', () => {
    fc.assert(
      fc.property(changes, (life) => {
        const setting = aSetting({ items });
        const book = createRoomBook(setting);
        let bids: ReadonlyMap<string, RoomBid> = new Map();
        let before = bids;
        for (const [index, change] of life.entries()) {
          const bid = aRoomBid({ ...bidOf(change), seq: index + 1 });
          // A snapshot may be older than the state after a response, so the view can go back to an earlier state.
          const next = change.back ? before : new Map(bids).set(bid.bidId, bid);
          before = bids;
          bids = next;
          const view = book.take({ version: index + 1, bids });
          expect(plain(view)).toEqual(plain(roomView(setting, { version: index + 1, bids })));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('reuses the view of unchanged items and unmoved rows', () => {
    const book = createRoomBook(aSetting({ items }));
    const high = aRoomBid({ bidId: 'a', seq: 1, bidValue: 12 });
    const other = aRoomBid({ bidId: 'b', seq: 2, auctionItemId: 'item-2', bidRECQuantity: 50 });
    const first = book.take(roomOfBids(high, other));
    const low = aRoomBid({ bidId: 'c', seq: 3, bidValue: 9 });
    const second = book.take(roomOfBids(high, other, low));
    expect(second.items.get('item-2')).toBe(first.items.get('item-2'));
    expect(second.items.get('item-1')?.rows[0]).toBe(first.items.get('item-1')?.rows[0]);
  });

  it('shows own bids, what they win, and the bidder’s standing over all items', () => {
    const setting = aSetting({ items, maximumQuantity: 200 });
    const view = roomView(
      setting,
      roomOfBids(
        aRoomBid({ bidId: 'rival', seq: 1, bidValue: 12, bidRECQuantity: 70 }),
        aRoomBid({
          bidId: 'mine',
          seq: 2,
          bidValue: 11,
          bidRECQuantity: 50,
          bidderId: OWN_BIDDER,
          bidderPartialFulfillment: true,
        }),
        aRoomBid({
          bidId: 'gone',
          seq: 3,
          bidValue: 15,
          bidderId: OWN_BIDDER,
          isDeleted: true,
        }),
      ),
    );
    const item = view.items.get('item-1');
    expect(item?.outcome).toBe('partly');
    expect(item?.wonQuantity).toBe(30);
    expect(item?.own.map((row) => [row.rank, row.won])).toEqual([[2, 30]]);
    expect(item?.gone.map((bid) => bid.bidId)).toEqual(['gone']);
    expect(item?.toWin).toEqual({ priceCents: 1110, isFull: false });
    expect(view.position).toEqual({
      bidQuantity: 50,
      wonQuantity: 30,
      leftQuantity: 150,
      itemsBid: 1,
      itemsWon: 1,
      // 30 × 11.00, plus a fee of 1.5 %.
      cost: { amountCents: 33_000n, feeCents: 495n, totalCents: 33_495n },
    });
  });

  it('calls nothing a win or a loss without own bids', () => {
    const view = roomView(aSetting({ items }), roomOfBids(aRoomBid({ bidId: 'rival', seq: 1 })));
    expect(view.items.get('item-1')?.outcome).toBe('none');
    expect(view.position.itemsBid).toBe(0);
  });
});
