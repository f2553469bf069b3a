import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Auction } from '#contract/auction/auction.ts';
import { EditorTabs } from '#web/auction-editor/editor-tabs.tsx';
import { SettingsTab } from '#web/auction-editor/settings/settings-tab.tsx';
import { adminAuctionQuery } from '#web/auction-editor/use-auction.ts';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { EditorSkeleton } from '#web/design/forms/editor-skeleton.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/**
 * Creates an auction, or a copy of one. The settings are saved first. Then the edit page opens, where items are added.
 */
export function CreateAuctionPage({ copyOf }: { copyOf: string | undefined }) {
  return copyOf === undefined ? <Creating /> : <Copying id={copyOf} />;
}

/** Loads the auction to copy only once, so that later changes of that auction do not reach the form. */
function Copying({ id }: { id: string }) {
  const query = useQuery({ ...adminAuctionQuery(id), staleTime: Number.POSITIVE_INFINITY });
  return (
    <Loaded query={query} skeleton={<EditorSkeleton />}>
      {(copied) => <Creating copied={copied} />}
    </Loaded>
  );
}

/** Shows the form of a new auction, empty or with the values of the copied auction. */
function Creating({ copied }: { copied?: Auction }) {
  const say = useSay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const follow = (auction: Auction) => {
    queryClient.setQueryData(adminAuctionQuery(auction.id).queryKey, auction);
    void queryClient.invalidateQueries({ queryKey: ['auctions'] });
    toast('good', say('auction.created', { title: auction.title, count: auction.items.length }));
    // Replaces the history entry, so that Back does not lead to an empty form that would create the same auction again.
    const to = paths.updateAuction(auction.id);
    void navigate({ to, search: { tab: 'items' }, replace: true, ignoreBlocker: true });
  };
  return (
    <>
      <PageTitle
        title={copied ? 'auction.createCopy' : 'auction.create'}
        note={copied && say('auction.copyNote', { title: copied.title, count: copied.items.length })}
        back={{ to: paths.auctions('admin', 'current'), label: 'auction.allAuctions' }}
      />
      <EditorTabs tab="settings" settings={<SettingsTab onSaved={follow} {...(copied && { copied })} />} items={null} />
    </>
  );
}
