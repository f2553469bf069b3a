import { IconBan } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { BUY_ORDERS_PAGE, type AdminBuyOrder } from '#contract/marketplace/buy-order.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { Fact, Facts } from '#web/design/layout/facts.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { buyOrderQuery } from '#web/marketplace/buy-orders/buy-order-queries.ts';
import { BuyOrderView } from '#web/marketplace/buy-orders/buy-order-view.tsx';
import { OrderSkeleton } from '#web/marketplace/order-skeleton.tsx';
import { BuyOrderBadge } from '#web/marketplace/order-badges.tsx';
import { StatementButton } from '#web/marketplace/buy-orders/statement-button.tsx';
import { DecisionButtons } from '#web/marketplace-admin/decision-buttons.tsx';
import { paths } from '#web/paths.ts';
import { env } from '#web/platform/page/env.ts';
import { formatMoney, formatPercent } from '#web/platform/format/format.ts';
import { useLiveQueries } from '#web/platform/live/live-queries.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';

/** A buy order that an admin decides on, or has decided. */
export function AdminBuyOrderPage({ id }: { id: string }) {
  const say = useSay();
  useLiveQueries('admin', BUY_ORDERS_PAGE, 'buy-orders');
  const query = useQuery(buyOrderQuery(id));
  useDocumentTitle(query.data?.reference ?? say('buyOrder.order'));
  return (
    <Loaded query={query} skeleton={<OrderSkeleton />}>
      {(order) => <Order order={order} />}
    </Loaded>
  );
}

function Order({ order }: { order: AdminBuyOrder }) {
  const say = useSay();
  const language = useLanguage();
  const { currency } = env();
  const isBlacklisted = order.status === 'Pending' && order.buyerStatus === 'Blacklisted';
  return (
    <>
      <PageTitle
        title={{ text: `${say('buyOrder.order')} ${order.reference}` }}
        back={{ to: paths.sellOrder('admin', order.sellOrder.id), label: 'buyOrder.toSellOrder' }}
        beside={<BuyOrderBadge status={order.status} />}
        actions={
          <>
            <StatementButton role="admin" order={order} />
            <DecisionButtons order={order} />
          </>
        }
      />
      {isBlacklisted && (
        <Notice tone="bad" icon={IconBan} title="buyOrder.buyerBlacklisted">
          <p>{say('buyOrder.buyerBlacklistedText', { company: companyNameIn(language, order.buyer) })}</p>
        </Notice>
      )}
      <BuyOrderView
        role="admin"
        order={order}
        facts={order.decidedBy !== null && <Fact label="buyOrder.decidedBy">{order.decidedBy}</Fact>}
        sums={
          <Facts>
            <Fact label="auction.sellerFee">
              {formatMoney(order.sellerFee, currency)} ({formatPercent(order.sellerProcessingFee)})
            </Fact>
            <Fact label="buyOrder.proceeds">{formatMoney(order.proceeds, currency)}</Fact>
          </Facts>
        }
      />
    </>
  );
}
