import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { listNotices, type Notice, readNotices } from '#contract/notice.ts';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { formatTime } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';

/** The bell shows no error, but its panel does. */
export const noticesQuery = readQuery(['notices'], listNotices, {});

/** Returns the notices shown on the page. Other notices use only the title or a sound. */
export const onPage = (notices: readonly Notice[]): readonly Notice[] =>
  notices.filter(({ channels }) => channels.includes('page'));

/** Returns the notifications that were not read yet. */
export const unreadOf = (notices: readonly Notice[]): readonly Notice[] => notices.filter(({ isRead }) => !isRead);

/**
 * Marks notices as read, first here and then at the server. If the server fails, the next fetch shows them unread
 * again.
 */
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

/** Returns a function for a notice's text, without the auction's name. */
export function useNoticeWords(): (notice: Notice) => string {
  const say = useSay();
  return useCallback(
    ({ kind, outcome, itemName, quantity, auction }) =>
      say(`notice.says.${sayingOf({ kind, outcome, quantity })}`, {
        item: itemName ?? '',
        quantity: quantity ?? 0,
        time: auction ? formatTime(auction.auctionEndTime) : '',
      }),
    [say],
  );
}

/**
 * Selects the phrase. A result has one per outcome; "can win" differs by whether a bid already wins or a new bid is
 * needed.
 */
function sayingOf({ kind, outcome, quantity }: Pick<Notice, 'kind' | 'outcome' | 'quantity'>) {
  if (kind === 'result') return outcome ?? 'ended';
  return kind === 'canWin' && quantity !== null ? 'winsNow' : kind;
}

/** Returns the title or name of a notice's subject. */
export const titleOf = ({ auction, waiting }: Notice): string => (auction ?? waiting)?.title ?? '';

/** Returns the path of a notice: to the waiting task, to the auction, or to its result for those who may see it. */
export function noticePath(role: Role, { kind, outcome, auction, waiting }: Notice): string {
  if (waiting) return waitingPath(kind, waiting.id);
  if (!auction) return paths.home(role);
  const isResult = kind === 'result' && (outcome !== 'ended' || role === 'admin');
  if (isResult) return paths.auctionResult(role, auction.id);
  return kind === 'outbid' || kind === 'canWin' || kind === 'bidsCancelled'
    ? paths.auction(role, auction.id)
    : paths.auctionDetail(role, auction.id);
}

/** Returns the page of a task that waits for an admin. */
function waitingPath(kind: Notice['kind'], id: string): string {
  if (kind === 'registrationWaits') return paths.accountRegistration(id);
  return kind === 'buyOrderWaits' ? paths.buyOrder('admin', id) : paths.updateAuction(id);
}
