import { removeBidder, type Bidder } from '#contract/bidder/bidder.ts';
import { useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';

/** Asks, then removes a bidder with its initial bids. */
export function useRemoveBidder(id: string): (bidder: Bidder) => Promise<void> {
  const say = useSay();
  const textOf = useErrorText();
  const changed = useAuctionChanged(id);
  const { run } = useChange({
    send: async (bidder: Bidder) => {
      await api(removeBidder, { params: { id, bidderId: bidder.bidderId } });
      return bidder;
    },
    onDone: async ({ username }) => {
      await changed();
      toast('good', say('bidder.removed', { name: username }));
    },
    onRefused: (error) => toast('bad', textOf(error)),
  });
  return async (bidder) => {
    const isSure = await confirm({
      title: 'bidder.removeTitle',
      text: 'bidder.removeText',
      params: { name: bidder.username, company: bidder.businessAccount, count: bidder.bidCount },
      yes: 'action.remove',
      isDangerous: true,
    });
    if (isSure) run(bidder);
  };
}
