import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { NOTICES_PAGE } from '#contract/notice.ts';
import { noticesQuery, onPage, unreadOf, useMarkRead } from '#web/notice/notices.ts';
import { useNoticeNews, useNoticeTitle } from '#web/notice/use-notice-news.ts';
import { useLiveQueries } from '#web/platform/live/live-queries.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './notice-bell.module.css';

const Panel = lazy(async () => ({ default: (await import('#web/notice/notice-panel.tsx')).NoticePanel }));

const COUNTED_MOST = 9;

/**
 * The bell in the top bar of every page. It shows the number of unread notifications, and opens a panel with the
 * newest.
 */
export function NoticeBell({ role }: { role: Role }) {
  const say = useSay();
  const { data, error, refetch } = useNotices(role);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const markRead = useMarkRead();
  const shown = data && onPage(data.items);
  const unread = unreadOf(shown ?? []);
  const close = () => {
    setIsOpen(false);
    markRead(unread);
  };
  return (
    <div
      role="presentation"
      className={css.bell}
      onBlur={(event) => isOpen && !event.currentTarget.contains(event.relatedTarget) && close()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        close();
        button.current?.focus();
      }}
    >
      <ActionIcon
        ref={button}
        className={css.button}
        data-tour="notices"
        variant="transparent"
        size={40}
        aria-label={`${say('notice.title')}: ${say('notice.unread', { count: unread.length })}`}
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setIsOpen(true))}
      >
        <IconBell size={20} />
        {unread.length > 0 && (
          <span className={css.count} aria-hidden>
            {unread.length > COUNTED_MOST ? `${COUNTED_MOST}+` : unread.length}
          </span>
        )}
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <Panel role={role} notices={shown} error={error} onRetry={() => void refetch()} onFollow={close} />
        </Suspense>
      )}
    </div>
  );
}

/** Reads the notifications. Reads them again when the server reports a change, and after the page has reconnected. */
function useNotices(role: Role) {
  useLiveQueries(role, NOTICES_PAGE, NOTICES_PAGE);
  const query = useQuery(noticesQuery);
  useNoticeNews(role, query.data);
  useNoticeTitle(query.data?.items ?? []);
  return query;
}
