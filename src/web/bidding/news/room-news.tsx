import { useRoomSession } from '#web/bidding/room/room-session-context.ts';
import { useEffect, useRef, useState } from 'react';
import { showSilently, toast } from '#web/design/feedback/toast.tsx';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay, type Say, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { createStore, useStore, type Store } from '#web/platform/storage/store.ts';
import { tellTitle } from '#web/platform/page/title-news.ts';
import { ringFor } from '#web/platform/page/tone.ts';
import { chooseTarget, pickPrice } from '#web/bidding/bid-form/bid-form.ts';
import { priceToWinNow } from '#domain/bidding/price-to-win.ts';
import { rankingWithout, type ItemView } from '#web/bidding/room/room-view.ts';
import { ownEvents, type OwnEvent } from '#web/bidding/news/own-events.ts';
import { nextPrices } from '#web/bidding/bid-form/price-steps.ts';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import type { RoomSession } from '#web/bidding/room/room-session.ts';
import { APART_MS, createStandingNews, type StandingChange } from '#web/bidding/news/standing-news.ts';

/** Shows and announces the effects of rivals' bids on the bidder's own bids. */
export function RoomNews({ onBid }: { onBid: () => void }) {
  useOwnNews(useRoomSession(), onBid);
  return <SpokenStanding />;
}

/** Minimum time between two messages about the same item, in ms. */
const QUIET_MS = 5_000;

/**
 * Shows the bidder the effects of rivals' bids: a message with a button for the next valid price, a text in the tab's
 * title, and a tone for users who switched it on. Screen readers do not read these messages, because `SpokenStanding`
 * announces the standing.
 */
function useOwnNews(roomSession: RoomSession, onBid: () => void): void {
  const say = useSay();
  const titled = useRef(createStore<Titled | undefined>(undefined)).current;
  const words = useRef({ say, onBid });
  words.current = { say, onBid };
  useEffect(() => {
    const saidAtMs = new Map<string, number>();
    let before = roomSession.view.get();
    return roomSession.view.subscribe(() => {
      const now = roomSession.view.get();
      if (before && now) {
        const events = ownEvents(before, now);
        for (const event of events) tell(event, roomSession, words.current, saidAtMs);
        titled.set(titledBy(events) ?? stillTrue(titled.get(), roomSession));
      }
      before = now;
    });
  }, [roomSession, titled]);
  useNewsTitle(titled, say);
}

type Words = { readonly say: Say; readonly onBid: () => void };

/**
 * Shows an event in a toast and plays a sound. For `QUIET_MS` after a toast, events of the same topic are left out. A
 * cancelled bid always gets a toast, without a sound.
 */
function tell(event: OwnEvent, roomSession: RoomSession, { say, onBid }: Words, saidAtMs: Map<string, number>): void {
  const { view, kind, bid } = event;
  const itemId = view.item.auctionItemId;
  const atMs = performance.now();
  // A chance to win is a separate topic, so a bidder who was just outbid gets this message too.
  const topic = kind === 'canWin' ? `${itemId} ${kind}` : itemId;
  if (kind !== 'cancelled' && atMs - (saidAtMs.get(topic) ?? -QUIET_MS) < QUIET_MS) return;
  saidAtMs.set(topic, atMs);
  if (kind !== 'cancelled') ringFor(kind === 'outbid' || kind === 'reduced' ? 'outbid' : 'canWin');
  const [tone, words] = NEWS[kind];
  const text = say(words, {
    item: view.item.name,
    price: centsText(kind === 'canWin' ? view.toWin.priceCents : bid.priceCents),
    quantity: formatQuantity(bid.quantity),
    won: formatQuantity(event.won),
  });
  if (kind === 'cancelled') toast(tone, text);
  else showSilently(tone, text, kind === 'regained' ? undefined : answerOf(event, roomSession, say, onBid));
}

const NEWS = {
  outbid: ['warn', 'room.newsOutbid'],
  reduced: ['warn', 'room.newsReduced'],
  regained: ['good', 'room.newsRegained'],
  canWin: ['good', 'room.newsCanWin'],
  cancelled: ['bad', 'room.newsCancelled'],
} as const satisfies Record<OwnEvent['kind'], readonly [string, PhraseKey]>;

/** Returns a button that fills the form with the next valid price. The bidder still reviews and places the bid. */
function answerOf({ view, bid }: OwnEvent, roomSession: RoomSession, say: Say, onBid: () => void) {
  const itemId = view.item.auctionItemId;
  const grid = { item: view.bidding, terms: roomSession.setting.terms };
  const priceIn = (now: ItemView) =>
    nextPrices(priceToWinNow(rankingWithout(now, bid.bidId), bid), grid, bid.priceCents, 1)[0];
  const price = priceIn(view);
  if (price === undefined) return undefined;
  return {
    label: say('room.bidNext', { price: centsText(price) }),
    run: () => {
      const present = roomSession.view.get()?.items.get(itemId) ?? view;
      roomSession.selected.set(itemId);
      // Rivals may have bid since the message was shown, so the price is computed again.
      roomSession.change(itemId, () => pickPrice(chooseTarget(present, bid.bidId), priceIn(present) ?? price));
      onBid();
    },
  };
}

/** The kind of news that the tab's title shows, and the item that the news is about. */
type Titled = { readonly kind: 'outbid' | 'canWin'; readonly itemId: string };

/** Returns the event to show in the tab's title. Being outbid is more important than a chance to win. */
function titledBy(events: readonly OwnEvent[]): Titled | undefined {
  const kind = (['outbid', 'canWin'] as const).find((one) => events.some((event) => event.kind === one));
  const event = events.find((one) => one.kind === kind);
  return kind && event && { kind, itemId: event.view.item.auctionItemId };
}

/** Returns the news in the tab's title if the news is still true, otherwise undefined. */
function stillTrue(titled: Titled | undefined, roomSession: RoomSession): Titled | undefined {
  const outcome = titled && roomSession.view.get()?.items.get(titled.itemId)?.outcome;
  return outcome === 'losing' || (titled?.kind === 'canWin' && outcome === 'partly') ? titled : undefined;
}

/** Shows news in the tab's title until the bid wins again or the user has looked at the tab. */
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

/** The phrase for each kind of change of the own standing. */
const WORDS: Record<StandingChange['kind'], PhraseKey> = {
  outbid: 'room.standingOutbid',
  regained: 'room.standingRegained',
  canWin: 'room.standingCanWin',
  moved: 'room.standingMoved',
};
/** The maximum number of items that one announcement names. A listener cannot follow more. */
const NAMED_MOST = 3;

type News = { readonly id: number; readonly changes: readonly StandingChange[] };

/**
 * Announces the bidder's own standing to screen readers. One polite announcement covers all items. A pause between
 * announcements leaves time to listen.
 */
function SpokenStanding() {
  const say = useSay();
  const news = useStandingNews(useRoomSession());
  return (
    <p className="visually-hidden" role="status">
      {/* A new element for each announcement makes the screen reader speak even if the words are the same. */}
      {news && <span key={news.id}>{textOf(news.changes, say)}</span>}
    </p>
  );
}

/** Returns the announcement of several changes: the most serious ones in full, the others as a number. */
function textOf(changes: readonly StandingChange[], say: Say): string {
  const named = changes.slice(0, NAMED_MOST).map(({ kind, item, rank, won, asked, toWin }) =>
    say(WORDS[kind], {
      item,
      rank,
      won: formatQuantity(won),
      asked: formatQuantity(asked),
      price: centsText(toWin.priceCents),
    }),
  );
  const more = changes.length - named.length;
  return [...named, ...(more > 0 ? [say('room.standingMore', { count: more })] : [])].join(' ');
}

/** Returns the newest announcement; undefined a few seconds later. A screen reader must not find outdated text. */
function useStandingNews(roomSession: RoomSession): News | undefined {
  const [news, setNews] = useState<News>();
  useEffect(() => {
    let told: ReturnType<typeof createStandingNews> | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const speak = (): void => {
      const changes = told?.say(performance.now()) ?? [];
      if (changes.length > 0) setNews({ id: performance.now(), changes });
    };
    const hear = (): void => {
      const view = roomSession.view.get();
      if (!view) return;
      told ??= createStandingNews(view);
      const dueMs = told.take(view, performance.now());
      clearTimeout(timer);
      // Timers may fire slightly early, so 2 ms are added.
      if (dueMs !== undefined) timer = setTimeout(speak, dueMs - performance.now() + 2);
    };
    hear();
    const stop = roomSession.view.subscribe(hear);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [roomSession]);
  useEffect(() => {
    const timer = setTimeout(() => setNews(undefined), APART_MS - 100);
    return () => clearTimeout(timer);
  }, [news]);
  return news;
}
