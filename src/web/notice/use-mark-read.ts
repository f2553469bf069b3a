import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { readNotices, type Notice } from '#contract/notice.ts';
import { noticesQuery } from '#web/notice/notices-query.ts';
import { api } from '#web/platform/calls/api.ts';

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
