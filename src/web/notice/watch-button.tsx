import { ActionIcon } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AuctionSummary } from '#contract/auction/auction.ts';
import { unwatchAuction, watchAuction } from '#contract/notice.ts';
import { Hint } from '#web/design/dialogs/hint.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './watch-button.module.css';

/** A button that adds an auction to the watch list or removes it from the list. */
export function WatchButton({ auction }: { auction: Pick<AuctionSummary, 'id' | 'title' | 'isWatched'> }) {
  const say = useSay();
  const queryClient = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (isOn: boolean) => api(isOn ? watchAuction : unwatchAuction, { params: { id: auction.id } }),
    // The star keeps its new state while the page's data are fetched again.
    onSettled: () =>
      Promise.all(['auctions', 'auction'].map((name) => queryClient.invalidateQueries({ queryKey: [name] }))),
  });
  const isWatched = isPending ? variables : auction.isWatched;
  return (
    <Hint label={say(isWatched ? 'notice.watched' : 'notice.watch')}>
      <ActionIcon
        className={css.star}
        data-tour="watch"
        data-on={isWatched || undefined}
        variant="transparent"
        size={32}
        aria-label={`${say('notice.watch')}: ${auction.title}`}
        aria-pressed={isWatched}
        onClick={() => mutate(!isWatched)}
      >
        {isWatched ? <IconStarFilled size={18} /> : <IconStar size={18} />}
      </ActionIcon>
    </Hint>
  );
}
