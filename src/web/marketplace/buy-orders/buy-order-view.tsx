import type { ComponentProps, ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import {
  type OwnBuyOrder,
  getBuyOrderStatementAsAdmin,
  getOwnBuyOrderStatement,
} from '#contract/marketplace/buy-order.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import columns from '#web/design/layout/detail-columns.module.css';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { Quote } from '#web/design/layout/timeline.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { DownloadButton } from '#web/design/lists/download-button.tsx';
import { ClaimFacts, RegistryBadge } from '#web/holding/claim-facts.tsx';
import { BeneficiaryFacts } from '#web/holding/beneficiary-facts.tsx';
import { BuyOrderBadge } from '#web/marketplace/order-badges.tsx';
import { OrderSums, PartTable } from '#web/marketplace/order-costs.tsx';
import css from '#web/marketplace/sell-order-view.module.css';
import { paths } from '#web/paths.ts';
import { apiFile } from '#web/platform/calls/api.ts';
import { CompanyName } from '#web/platform/format/company-name.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';

type Props = {
  role: Role;
  order: Omit<OwnBuyOrder, 'mayCancel'>;
  back: ComponentProps<typeof PageTitle>['back'];
  /** The buttons for the user's actions on the order. */
  actions: ReactNode;
  notice?: ReactNode;
  /** Facts that only admins see: who decided, and what the seller receives. */
  facts?: ReactNode;
  sums?: ReactNode;
};

/** Shows a buy order: its items, cost, beneficiary and status. */
export function BuyOrderView({ role, order, back, actions, notice, facts, sums }: Props) {
  const say = useSay();
  return (
    <>
      <PageTitle
        title={{ text: `${say('buyOrder.order')} ${order.reference}` }}
        back={back}
        beside={<BuyOrderBadge status={order.status} />}
        actions={
          <>
            <StatementButton role={role} order={order} />
            {actions}
          </>
        }
      />
      {notice}
      <div className={columns.columns}>
        <div className={columns.main}>
          <Card title="buyOrder.order">
            <Facts>
              <Fact label="buyOrder.sellOrder">
                <Link to={paths.sellOrder(role, order.sellOrder.id)} className={css.link}>
                  {order.sellOrder.title}
                </Link>
              </Fact>
              <Fact label="marketplace.seller">
                <CompanyName of={order.seller} />
              </Fact>
              <Fact label="marketplace.buyer">
                <CompanyName of={order.buyer} />
              </Fact>
              <Fact label="buyOrder.placedBy">{order.placedBy}</Fact>
              <Fact label="marketplace.placedAt">
                <Moment at={order.placedAt} />
              </Fact>
              {order.decidedAt && (
                <Fact label="marketplace.decidedAt">
                  <Moment at={order.decidedAt} />
                </Fact>
              )}
              {facts}
            </Facts>
          </Card>
          <section aria-label={say('buyOrder.parts')}>
            <PartTable parts={order.parts} />
          </section>
        </div>
        <div className={columns.aside}>
          <Card title="buyOrder.cost">
            <OrderSums costs={order} />
            {sums}
          </Card>
          <Card title={order.beneficiary ? 'buyOrder.retire' : 'buyOrder.onApproval'}>
            {order.beneficiary ? (
              <Facts>
                <BeneficiaryFacts beneficiary={order.beneficiary} />
                {order.claim && <ClaimFacts claim={order.claim} />}
                {order.status === 'Pending' && (
                  <Fact label="claim.state">
                    <RegistryBadge state="requested" />
                  </Fact>
                )}
              </Facts>
            ) : (
              <p className={css.description}>{say('buyOrder.holdHelp')}</p>
            )}
            {order.retirementNumber && (
              <Facts>
                <Fact label="buyOrder.retirementNumber">{order.retirementNumber}</Fact>
              </Facts>
            )}
          </Card>
          {order.remark && (
            <Card title={order.isCancelledWithSellOrder ? 'buyOrder.cancelledWithSellOrder' : 'marketplace.remark'}>
              <Quote>{order.remark}</Quote>
            </Card>
          )}
        </div>
      </div>
    </>
  );
}

/** Downloads the order confirmation of a purchase. Only an approved order has one. */
function StatementButton({ role, order }: Pick<Props, 'role' | 'order'>) {
  const say = useSay();
  if (order.status !== 'Approved') return null;
  const params = { id: order.id };
  return (
    <DownloadButton
      label={say('buyOrder.statement')}
      name={`${order.reference}.pdf`}
      load={() => apiFile(role === 'admin' ? getBuyOrderStatementAsAdmin : getOwnBuyOrderStatement, { params })}
    />
  );
}
