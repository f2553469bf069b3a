import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import type { AdminSellOrder } from '#contract/marketplace/sell-order.ts';
import { isOver } from '#domain/marketplace/sell-order-status.ts';
import { EditorSkeleton } from '#web/design/forms/editor-skeleton.tsx';
import type { EditorTab } from '#web/auction-editor/editor-tab.ts';
import { EditorTabs } from '#web/auction-editor/editor-tabs.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { SellOrderHead } from '#web/marketplace/sell-order-head.tsx';
import { useSellOrderStatus } from '#web/marketplace/order-badges.tsx';
import { sellOrderQuery, useSellOrder } from '#web/marketplace/sell-order-queries.ts';
import { ItemsTab } from '#web/marketplace-admin/items-tab.tsx';
import { PublishPanel, PublishButton } from '#web/marketplace-admin/publish-panel.tsx';
import { SellOrderActions } from '#web/marketplace-admin/sell-order-actions.tsx';
import { SellOrderImages } from '#web/marketplace-admin/sell-order-images.tsx';
import { SettingsTab } from '#web/marketplace-admin/settings-tab.tsx';
import { CompanyName } from '#web/platform/format/company-name.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './update-sell-order-page.module.css';

type Props = { id: string; tab: EditorTab };

export function UpdateSellOrderPage({ id, tab }: Props) {
  const say = useSay();
  const query = useSellOrder(id);
  useDocumentTitle(query.data?.title ?? say('sellOrder.edit'));
  return (
    <Loaded query={query} skeleton={<EditorSkeleton />}>
      {(order) => <Editor order={order} tab={tab} />}
    </Loaded>
  );
}

function Editor({ order, tab }: { order: AdminSellOrder; tab: EditorTab }) {
  const say = useSay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isDirty, setIsDirty] = useState(false);
  const status = useSellOrderStatus(order);
  const isClosed = isOver(status);
  const choose = (next: EditorTab) =>
    void navigate({ to: '.', search: next === 'settings' ? {} : { tab: next }, replace: true, resetScroll: false });
  const takeSaved = (saved: AdminSellOrder) => {
    queryClient.setQueryData(sellOrderQuery(saved.id).queryKey, saved);
    void queryClient.invalidateQueries({ queryKey: ['sell-orders'] });
    toast('good', say('auction.saved'));
  };
  return (
    <>
      <SellOrderHead
        order={order}
        role="admin"
        note={<CompanyName of={order.seller} />}
        actions={
          <>
            <SellOrderActions order={order} />
            {status === 'unpublished' && <PublishButton order={order} isDirty={isDirty} />}
          </>
        }
      />
      {isClosed && order.cancelRemark === null && <Notice tone="quiet" icon={IconLock} title="error.sell_order_over" />}
      <EditorTabs
        tab={tab === 'items' ? 'items' : 'settings'}
        onTab={choose}
        itemCount={order.items.length}
        settings={
          <div className={css.settings}>
            <SettingsTab order={order} isClosed={isClosed} onSaved={takeSaved} onDirty={setIsDirty} />
            <SellOrderImages order={order} isClosed={isClosed} />
          </div>
        }
        items={<ItemsTab order={order} closed={isClosed ? 'error.sell_order_over' : undefined} />}
      />
      {status === 'unpublished' && <PublishPanel order={order} isDirty={isDirty} onTab={choose} />}
    </>
  );
}
