import { useCallback } from 'react';
import type { Notice } from '#contract/notice.ts';
import { paths } from '#web/paths.ts';
import { formatTime } from '#web/platform/format.ts';
import { useSay } from '#web/platform/phrase.ts';
import type { Role } from '#web/platform/session.ts';

/** What a notice says besides naming its auction. */
export function useNoticeWords(): (notice: Notice) => string {
  const say = useSay();
  return useCallback(
    ({ kind, outcome, itemName, quantity, auction }) =>
      say(`notice.says.${sayingOf({ kind, outcome, quantity })}`, {
        item: itemName ?? '',
        quantity: quantity ?? 0,
        time: formatTime(auction.auctionEndTime),
      }),
    [say],
  );
}

/** A result says how it came out. "Can win" says whether a bid wins already or another bid is needed. */
function sayingOf({ kind, outcome, quantity }: Pick<Notice, 'kind' | 'outcome' | 'quantity'>) {
  if (kind === 'result') return outcome ?? 'ended';
  return kind === 'canWin' && quantity !== null ? 'winsNow' : kind;
}

/** Where a notice leads: to its auction as it stands, or to the result for those who may see it. */
export function noticePath(role: Role, { kind, outcome, auction }: Notice): string {
  const isResult = kind === 'result' && (outcome !== 'ended' || role === 'admin');
  if (isResult) return paths.auctionResult(role, auction.id);
  return kind === 'outbid' || kind === 'canWin' || kind === 'bidsCancelled'
    ? paths.auction(role, auction.id)
    : paths.auctionDetail(role, auction.id);
}
