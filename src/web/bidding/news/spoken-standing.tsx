import { useEffect, useState } from 'react';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay, type PhraseKey, type Say } from '#web/platform/phrases/phrase.ts';
import { useDesk } from '#web/bidding/room/desk-context.ts';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import type { RoomDesk } from '#web/bidding/room/room-desk.ts';
import { APART_MS, createStandingNews, type StandingChange } from '#web/bidding/news/standing-news.ts';

const WORDS: Record<StandingChange['kind'], PhraseKey> = {
  outbid: 'room.standingOutbid',
  regained: 'room.standingRegained',
  canWin: 'room.standingCanWin',
  moved: 'room.standingMoved',
};
/** More items than that can't be followed by ear. */
const NAMED_MOST = 3;

type News = { readonly id: number; readonly changes: readonly StandingChange[] };

/** Tells screen readers what became of the own bids: politely, for all items at once, and seldom enough to be listened to. */
export function SpokenStanding() {
  const say = useSay();
  const news = useStandingNews(useDesk());
  return (
    <p className="visually-hidden" role="status">
      {/* Another element each time: the same words twice in a row are spoken twice. */}
      {news && <span key={news.id}>{textOf(news.changes, say)}</span>}
    </p>
  );
}

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

/** The newest; undefined once it has been heard, for it would be found standing there while it isn't true any more. */
function useStandingNews(desk: RoomDesk): News | undefined {
  const [news, setNews] = useState<News>();
  useEffect(() => {
    let told: ReturnType<typeof createStandingNews> | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const speak = (): void => {
      const changes = told?.say(performance.now()) ?? [];
      if (changes.length > 0) setNews({ id: performance.now(), changes });
    };
    const hear = (): void => {
      const view = desk.view.get();
      if (!view) return;
      told ??= createStandingNews(view);
      const dueMs = told.take(view, performance.now());
      clearTimeout(timer);
      // Timers may go off a moment early.
      if (dueMs !== undefined) timer = setTimeout(speak, dueMs - performance.now() + 2);
    };
    hear();
    const stop = desk.view.subscribe(hear);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [desk]);
  useEffect(() => {
    const timer = setTimeout(() => setNews(undefined), APART_MS - 100);
    return () => clearTimeout(timer);
  }, [news]);
  return news;
}
