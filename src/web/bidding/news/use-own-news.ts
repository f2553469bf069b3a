import { useEffect, useRef } from 'react';
import { showSilently, toast } from '#web/design/feedback/toast.tsx';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay, type Say } from '#web/platform/phrases/phrase.ts';
import { createStore, useStore, type Store } from '#web/platform/storage/store.ts';
import { tellTitle } from '#web/platform/page/title-news.ts';
import { ringFor } from '#web/platform/page/tone.ts';
import { chooseTarget, pickPrice } from '#web/bidding/bid-form/bid-form.ts';
import { priceToWinNow } from '#domain/bidding/price-to-win.ts';
import { rankingWithout } from '#web/bidding/room/room-view.ts';
import { ownEvents, type OwnEvent } from '#web/bidding/news/own-events.ts';
import { nextPrices } from '#web/bidding/bid-form/price-steps.ts';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import type { RoomDesk } from '#web/bidding/room/room-desk.ts';

/** News of one item comes at most this often. */
const QUIET_MS = 5_000;

/**
 * Says what rivals do to the own bids: a message with one press to the next valid price, the tab's title for those who look
 * elsewhere, and a tone for those who asked for it. What became of the bids is spoken by `SpokenStanding`, not by the messages.
 */
export function useOwnNews(desk: RoomDesk, onBid: () => void): void {
  const say = useSay();
  const titled = useRef(createStore<Titled | undefined>(undefined)).current;
  const words = useRef({ say, onBid });
  words.current = { say, onBid };
  useEffect(() => {
    const saidAtMs = new Map<string, number>();
    let before = desk.view.get();
    return desk.view.subscribe(() => {
      const now = desk.view.get();
      if (before && now) {
        const events = ownEvents(before, now);
        for (const event of events) tell(event, desk, words.current, saidAtMs);
        titled.set(titledBy(events) ?? stillTrue(titled.get(), desk));
      }
      before = now;
    });
  }, [desk, titled]);
  useNewsTitle(titled, say);
}

type Words = { readonly say: Say; readonly onBid: () => void };

function tell(event: OwnEvent, desk: RoomDesk, { say, onBid }: Words, saidAtMs: Map<string, number>): void {
  const { view, kind, bid } = event;
  const itemId = view.item.auctionItemId;
  const atMs = performance.now();
  // A bidder who just heard of a loss still hears at once that it can win.
  const topic = kind === 'canWin' ? `${itemId} ${kind}` : itemId;
  if (kind !== 'cancelled' && atMs - (saidAtMs.get(topic) ?? -QUIET_MS) < QUIET_MS) return;
  saidAtMs.set(topic, atMs);
  if (kind !== 'cancelled') ringFor(kind === 'outbid' || kind === 'reduced' ? 'outbid' : 'canWin');
  const params = {
    item: view.item.name,
    price: centsText(bid.priceCents),
    quantity: formatQuantity(bid.quantity),
    won: formatQuantity(event.won),
  };
  if (kind === 'cancelled') toast('bad', say('room.newsCancelled', params));
  else if (kind === 'regained') showSilently('good', say('room.newsRegained', params));
  else if (kind === 'canWin')
    showSilently(
      'good',
      say('room.newsCanWin', { item: params.item, price: centsText(view.toWin.priceCents) }),
      answerOf(event, desk, say, onBid),
    );
  else
    showSilently(
      'warn',
      say(kind === 'outbid' ? 'room.newsOutbid' : 'room.newsReduced', params),
      answerOf(event, desk, say, onBid),
    );
}

/** One press fills the form with the next valid price; the person still reviews and places it. */
function answerOf({ view, bid }: OwnEvent, desk: RoomDesk, say: Say, onBid: () => void) {
  const itemId = view.item.auctionItemId;
  const toWin = priceToWinNow(rankingWithout(view, bid.bidId), bid);
  const grid = { item: view.bidding, terms: desk.setting.terms };
  const [price] = nextPrices(toWin, grid, bid.priceCents, 1);
  if (price === undefined) return undefined;
  return {
    label: say('room.bidNext', { price: centsText(price) }),
    run: () => {
      const present = desk.view.get()?.items.get(itemId) ?? view;
      // By the time of the press rivals may have moved on: the price is found anew.
      const now = priceToWinNow(rankingWithout(present, bid.bidId), bid);
      const [fresh = price] = nextPrices(now, grid, bid.priceCents, 1);
      desk.selected.set(itemId);
      desk.change(itemId, () => pickPrice(chooseTarget(present, bid.bidId), fresh));
      onBid();
    },
  };
}

/** What the title tells, of which item. */
type Titled = { readonly kind: 'outbid' | 'canWin'; readonly itemId: string };

function titledBy(events: readonly OwnEvent[]): Titled | undefined {
  const kind = (['outbid', 'canWin'] as const).find((one) => events.some((event) => event.kind === one));
  const event = events.find((one) => one.kind === kind);
  return kind && event && { kind, itemId: event.view.item.auctionItemId };
}

function stillTrue(titled: Titled | undefined, desk: RoomDesk): Titled | undefined {
  const outcome = titled && desk.view.get()?.items.get(titled.itemId)?.outcome;
  return outcome === 'losing' || (titled?.kind === 'canWin' && outcome === 'partly') ? titled : undefined;
}

/** The title tells it until the bid wins again or the person has looked. */
function useNewsTitle(titled: Store<Titled | undefined>, say: Say): void {
  const { kind, itemId } = useStore(titled) ?? {};
  useEffect(() => {
    if (kind === undefined) return;
    tellTitle({ room: (title) => say(kind === 'outbid' ? 'room.titleOutbid' : 'room.titleCanWin', { title }) });
    const seen = () => document.visibilityState === 'visible' && titled.set(undefined);
    const timer = setTimeout(seen, QUIET_MS);
    document.addEventListener('visibilitychange', seen);
    return () => {
      tellTitle({ room: undefined });
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [kind, itemId, titled, say]);
}
