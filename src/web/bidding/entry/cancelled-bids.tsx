import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconBan } from '@tabler/icons-react';
import { dismissCancelledBids, listCancelledBids, type RoomBid } from '#contract/bidding/bidding.ts';
import { Notice } from '#web/design/feedback/notice.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { api } from '#web/platform/calls/api.ts';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { formatAmount, formatDateTime } from '#web/platform/format/format.ts';
import { useErrorText, useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import css from './cancelled-bids.module.css';

const AGAIN_MS = 15_000;

type Props = { auctionId: string; own: readonly RoomBid[]; mayDismiss: boolean };

/**
 * Shows the bidder's initial bids that were cancelled because the auction was changed. The message stays until the
 * bidder bids again or dismisses the message.
 */
export function CancelledBids({ auctionId, own, mayDismiss }: Props) {
  const say = useSay();
  const language = useLanguage();
  const textOf = useErrorText();
  const queryClient = useQueryClient();
  const queryKey = ['cancelled-bids', auctionId];
  // Reads the list again when the own bids or the language change. The causes are texts in the reader's language.
  const readKey = [...queryKey, language, own.map(({ bidId, seq }) => `${bidId}:${seq}`).join()];
  const { data = [] } = useQuery({
    ...readPageQuery(readKey, listCancelledBids, { params: { id: auctionId } }),
    refetchInterval: AGAIN_MS,
  });
  const dismissal = useChange({
    send: () => api(dismissCancelledBids, { params: { id: auctionId } }),
    onDone: () => queryClient.invalidateQueries({ queryKey }),
    onRefused: (error) => toast('bad', textOf(error)),
  });
  if (data.length === 0) return null;
  return (
    <Notice tone="warn" icon={IconBan} title="cancellation.ownTitle">
      <ul className={css.bids}>
        {data.map(({ bidId, itemName, bidValue, bidRECQuantity, cause, cancelledAt }) => (
          <li key={bidId}>
            {say('cancellation.bid', {
              item: itemName,
              price: formatAmount(bidValue),
              quantity: bidRECQuantity,
            })}
            {' · '}
            {cause}
            {' · '}
            {formatDateTime(cancelledAt, language)}
          </li>
        ))}
      </ul>
      {mayDismiss && (
        <Button size="compact-sm" variant="default" loading={dismissal.isPending} onClick={() => dismissal.run()}>
          {say('cancellation.dismiss')}
        </Button>
      )}
    </Notice>
  );
}
