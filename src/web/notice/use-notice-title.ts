import { useEffect, useState } from 'react';
import type { Notice } from '#contract/notice.ts';
import { titleOf } from '#web/notice/notice-words.ts';
import { unreadOf } from '#web/notice/notices-query.ts';
import { useMarkRead } from '#web/notice/use-mark-read.ts';
import { tellTitle } from '#web/platform/page/title-news.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

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
