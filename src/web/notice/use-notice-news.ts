import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Notice } from '#contract/notice.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import { useMarkRead, unreadOf, noticePath, titleOf, useNoticeWords } from '#web/notice/notices.ts';
import { tellTitle } from '#web/platform/page/title-news.ts';
import { ringFor, setSoundKinds } from '#web/platform/page/tone.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { hasLocks } from '#web/platform/session/refresh-turns.ts';
import type { Role } from '#web/platform/session/session.ts';

/** Toasts at once; who missed more finds them behind the bell. */
const TOASTS_MOST = 3;
const TONES: Partial<Record<Notice['kind'], 'warn' | 'good'>> = {
  outbid: 'warn',
  canWin: 'good',
  endingSoon: 'warn',
  bidsCancelled: 'warn',
};

type Told = { readonly items: Notice[]; readonly soundKinds: Notice['kind'][] };

/** Tells what is new since this page was opened, in one tab of all: a toast and, where chosen, a tone. */
export function useNoticeNews(role: Role, told: Told | undefined): void {
  const say = useSay();
  const words = useNoticeWords();
  const navigate = useNavigate();
  const markRead = useMarkRead();
  const shown = useLocation({ select: ({ pathname }) => auctionShownAt(pathname) });
  const newest = useRef<string>(undefined);

  const tell = useEffectEvent((notice: Notice) => {
    ringFor(notice.kind);
    if (document.visibilityState === 'hidden' || !notice.channels.includes('page')) return;
    toast(TONES[notice.kind] ?? 'info', `${words(notice)} · ${titleOf(notice)}`, {
      label: say('notice.open'),
      run: () => void navigate({ to: noticePath(role, notice) }),
    });
  });
  const heard = useEffectEvent(({ items, soundKinds }: Told) => {
    setSoundKinds(soundKinds);
    const before = newest.current;
    newest.current = items[0]?.at ?? before ?? '';
    // What the page itself shows has been seen.
    const isShown = ({ auction }: Notice) =>
      auction !== null && auction.id === shown && document.visibilityState === 'visible';
    markRead(items.filter(isShown));
    if (before === undefined) return;
    const fresh = items.filter((one) => !one.isRead && one.at > before && !isShown(one));
    for (const notice of fresh.slice(0, TOASTS_MOST))
      void tellOnce(`${notice.noticeId} ${notice.at}`, () => tell(notice));
  });
  useEffect(() => {
    if (told) heard(told);
  }, [told, shown]);
}

/** The auction whose room or result a page shows. */
const auctionShownAt = (pathname: string): string | undefined =>
  /^\/\w+\/auction(?:-result)?\/([^/]+)$/.exec(pathname)?.[1];

/** A tab that nobody looks at lets the others go first. */
const HIDDEN_WAITS_MS = 600;
/** Longer than the tabs take to hear of the same thing. */
const HELD_MS = 15_000;

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Does something in one tab of all that come to it: the one that takes the lock, which it then holds for a while. */
async function tellOnce(name: string, tell: () => void): Promise<void> {
  if (document.visibilityState === 'hidden') await pause(HIDDEN_WAITS_MS);
  if (!hasLocks()) return tell();
  await navigator.locks.request(`greenlot.notice.${name}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    tell();
    await pause(HELD_MS);
  });
}

/** Once the tab has been looked at this long, its title only counts. */
const LOOKED_MS = 5_000;

/** Unread notices in the tab's title: what the newest says until somebody has looked, then how many there are. */
export function useNoticeTitle(items: readonly Notice[]): void {
  const say = useSay();
  const markRead = useMarkRead();
  const unread = unreadOf(items).filter(({ channels }) => channels.includes('title'));
  const [newest] = unread;
  const count = unread.length;
  const [lookedAt, setLookedAt] = useState('');
  const isNews = newest !== undefined && newest.at > lookedAt;
  const at = newest?.at;

  useEffect(() => {
    if (!isNews || at === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(() => setLookedAt(at), LOOKED_MS);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isNews, at]);
  // What the page doesn't show has done its work.
  useEffect(() => {
    if (!isNews) markRead(unread.filter(({ channels }) => !channels.includes('page')));
  });

  const kind = isNews ? newest.kind : undefined;
  const title = newest ? titleOf(newest) : '';
  useEffect(() => {
    if (count === 0) return;
    const news = kind && say('notice.tab', { count, kind: say(`notice.kind.${kind}`), title });
    tellTitle({ notices: (page) => news ?? `(${count}) ${page}` });
    return () => tellTitle({ notices: undefined });
  }, [count, kind, title, say]);
}
