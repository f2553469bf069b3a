import { queryOptions } from '@tanstack/react-query';
import { listNotices, type Notice } from '#contract/notice.ts';
import { api } from '#web/platform/calls/api.ts';

export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: ({ signal }) => api(listNotices, { signal }),
  // The bell stays quiet; its panel says what went wrong.
  meta: { silent: true },
});

/** Those that are shown on the page: others are for the title or the ear alone. */
export const onPage = (notices: readonly Notice[]): readonly Notice[] =>
  notices.filter(({ channels }) => channels.includes('page'));

export const unreadOf = (notices: readonly Notice[]): readonly Notice[] => notices.filter(({ isRead }) => !isRead);
