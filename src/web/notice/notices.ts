import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { listNotices, type Notice, readNotices } from '#contract/notice.ts';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { formatTime } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';

/** The query of the newest notifications. Errors are shown in the bell's panel, not at the bell. */
export const noticesQuery = readQuery(['notices'], listNotices, {});

/** Returns the notifications that the page lists. Others only use the tab's title, a sound or an email. */
export const onPage = (notices: readonly Notice[]): readonly Notice[] =>
  notices.filter(({ channels }) => channels.includes('page'));

/** Returns the notifications that the person has not read yet. */
export const unreadOf = (notices: readonly Notice[]): readonly Notice[] => notices.filter(({ isRead }) => !isRead);

/**
 * Returns a function that marks notifications as read, first in this browser, then at the server. If the server fails,
 * the next fetch shows them as unread again.
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

/** Returns a function for the text of a notification, without the auction's name. */
export function useNoticeWords(): (notice: Notice) => string {
  const say = useSay();
  return useCallback(
    ({ kind, outcome, itemName, quantity, auction, settlement }) =>
      say(`notice.says.${sayingOf({ kind, outcome, quantity })}`, {
        event: settlement ? say(`settlement.event.${settlement.event}`) : '',
        item: itemName ?? '',
        quantity: quantity ?? 0,
        time: auction ? formatTime(auction.auctionEndTime) : '',
      }),
    [say],
  );
}

/**
 * Returns the last part of the phrase's key. A result has one phrase for each outcome. “Can win” has one phrase if a
 * bid already wins, and another if a new bid is needed.
 */
function sayingOf({ kind, outcome, quantity }: Pick<Notice, 'kind' | 'outcome' | 'quantity'>) {
  if (kind === 'result') return outcome ?? 'ended';
  return kind === 'canWin' && quantity !== null ? 'winsNow' : kind;
}

/** Returns the name of the auction, the task, the settlement or the certificates that a notification is about. */
export const titleOf = ({ auction, waiting, settlement, subject }: Notice): string =>
  (auction ?? waiting ?? settlement ?? subject)?.title ?? '';

/**
 * Returns the page that a notification opens: the task, the settlement, the certificates, the auction, or the result if
 * the reader may see it.
 */
export function noticePath(role: Role, { kind, outcome, auction, waiting, settlement, subject }: Notice): string {
  if (subject) return kind === 'retirementRegistered' ? paths.retirement(role, subject.id) : paths.certificates(role);
  if (settlement) return paths.settlement(role, settlement.id);
  if (waiting) return waitingPath(kind, waiting.id);
  if (kind === 'offered') return paths.settlements(role);
  // A member of the former owner can no longer see the auction.
  if (kind === 'ownerChanged') return paths.auctions(role, 'current');
  if (!auction) return paths.home(role);
  const isResult = kind === 'result' && (outcome !== 'ended' || role === 'admin');
  if (isResult) return paths.auctionResult(role, auction.id);
  return kind === 'outbid' || kind === 'canWin' || kind === 'bidsCancelled' || kind === 'bidsVoid'
    ? paths.auction(role, auction.id)
    : paths.auctionDetail(role, auction.id);
}

/** Returns the page of a task that waits for an administrator. */
function waitingPath(kind: Notice['kind'], id: string): string {
  if (kind === 'registrationWaits') return paths.accountRegistration(id);
  if (kind === 'approvalWaits') return paths.approvals;
  if (kind === 'certificatesWait') return paths.certificates('admin');
  if (kind === 'disputeWaits' || kind === 'defaultWaits') return paths.settlement('admin', id);
  return kind === 'buyOrderWaits' ? paths.buyOrder('admin', id) : paths.updateAuction(id);
}
