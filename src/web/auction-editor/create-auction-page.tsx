import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Auction } from '#contract/auction.ts';
import { EditorTabs } from '#web/auction-editor/editor-tabs.tsx';
import { SettingsTab } from '#web/auction-editor/settings-tab.tsx';
import { adminAuctionQuery } from '#web/auction-editor/use-auction.ts';
import { PageTitle } from '#web/design/page-title.tsx';
import { toast } from '#web/design/toast.tsx';
import { useDocumentTitle } from '#web/design/use-document-title.ts';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrase.ts';

/** A new auction: its settings are saved first, then its items are added on the page that edits it. */
export function CreateAuctionPage() {
  const say = useSay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  useDocumentTitle(say('auction.create'));
  const follow = (auction: Auction) => {
    queryClient.setQueryData(adminAuctionQuery(auction.id).queryKey, auction);
    void queryClient.invalidateQueries({ queryKey: ['auctions'] });
    toast('good', say('auction.created', { title: auction.title }));
    // Going back should not lead to an empty form that makes the same auction once more.
    const to = paths.updateAuction(auction.id);
    void navigate({ to, search: { tab: 'items' }, replace: true, ignoreBlocker: true });
  };
  return (
    <>
      <PageTitle
        title="auction.create"
        back={{ to: paths.auctions('admin', 'current'), label: 'auction.allAuctions' }}
      />
      <EditorTabs tab="settings" settings={<SettingsTab onSaved={follow} />} items={null} />
    </>
  );
}
