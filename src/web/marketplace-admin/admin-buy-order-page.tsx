import { IconBan } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  BUY_ORDERS_PAGE,
  type AdminBuyOrder,
  approveBuyOrder,
  rejectBuyOrder,
} from '#contract/marketplace/buy-order.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { RemarkDialog } from '#web/design/dialogs/remark-dialog.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { Fact, Facts } from '#web/design/layout/facts.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { buyOrderQuery } from '#web/marketplace/buy-orders/buy-order-queries.ts';
import { BuyOrderView } from '#web/marketplace/buy-orders/buy-order-view.tsx';
import { OrderSkeleton } from '#web/marketplace/sell-order-head.tsx';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { env } from '#web/platform/page/env.ts';
import { formatMoney, formatPercent } from '#web/platform/format/format.ts';
import { useLiveQueries } from '#web/platform/live/live-queries.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';

/** The page of a buy order for admins, before and after the decision. */
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

/** Shows a buy order. While the order is pending, buttons approve or reject it. */
function Order({ order }: { order: AdminBuyOrder }) {
  const say = useSay();
  const language = useLanguage();
  const { currency } = env();
  const isBlacklisted = order.status === 'Pending' && order.buyerStatus === 'Blacklisted';
  return (
    <BuyOrderView
      role="admin"
      order={order}
      back={{ to: paths.sellOrder('admin', order.sellOrder.id), label: 'buyOrder.toSellOrder' }}
      actions={<DecisionButtons order={order} />}
      notice={
        isBlacklisted && (
          <Notice tone="bad" icon={IconBan} title="buyOrder.buyerBlacklisted">
            <p>{say('buyOrder.buyerBlacklistedText', { company: companyNameIn(language, order.buyer) })}</p>
          </Notice>
        )
      }
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
  );
}

/** The routes and labels of the two decisions. */
const DECISIONS = {
  reject: { route: rejectBuyOrder, submit: 'buyOrder.reject' },
  approve: { route: approveBuyOrder, submit: 'buyOrder.approve' },
} as const;
type Decision = keyof typeof DECISIONS;

/** Approves or rejects a pending buy order. Both decisions need a remark (docs/rules.md#buy-orders). */
function DecisionButtons({ order }: { order: AdminBuyOrder }) {
  const say = useSay();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<Decision>();
  const { id, reference, status } = order;
  const askAgain = () => queryClient.invalidateQueries({ queryKey: ['buy-orders'] });
  const finish = async (decision: Decision) => {
    void queryClient.invalidateQueries({ queryKey: ['sell-order'] });
    void queryClient.invalidateQueries({ queryKey: ['sell-orders'] });
    void queryClient.invalidateQueries({ queryKey: ['waiting'] });
    await askAgain();
    toast('good', say(`buyOrder.${decision}Done`, { reference }));
    setChosen(undefined);
  };
  return (
    <>
      {status === 'Pending' &&
        (['reject', 'approve'] as const).map((one) => (
          <ReasonButton
            key={one}
            variant={one === 'approve' ? 'filled' : 'default'}
            isDangerous={one === 'reject'}
            onClick={() => setChosen(one)}
          >
            {say(DECISIONS[one].submit)}
          </ReasonButton>
        ))}
      {chosen && (
        <RemarkDialog
          words={{
            title: `buyOrder.${chosen}Title`,
            text: `buyOrder.${chosen}Text`,
            help: 'buyOrder.remarkHelp',
            submit: DECISIONS[chosen].submit,
            isRequired: true,
            isDangerous: chosen === 'reject',
          }}
          params={{
            reference,
            company: companyNameIn(language, order.buyer),
            quantity: order.quantity,
            hasBeneficiary: String(order.hasBeneficiary),
          }}
          send={(remarkContent) => api(DECISIONS[chosen].route, { params: { id }, body: { remarkContent } })}
          onDone={() => void finish(chosen)}
          // Another administrator may have decided the order already, so the order is reloaded.
          onRefused={() => void askAgain()}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}
