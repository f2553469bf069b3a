import { useCallback } from 'react';
import type { Notice } from '#contract/notice.ts';
import { paths } from '#web/paths.ts';
import { formatTime } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';

/** What a notice says besides naming its auction. */
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

/** A result says how it came out. "Can win" says whether a bid wins already or another bid is needed. */
function sayingOf({ kind, outcome, quantity }: Pick<Notice, 'kind' | 'outcome' | 'quantity'>) {
  if (kind === 'result') return outcome ?? 'ended';
  return kind === 'canWin' && quantity !== null ? 'winsNow' : kind;
}

/** What a notice is about, by its title or name. */
export const titleOf = ({ auction, waiting }: Notice): string => (auction ?? waiting)?.title ?? '';

/** Where a notice leads: to what waits; to its auction as it stands, or to the result for those who may see it. */
export function noticePath(role: Role, { kind, outcome, auction, waiting }: Notice): string {
  if (waiting) return waitingPath(kind, waiting.id);
  if (!auction) return paths.home(role);
  const isResult = kind === 'result' && (outcome !== 'ended' || role === 'admin');
  if (isResult) return paths.auctionResult(role, auction.id);
  return kind === 'outbid' || kind === 'canWin' || kind === 'bidsCancelled'
    ? paths.auction(role, auction.id)
    : paths.auctionDetail(role, auction.id);
}

function waitingPath(kind: Notice['kind'], id: string): string {
  if (kind === 'registrationWaits') return paths.accountRegistration(id);
  return kind === 'buyOrderWaits' ? paths.buyOrder('admin', id) : paths.updateAuction(id);
}
