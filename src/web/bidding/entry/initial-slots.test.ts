import { describe, expect, it } from 'vitest';
import { anItem, aRoomBid, aSetting, OWN_BIDDER } from '#testing/builders/room-builders.ts';
import {
  draftsInForce,
  inputOf,
  judgeSlots,
  mayAddSlot,
  mergeSlots,
  slotsOf,
  type JudgedSlot,
  type Slot,
} from '#web/bidding/entry/initial-slots.ts';

const items = [anItem(), anItem({ auctionItemId: 'item-2', partialFulfillment: false, recQuantity: 50, minPrice: 12 })];
const setting = aSetting({ items, maximumQuantity: 100 });
const own = aRoomBid({ bidId: 'mine', seq: 1, bidValue: 10, bidRECQuantity: 60, bidderId: OWN_BIDDER });

const slot = (change: Partial<Slot['draft']> & { itemId?: string; slotId?: string }): Slot => {
  const { itemId = 'item-1', slotId = 'slot', ...draft } = change;
  return {
    slotId,
    itemId,
    draft: { bidId: undefined, price: '11', quantity: '10', allowsPartial: false, minimumAcceptable: '', ...draft },
  };
};

const codes = (judged: readonly JudgedSlot[]) =>
  judged.map(({ refusals }) => refusals && Object.values(refusals).map((refusal) => refusal.code));

describe('the entry page', () => {
  it('begins with the standing bids, and an empty row for an item without bids', () => {
    const slots = slotsOf(setting, [own]);
    expect(slots.map(({ itemId, draft }) => [itemId, draft.bidId, draft.price, draft.quantity])).toEqual([
      ['item-1', 'mine', '10.00', '60'],
      ['item-2', undefined, '', '50'],
    ]);
  });

  it('sends only typed or changed bids', () => {
    const judging = { setting, phase: 'initial', own: [own] } as const;
    expect(judgeSlots(slotsOf(setting, [own]), judging).toSend).toEqual([]);
    const changed = slot({ bidId: 'mine', price: '9', quantity: '60', allowsPartial: false });
    expect(judgeSlots([changed, slot({})], judging)).toMatchObject({ isFit: true, totalQuantity: 70 });
  });

  it('judges one bid after the other: together they may not exceed the maximum', () => {
    const slots = [slot({ quantity: '60' }), slot({ slotId: 'second', quantity: '50' })];
    const judged = judgeSlots(slots, { setting, phase: 'initial', own: [] });
    expect(codes(judged.toSend)).toEqual([undefined, ['total_bid_quantity_exceeds_max']]);
    expect(judged.isFit).toBe(false);
  });

  it('adds accepted bids to the totals, and the standing bid if its change is rejected', () => {
    const slots = [
      slot({ slotId: 'mine', bidId: 'mine', price: '1017489', quantity: '60' }),
      slot({ slotId: 'new', quantity: '999999999' }),
      slot({ slotId: 'fit', price: '12' }),
    ];
    const judged = judgeSlots(slots, { setting, phase: 'initial', own: [own] });
    const counted = draftsInForce({ slots, setting, judged, own: [own] });
    expect(counted.map(({ price, quantity }) => [price, quantity])).toEqual([
      ['10.00', '60'],
      ['12', '10'],
    ]);
  });

  it('lets a reduction make room for a new bid, whichever was typed first', () => {
    const slots = [slot({ quantity: '70' }), slot({ slotId: 'mine', bidId: 'mine', price: '10', quantity: '30' })];
    const judged = judgeSlots(slots, { setting, phase: 'initial', own: [own] });
    expect(judged.toSend.map((one) => one.slot.slotId)).toEqual(['mine', 'slot']);
    expect(judged.isFit).toBe(true);
  });

  it('may lower a bid before the start, not after it', () => {
    const lowered = [slot({ bidId: 'mine', price: '9', quantity: '60' })];
    expect(judgeSlots(lowered, { setting, phase: 'initial', own: [own] }).isFit).toBe(true);
    const live = judgeSlots(lowered, { setting, phase: 'live', own: [own] });
    expect(codes(live.toSend)).toEqual([['you_cannot_decrease_your_bid_value']]);
  });

  it('requires after the start the price to win that the auction sent', () => {
    const low = [slot({ itemId: 'item-2', quantity: '50' })];
    expect(codes(judgeSlots(low, { setting, phase: 'live', own: [] }).toSend)).toEqual([
      ['minimum_bid_price_to_win_is'],
    ]);
    expect(judgeSlots(low, { setting, phase: 'initial', own: [] }).isFit).toBe(true);
  });

  it('offers at most three bids for each item', () => {
    const three = ['a', 'b', 'c'].map((slotId) => slot({ slotId }));
    expect(mayAddSlot(three, 'item-1')).toBe(false);
    expect(mayAddSlot(three.slice(1), 'item-1')).toBe(true);
  });

  it('keeps typed text when the server sends news', () => {
    const typed = [slot({ bidId: 'mine', slotId: 'mine', price: '9.5', quantity: '60' }), slot({ price: '7' })];
    const second = aRoomBid({ bidId: 'second', seq: 2, bidderId: OWN_BIDDER });
    const merged = mergeSlots(setting, typed, [own], [own, second]);
    expect(merged.map(({ draft }) => draft.price)).toEqual(['9.5', '10.00', '7', '']);
    expect(mergeSlots(setting, typed, [own], []).map(({ draft }) => draft.price)).toEqual(['7', '']);
  });

  it('sends text that is no number as an empty field', () => {
    expect(inputOf(slot({ price: '1.2.3', quantity: '' }))).toMatchObject({ price: null, quantity: null });
  });
});
