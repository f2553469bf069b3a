import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { AdminSellOrder } from '#contract/marketplace/sell-order.ts';
import { EditorTabs } from '#web/auction-editor/editor-tabs.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { sellOrderQuery } from '#web/marketplace/sell-order-queries.ts';
import { SettingsTab } from '#web/marketplace-admin/settings-tab.tsx';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** The page that creates a sell order from its settings. Items are added later, on the edit page. */
export function CreateSellOrderPage() {
  const say = useSay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const follow = (order: AdminSellOrder) => {
    queryClient.setQueryData(sellOrderQuery(order.id).queryKey, order);
    void queryClient.invalidateQueries({ queryKey: ['sell-orders'] });
    toast('good', say('auction.created', { title: order.title, count: 0 }));
    // Replaces the history entry, so that Back does not lead to the empty form, which would create a second order.
    const to = paths.updateSellOrder(order.id);
    void navigate({ to, search: { tab: 'items' }, replace: true, ignoreBlocker: true });
  };
  return (
    <>
      <PageTitle title="sellOrder.create" back={{ to: paths.marketplace('admin'), label: 'shell.marketplace' }} />
      <EditorTabs tab="settings" settings={<SettingsTab onSaved={follow} />} items={null} />
    </>
  );
}
