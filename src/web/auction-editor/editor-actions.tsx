import { Button } from '@mantine/core';
import { IconUsers, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { deleteAuction, type Auction } from '#contract/auction/auction.ts';
import type { AuctionPhase } from '#web/auction/auction-phase.tsx';
import { adminAuctionQuery } from '#web/auction-editor/use-auction.ts';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { useAct } from '#web/design/dialogs/use-act.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { RehearseButton } from '#web/rehearsal/rehearse-button.tsx';

type Props = { auction: Auction; phase: AuctionPhase };

/** What can be done with the auction as a whole: see its page, its bidders, delete it before the start. */
export function EditorActions({ auction, phase }: Props) {
  const say = useSay();
  const { act: remove, isPending } = useDeleteAuction(auction);
  const count = auction.bidderCount ?? 0;
  return (
    <>
      <Button variant="subtle" component={Link} to={paths.auctionDetail('admin', auction.id)}>
        {say('auction.viewDetails')}
      </Button>
      <Button
        variant="default"
        component={Link}
        to={paths.addBidders(auction.id)}
        leftSection={<IconUsers size={16} aria-hidden />}
      >
        {say('auction.biddersCounted', { count })}
      </Button>
      {auction.rehearsalOf === null && !auction.isDraft && (
        <RehearseButton auction={auction} isClosed={phase !== 'upcoming'} />
      )}
      <ReasonButton
        variant="default"
        isDangerous
        loading={isPending}
        reason={phase === 'upcoming' ? undefined : 'auction.deleteClosed'}
        onClick={() => remove()}
        leftSection={<IconTrash size={16} aria-hidden />}
      >
        {say(WORDS[kindOf(auction)].yes)}
      </ReasonButton>
    </>
  );
}

/** A draft is discarded: with it the series ends. */
const WORDS = {
  auction: {
    title: 'auction.deleteTitle',
    text: 'auction.deleteText',
    yes: 'auction.delete',
    done: 'auction.deleted',
  },
  draft: { title: 'draft.discardTitle', text: 'draft.discardText', yes: 'draft.discard', done: 'draft.discarded' },
} as const;
const kindOf = ({ isDraft }: Auction) => (isDraft ? 'draft' : 'auction');

function useDeleteAuction(auction: Auction) {
  const { id, title } = auction;
  const { done, ...question } = WORDS[kindOf(auction)];
  const say = useSay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useAct({
    question: () => ({ ...question, params: { title }, isDangerous: true }),
    send: () => api(deleteAuction, { params: { id } }),
    done: () => say(done, { title }),
    onDone: async () => {
      void queryClient.invalidateQueries({ queryKey: ['auctions'] });
      // What was typed belongs to an auction that is gone: nothing to ask.
      await navigate({ to: paths.auctions('admin', 'current'), replace: true, ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: adminAuctionQuery(id).queryKey });
    },
  });
}
