import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { type AdminSellOrder, updateSellOrderDetails, uploadSellOrderImage } from '#contract/marketplace/sell-order.ts';
import { SELL_ORDER_IMAGES_MAX } from '#domain/auction/images.ts';
import { isOver } from '#domain/marketplace/sell-order-status.ts';
import { ImagesCard } from '#web/auction-editor/thumbnail-card.tsx';
import { useUploads } from '#web/design/fields/use-uploads.ts';
import { EditorSkeleton } from '#web/design/forms/editor-skeleton.tsx';
import type { EditorTab } from '#web/auction-editor/editor-tab.ts';
import { EditorTabs } from '#web/auction-editor/editor-tabs.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { SellOrderItemsTab } from '#web/marketplace-admin/sell-order-items-tab.tsx';
import { SellOrderHead } from '#web/marketplace/sell-order-head.tsx';
import { useSellOrderStatus } from '#web/marketplace/order-badges.tsx';
import { sellOrderQuery, useSellOrder, useSellOrderChanged } from '#web/marketplace/sell-order-queries.ts';
import { PublishPanel, PublishButton } from '#web/marketplace-admin/publish-panel.tsx';
import { SellOrderActions } from '#web/marketplace-admin/sell-order-actions.tsx';
import { SettingsTab } from '#web/marketplace-admin/settings-tab.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { CompanyName } from '#web/platform/format/company-name.tsx';
import { useSay, useErrorText } from '#web/platform/phrases/phrase.ts';
import { TermsForm } from '#web/settlement/terms-form.tsx';
import css from './update-sell-order-page.module.css';

type Props = { id: string; tab: EditorTab };

/** Lets an admin edit a sell order: settings, images and items. */
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

/** Shows the settings, the images and the items. Everything is read-only when the order is over. */
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
            <TermsForm owner="sellOrder" id={order.id} isLocked={order.publishTime !== null} />
            <SellOrderImages order={order} isClosed={isClosed} />
          </div>
        }
        items={<SellOrderItemsTab order={order} closed={isClosed ? 'error.sell_order_over' : undefined} />}
      />
      {status === 'unpublished' && <PublishPanel order={order} isDirty={isDirty} onTab={choose} />}
    </>
  );
}

type ImagesProps = { order: AdminSellOrder; /** True if the order is over. */ isClosed: boolean };

/** The images of a sell order. The first image is its thumbnail in lists. Each change is saved immediately. */
function SellOrderImages({ order, isClosed }: ImagesProps) {
  const say = useSay();
  const textOf = useErrorText();
  const changed = useSellOrderChanged();
  const params = { id: order.id };
  const { images, title } = order;
  // Uploads run one after another. Each adds its id to the chosen ids, which may be newer than the loaded order.
  const [chosen, setChosen] = useState<readonly string[]>();
  const ids = chosen ?? images.map(({ id }) => id);
  const { run } = useChange({
    send: (imageIds: readonly string[]) =>
      api(updateSellOrderDetails, {
        params,
        body: { imageIds: [...imageIds], thumbnailId: imageIds[0] ?? null },
      }),
    onDone: async () => {
      await changed();
      toast('good', say('sellOrder.imagesSaved'));
    },
    onRefused: (error) => {
      setChosen(undefined);
      toast('bad', textOf(error));
    },
  });
  const choose = (next: readonly string[]) => {
    setChosen(next);
    run(next);
  };
  const uploads = useUploads({
    upload: (File) => api(uploadSellOrderImage, { params, body: { File, Type: 'SellOrderDetail' } }),
    onUploaded: ({ id }) => choose([...ids, id]),
  });
  return (
    <ImagesCard
      title="sellOrder.images"
      label="sellOrder.imagesLabel"
      help={{ text: say('image.itemHelp', { maximum: SELL_ORDER_IMAGES_MAX }) }}
      uploads={uploads}
      known={images}
      maximum={SELL_ORDER_IMAGES_MAX}
      subject={title}
      value={ids}
      onChange={choose}
      isClosed={isClosed}
    />
  );
}
