import { describe, expect, it } from 'vitest';
import { anItem, aRoomBid, aSetting, OWN_BIDDER, roomOfBids } from '#testing/builders/room-builders.ts';
import { assessBid, judgeDraft } from '#web/bidding/bid-form/assess-bid.ts';
import { openForm } from '#web/bidding/bid-form/bid-form.ts';
import { offeredPrices } from '#web/bidding/bid-form/price-steps.ts';
import { roomView } from '#web/bidding/room/room-view.ts';
import { unfitWords } from '#web/bidding/ranking/taken-words.ts';
import type { Say } from '#web/platform/phrases/phrase.ts';
import { isThinkable, priceToWinAll, whatIf, type Offer } from '#web/bidding/bid-form/what-if.ts';

const setting = aSetting({ maximumQuantity: 150 });
const room = roomView(
  setting,
  roomOfBids(
    aRoomBid({ bidId: 'rival', seq: 1, bidValue: 12, bidRECQuantity: 60 }),
    aRoomBid({ bidId: 'mine', seq: 2, bidValue: 11, bidRECQuantity: 40, bidderId: OWN_BIDDER }),
    aRoomBid({ bidId: 'last', seq: 3, bidValue: 10, bidRECQuantity: 100, bidderPartialFulfillment: true }),
  ),
);
const view = room.items.get('item-1') ?? expect.unreachable();
const offer = (change: Partial<Offer>): Offer => ({
  bidId: undefined,
  priceCents: 1_200,
  quantity: 40,
  allowsPartial: false,
  minimumAcceptable: null,
  ...change,
});

describe('the preview of a bid', () => {
  it('ranks a new bid behind an equal price', () => {
    const found = whatIf(view, setting, offer({}));
    expect(found).toMatchObject({ rank: 2, won: 40 });
    expect(found?.cost).toEqual({ amountCents: 48_000n, feeCents: 720n, totalCents: 48_720n });
  });

  it('gives a bid that is too large the rest if the bid allows it', () => {
    expect(whatIf(view, setting, offer({ quantity: 70 }))).toMatchObject({ won: 0 });
    expect(whatIf(view, setting, offer({ quantity: 70, allowsPartial: true }))).toMatchObject({ won: 40 });
  });

  it('replaces the bid under revision, and keeps its rank if price and quantity stay', () => {
    expect(whatIf(view, setting, offer({ bidId: 'mine', priceCents: 1_210 }))).toMatchObject({ rank: 1, won: 40 });
    const same = offer({ bidId: 'mine', priceCents: 1_100, allowsPartial: true });
    expect(whatIf(view, setting, same)).toMatchObject({ rank: 2, won: 40 });
  });

  it('suggests the price for the full quantity only if the price to win is not enough', () => {
    expect(view.toWin).toEqual({ priceCents: 1_110, isFull: false });
    expect(priceToWinAll(view, setting, 40, undefined)).toBeUndefined();
    expect(priceToWinAll(view, setting, 70, undefined)).toEqual({ priceCents: 1_210, isFull: false });
  });
});

describe('an all-or-nothing bid for more than is left at its rank', () => {
  const crowded = roomView(
    setting,
    roomOfBids(
      aRoomBid({ bidId: 'best', seq: 1, bidValue: 12, bidRECQuantity: 70, bidderPartialFulfillment: true }),
      aRoomBid({ bidId: 'mine', seq: 2, bidValue: 11, bidRECQuantity: 60, bidderId: OWN_BIDDER }),
      aRoomBid({ bidId: 'small', seq: 3, bidValue: 10, bidRECQuantity: 30, bidderPartialFulfillment: true }),
    ),
  );
  const crowdedView = crowded.items.get('item-1') ?? expect.unreachable();

  it('loses while a lower-ranked one wins, and says why', () => {
    expect(crowdedView.rows.map(({ won }) => won)).toEqual([70, 0, 30]);
    expect([...crowdedView.unfit]).toEqual([['mine', 30]]);
    const say = ((key: string, figures: object) => `${key} ${JSON.stringify(figures)}`) as unknown as Say;
    const [mine = expect.unreachable()] = crowdedView.own;
    expect(unfitWords(say, crowdedView, mine)).toBe('room.doesNotFit {"left":"30","quantity":"60"}');
  });

  const ground = {
    itemId: 'item-1',
    setting,
    room: crowded,
    view: crowdedView,
    isSending: false,
    isAnswerable: true,
  };

  it('does not mention the full item if its quantity is more than the item has', () => {
    const form = openForm(crowdedView);
    const draft = { ...form.draft, quantity: String(crowdedView.bidding.quantity + 1) };
    expect(assessBid({ ...ground, form: { ...form, draft } }).toWin.isFull).toBe(false);
  });

  it('is offered only prices at which it wins', () => {
    const form = openForm(crowdedView);
    const bid = assessBid({ ...ground, form });
    expect(form.draft).toMatchObject({ bidId: 'mine', price: '11.00', allowsPartial: false });
    expect(bid).toMatchObject({ fromCents: 1_210, toWin: { priceCents: 1_210, isFull: false }, behind: undefined });
    const offered = offeredPrices(bid, { item: crowdedView.bidding, terms: setting.terms }, 1_100, 3);
    expect(offered.map(({ priceCents }) => priceCents)).toEqual([1_210, 1_220, 1_230]);
    for (const { priceCents } of offered)
      expect(whatIf(crowdedView, setting, offer({ bidId: 'mine', priceCents, quantity: 60 })).won).toBe(60);
  });
});

it('a bid that already offers more needs no suggestion', () => {
  const high = roomView(
    setting,
    roomOfBids(
      aRoomBid({ bidId: 'mine', seq: 1, bidValue: 13, bidRECQuantity: 40, bidderId: OWN_BIDDER }),
      aRoomBid({ bidId: 'rival', seq: 2, bidValue: 5, bidRECQuantity: 40 }),
      aRoomBid({ bidId: 'last', seq: 3, bidValue: 4, bidRECQuantity: 40, bidderPartialFulfillment: true }),
    ),
  );
  const highView = high.items.get('item-1') ?? expect.unreachable();
  expect(priceToWinAll(highView, setting, 70, 'mine')).toBeUndefined();
  expect(priceToWinAll(highView, setting, 50, undefined)).toEqual({ priceCents: 510, isFull: false });
});

it('previews bids that are allowed, and bids that would only lose', () => {
  const thinks = (price: string, quantity: string, bidId?: string) =>
    isThinkable(
      judgeDraft(room, setting, view, { bidId, price, quantity, allowsPartial: false, minimumAcceptable: '' }),
    );
  expect(thinks('13', '40')).toBe(true);
  expect(thinks('11', '40')).toBe(true);
  expect(thinks('11.00', '40', 'mine')).toBe(true);
  expect(thinks('999', '40')).toBe(false);
  expect(thinks('13.05', '40')).toBe(false);
  expect(thinks('13', '101')).toBe(false);
  expect(thinks('10.9', '40', 'mine')).toBe(false);
});

describe('a typed bid, judged like on the server', () => {
  const draft = { bidId: undefined, price: '10.1', quantity: '10', allowsPartial: false, minimumAcceptable: '' };

  it('is accepted from one tick above the firm bids', () => {
    expect(judgeDraft(room, setting, view, draft).ok).toBe(true);
    expect(judgeDraft(room, setting, view, { ...draft, price: '10' })).toEqual({
      ok: false,
      fields: { price: { code: 'minimum_bid_price_to_win_is', params: { price: 10.1 } } },
    });
  });

  it('counts the bidder’s other bids against the maximum, but not the revised one', () => {
    expect(judgeDraft(room, setting, view, { ...draft, price: '13', quantity: '120' })).toMatchObject({
      fields: { quantity: { code: 'maximum_quantity_is' } },
    });
    const tight = { ...setting, own: { bidderId: OWN_BIDDER, maximumQuantity: 60 } };
    const tightRoom = roomView(tight, {
      version: 3,
      bids: new Map(roomOfBids(aRoomBid({ bidId: 'mine', seq: 2, bidRECQuantity: 40, bidderId: OWN_BIDDER })).bids),
    });
    const tightView = tightRoom.items.get('item-1') ?? expect.unreachable();
    expect(judgeDraft(tightRoom, tight, tightView, { ...draft, quantity: '30' })).toMatchObject({
      fields: { quantity: { code: 'total_bid_quantity_exceeds_max', params: { maximum: 60, left: 20 } } },
    });
    expect(judgeDraft(tightRoom, tight, tightView, { ...draft, bidId: 'mine', quantity: '60' }).ok).toBe(true);
  });

  it('may not lower a live bid, nor stay unchanged', () => {
    const revised = { ...draft, bidId: 'mine', price: '11.00', quantity: '40' };
    expect(judgeDraft(room, setting, view, revised)).toMatchObject({ fields: { bid: { code: 'bid_unchanged' } } });
    expect(judgeDraft(room, setting, view, { ...revised, price: '10.9', quantity: '39' })).toMatchObject({
      fields: {
        price: { code: 'you_cannot_decrease_your_bid_value' },
        quantity: { code: 'you_cannot_decrease_your_quantity' },
      },
    });
  });

  it('reports a missing value when a field holds no number', () => {
    expect(judgeDraft(room, setting, view, { ...draft, price: 'abc', quantity: '' })).toMatchObject({
      fields: { price: { code: 'please_input_the_price' }, quantity: { code: 'please_input_the_quantity' } },
    });
  });

  it('rejects a fourth bid on an item', () => {
    const bids = ['a', 'b', 'c'].map((bidId, index) =>
      aRoomBid({ bidId, seq: index + 1, bidderId: OWN_BIDDER, bidRECQuantity: 5 }),
    );
    const full = roomView(setting, roomOfBids(...bids));
    const fullView = full.items.get('item-1') ?? expect.unreachable();
    expect(judgeDraft(full, setting, fullView, { ...draft, price: '15', quantity: '5' })).toMatchObject({
      fields: { bid: { code: 'maximum_bids_reached' } },
    });
  });

  it('accepts only the full quantity for an item sold as a whole', () => {
    const whole = aSetting({ items: [anItem({ partialFulfillment: false })] });
    const wholeRoom = roomView(whole, roomOfBids());
    const wholeView = wholeRoom.items.get('item-1') ?? expect.unreachable();
    expect(judgeDraft(wholeRoom, whole, wholeView, draft)).toMatchObject({
      fields: { quantity: { code: 'quantity_must_be_whole_item' } },
    });
  });
});
