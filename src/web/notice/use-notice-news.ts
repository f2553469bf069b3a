import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Notice } from '#contract/notice.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import { useMarkRead, unreadOf, noticePath, titleOf, useNoticeWords } from '#web/notice/notices.ts';
import { tellTitle } from '#web/platform/page/title-news.ts';
import { ringFor, setSoundKinds } from '#web/platform/page/tone.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { hasLocks } from '#web/platform/session/refresh-lock.ts';
import type { Role } from '#web/platform/session/session.ts';

/** The maximum number of toasts shown for one set of new notifications. Others are listed only in the bell's panel. */
const TOASTS_MOST = 3;
/** The color of the toast for each kind. A kind that is not listed has a neutral color. */
const TONES: Partial<Record<Notice['kind'], 'warn' | 'good'>> = {
  outbid: 'warn',
  canWin: 'good',
  endingSoon: 'warn',
  bidsCancelled: 'warn',
  bidsVoid: 'warn',
  offered: 'good',
  ownerChanged: 'warn',
  settlementDue: 'warn',
  settlementLate: 'warn',
  certificateVerified: 'good',
  certificateRejected: 'warn',
  retirementRegistered: 'good',
};

type ReceivedNotices = { readonly items: Notice[]; readonly soundKinds: Notice['kind'][] };

/**
 * Announces notifications that arrived after this page was opened. Shows a toast and, if the person selected a sound,
 * plays the sound. If several tabs are open, only one tab announces each notification.
 */
export function useNoticeNews(role: Role, received: ReceivedNotices | undefined): void {
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
  const announceNew = useEffectEvent(({ items, soundKinds }: ReceivedNotices) => {
    setSoundKinds(soundKinds);
    const before = newest.current;
    newest.current = items[0]?.at ?? before ?? '';
    // The person sees the auction on screen, so its notifications are marked as read.
    const isShown = ({ auction }: Notice) =>
      auction !== null && auction.id === shown && document.visibilityState === 'visible';
    markRead(items.filter(isShown));
    if (before === undefined) return;
    const fresh = items.filter((one) => !one.isRead && one.at > before && !isShown(one));
    for (const notice of fresh.slice(0, TOASTS_MOST))
      void announceOnce(`${notice.noticeId} ${notice.at}`, () => tell(notice));
  });
  useEffect(() => {
    if (received) announceNew(received);
  }, [received, shown]);
}

/** Returns the id of the auction whose room or result has this path. */
const auctionShownAt = (pathname: string): string | undefined =>
  /^\/\w+\/auction(?:-result)?\/([^/]+)$/.exec(pathname)?.[1];

/** A hidden tab waits for this time, in ms, so that a visible tab announces the notification first. */
const HIDDEN_WAITS_MS = 600;
/** A tab keeps the lock for this time, in ms. All tabs receive the same notification within a shorter time. */
const HELD_MS = 15_000;

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * Calls `tell` in only one of all tabs: the first tab that gets the lock `name`. This tab keeps the lock for `HELD_MS`.
 */
async function announceOnce(name: string, tell: () => void): Promise<void> {
  if (document.visibilityState === 'hidden') await pause(HIDDEN_WAITS_MS);
  if (!hasLocks()) return tell();
  await navigator.locks.request(`greenlot.notice.${name}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    tell();
    await pause(HELD_MS);
  });
}

/** After the tab was visible for this time, in ms, its title shows only the number of notifications. */
const LOOKED_MS = 5_000;

/** Shows unread notifications in the tab's title: the newest until the person has seen it, then only their number. */
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
  // The page does not list notifications without the channel `page`. They are marked as read after the title showed
  // them.
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
