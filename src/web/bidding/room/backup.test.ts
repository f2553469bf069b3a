import { describe, expect, it } from 'vitest';
import type { RoomBid } from '#contract/bidding/bidding.ts';
import type { AuctionType } from '#domain/auction/direction.ts';
import { anItem, aRoomBid, aSetting, OWN_BIDDER, roomOfBids } from '#testing/builders/room-builders.ts';
import { judgeDraft } from '#web/bidding/bid-form/assess-bid.ts';
import { newDraft } from '#web/bidding/bid-form/draft.ts';
import { ownEvents } from '#web/bidding/news/own-events.ts';
import { offeredPrices } from '#web/bidding/bid-form/price-steps.ts';
import { roomView, type ItemView } from '#web/bidding/room/room-view.ts';
import { CALM_MS, createStandingNews } from '#web/bidding/news/standing-news.ts';
import { takenSign } from '#web/bidding/ranking/taken-words.ts';
import { whatIf } from '#web/bidding/bid-form/what-if.ts';

const QUANTITY = 70;
const settingOf = (auctionType: AuctionType = 'Forward') =>
  aSetting({ auctionType, items: [anItem({ recQuantity: QUANTITY })] });
const bid = (bidId: string, seq: number, bidValue: number, bidRECQuantity: number, isWhole = false) =>
  aRoomBid({ bidId, seq, bidValue, bidRECQuantity, bidderPartialFulfillment: !isWhole });
const mine = (seq: number, bidValue: number, bidRECQuantity: number, isWhole = false) => ({
  ...bid('mine', seq, bidValue, bidRECQuantity, isWhole),
  bidderId: OWN_BIDDER,
});
const itemOf = (setting: ReturnType<typeof settingOf>, ...bids: RoomBid[]): ItemView =>
  roomView(setting, roomOfBids(...bids)).items.get('item-1') ?? expect.unreachable();

describe('behind an all-or-nothing bid', () => {
  const shield = bid('shield', 1, 7, QUANTITY, true);

  it('accepts a lower price than the one that wins now, and the item names the bid in between', () => {
    const view = itemOf(settingOf(), shield);
    expect([view.toWin.priceCents, view.lowestPrice.priceCents]).toEqual([710, 100]);
    expect(view.behind).toMatchObject({ first: { bidId: 'shield' }, more: 0 });
    expect(view.rows.map(takenSign)).toEqual(['!']);
    const reverse = itemOf(settingOf('Reverse'), shield);
    expect([reverse.toWin.priceCents, reverse.lowestPrice.priceCents]).toEqual([690, 2_000]);
    expect(reverse.behind).toMatchObject({ first: { bidId: 'shield' } });
  });

  it('shows what an own bid or an offer would win if that bid dropped out', () => {
    const setting = settingOf();
    const view = itemOf(setting, shield, mine(2, 1, 50));
    expect(view.own[0]).toMatchObject({ won: 0, backup: { won: 50, first: { bidId: 'shield' }, more: 0 } });
    const offer = { bidId: undefined, priceCents: 300, quantity: 60, allowsPartial: true, minimumAcceptable: null };
    expect(whatIf(view, setting, offer)).toMatchObject({ won: 0, backup: { won: 60 } });
    expect(whatIf(view, setting, { ...offer, priceCents: 710 })).toMatchObject({ won: 60, backup: undefined });
  });

  it('counts several such bids', () => {
    const view = itemOf(settingOf(), bid('one', 1, 9, 40, true), bid('other', 2, 8, 30, true));
    expect(view.behind).toMatchObject({ first: { bidId: 'one' }, more: 1 });
  });

  it('accepts nothing below firm bids', () => {
    const view = itemOf(settingOf(), bid('firm', 1, 7, QUANTITY));
    expect([view.toWin, view.behind]).toEqual([view.lowestPrice, undefined]);
    expect(view.rows.map(takenSign)).toEqual(['÷']);
  });

  it('offers both prices by button, the accepted one first', () => {
    const setting = settingOf();
    const view = itemOf(setting, shield);
    const grid = { item: view.bidding, terms: setting.terms };
    expect(offeredPrices(view, grid, undefined, 3)).toEqual([
      { priceCents: 100, isBehind: true },
      { priceCents: 710, isBehind: false },
      { priceCents: 720, isBehind: false },
    ]);
    const atLimit = itemOf(setting, bid('shield', 1, 20, QUANTITY, true));
    expect(offeredPrices(atLimit, grid, undefined, 2).map(({ isBehind }) => isBehind)).toEqual([true, true]);
    expect(offeredPrices(itemOf(setting), grid, undefined, 1)).toEqual([{ priceCents: 100, isBehind: false }]);
  });
});

describe('a new chance to win', () => {
  const setting = settingOf();
  const shield = bid('shield', 1, 7, QUANTITY, true);
  const view = (...bids: RoomBid[]) => roomView(setting, roomOfBids(...bids));
  const own = mine(2, 2, QUANTITY, true);
  const shut = view(shield, own);
  const open = view(shield, own, bid('small', 3, 8, 1));

  it('is one event for the item, or for an own bid that wins by it', () => {
    expect(ownEvents(shut, open).map(({ kind }) => kind)).toEqual(['canWin']);
    expect(ownEvents(open, shut)).toEqual([]);
    const firm = mine(2, 2, 5);
    const wins = ownEvents(view(shield, firm), view(shield, firm, bid('small', 3, 8, 1)));
    expect(wins.map(({ kind, won }) => [kind, won])).toEqual([['regained', 5]]);
  });

  it('is announced, and announced again after it was lost', () => {
    const news = createStandingNews(shut);
    news.take(open, 0);
    expect(news.say(CALM_MS)).toMatchObject([{ kind: 'canWin', toWin: { priceCents: 100 } }]);
    news.take(shut, 20_000);
    news.say(40_000);
    news.take(open, 60_000);
    expect(news.say(60_000 + CALM_MS)).toMatchObject([{ kind: 'canWin' }]);
  });
});

it('without time for rivals to answer, a typed bid that lowers the total is rejected', () => {
  const setting = settingOf();
  const room = roomView(setting, roomOfBids(bid('whole', 1, 7, QUANTITY, true), mine(2, 2, 1)));
  const view = room.items.get('item-1') ?? expect.unreachable();
  const draft = { ...newDraft(view), price: '8', quantity: '1' };
  expect(judgeDraft(room, setting, view, draft)).toMatchObject({ ok: true });
  const late = judgeDraft({ ...room, isAnswerable: false }, setting, view, draft);
  expect(late).toEqual({ ok: false, fields: { bid: { code: 'would_lower_the_total' } } });
});
