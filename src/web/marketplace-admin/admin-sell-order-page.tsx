import type { AdminSellOrder } from '#contract/marketplace/sell-order.ts';
import { Fact } from '#web/design/layout/facts.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { SellOrderHead, OrderSkeleton } from '#web/marketplace/sell-order-head.tsx';
import { useSellOrder } from '#web/marketplace/sell-order-queries.ts';
import { SellOrderView } from '#web/marketplace/sell-order-view.tsx';
import { SellOrderActions } from '#web/marketplace-admin/sell-order-actions.tsx';
import { formatPercent } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** The page of a sell order for admins, as buyers see it, with its buy orders. */
export function AdminSellOrderPage({ id }: { id: string }) {
  const say = useSay();
  const query = useSellOrder(id);
  useDocumentTitle(query.data?.title ?? say('sellOrder.offer'));
  return (
    <Loaded query={query} skeleton={<OrderSkeleton />}>
      {(order) => <SellOrder order={order} />}
    </Loaded>
  );
}

/** Shows a sell order to admins. Only admins see the seller's fee and the admin who created the order. */
function SellOrder({ order }: { order: AdminSellOrder }) {
  return (
    <>
      <SellOrderHead order={order} role="admin" actions={<SellOrderActions order={order} isView />} />
      <SellOrderView
        role="admin"
        order={order}
        facts={
          <>
            <Fact label="auction.sellerFee">{formatPercent(order.sellerProcessingFee)}</Fact>
            <Fact label="sellOrder.createdBy">{order.createdBy}</Fact>
          </>
        }
      />
    </>
  );
}
