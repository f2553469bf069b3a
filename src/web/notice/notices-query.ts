import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { listNotices, type Notice, readNotices } from '#contract/notice.ts';
import { api } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';

/** The bell stays quiet; its panel says what went wrong. */
export const noticesQuery = readQuery(['notices'], listNotices, {});

/** Those that are shown on the page: others are for the title or the ear alone. */
export const onPage = (notices: readonly Notice[]): readonly Notice[] =>
  notices.filter(({ channels }) => channels.includes('page'));

export const unreadOf = (notices: readonly Notice[]): readonly Notice[] => notices.filter(({ isRead }) => !isRead);

/** Marks notices as read, here at once and then at the server; where that fails, the next look shows them unread again. */
export function useMarkRead(): (notices: readonly Notice[]) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (notices) => {
      const noticeIds = notices.filter(({ isRead }) => !isRead).map(({ noticeId }) => noticeId);
      if (noticeIds.length === 0) return;
      queryClient.setQueryData(
        noticesQuery.queryKey,
        (known) =>
          known && {
            ...known,
            items: known.items.map((one) => (noticeIds.includes(one.noticeId) ? { ...one, isRead: true } : one)),
          },
      );
      api(readNotices, { body: { noticeIds } }).catch(() => undefined);
    },
    [queryClient],
  );
}
