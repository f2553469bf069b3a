import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BUY_ORDERS_PAGE, cancelBuyOrder, type OwnBuyOrder } from '#contract/marketplace/buy-order.ts';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { ownBuyOrderQuery } from '#web/marketplace/buy-orders/buy-order-queries.ts';
import { BuyOrderView } from '#web/marketplace/buy-orders/buy-order-view.tsx';
import { OrderSkeleton } from '#web/marketplace/sell-order-head.tsx';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { useLiveQueries } from '#web/platform/live/live-queries.ts';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** A buy order of one of the user's companies, updated live. */
export function BuyOrderPage({ id }: { id: string }) {
  const say = useSay();
  useLiveQueries('user', BUY_ORDERS_PAGE, 'buy-orders');
  const query = useQuery(ownBuyOrderQuery(id));
  useDocumentTitle(query.data?.reference ?? say('buyOrder.order'));
  return (
    <Loaded query={query} skeleton={<OrderSkeleton />}>
      {(order) => <Order order={order} />}
    </Loaded>
  );
}

/** Shows a buy order of the user's own company. The user can cancel a pending order (docs/rules.md#buy-orders). */
function Order({ order }: { order: OwnBuyOrder }) {
  const say = useSay();
  const { act: cancel, isPending } = useCancel(order);
  return (
    <BuyOrderView
      role="user"
      order={order}
      back={{ to: paths.marketplace('user'), label: 'shell.marketplace' }}
      actions={
        order.mayCancel && (
          <ReasonButton variant="default" isDangerous loading={isPending} onClick={() => cancel()}>
            {say('buyOrder.cancel')}
          </ReasonButton>
        )
      }
    />
  );
}

/** Returns the action that cancels a buy order of the user's own company, after a confirmation. */
function useCancel({ id, reference }: OwnBuyOrder) {
  const say = useSay();
  const queryClient = useQueryClient();
  return useAction({
    question: () => ({
      title: 'buyOrder.cancelTitle',
      text: 'buyOrder.cancelText',
      params: { reference },
      yes: 'buyOrder.cancel',
      no: 'buyOrder.keep',
      isDangerous: true,
    }),
    send: () => api(cancelBuyOrder, { params: { id } }),
    changed: () => queryClient.invalidateQueries({ queryKey: ['buy-orders'] }),
    done: () => say('buyOrder.cancelled', { reference }),
  });
}
