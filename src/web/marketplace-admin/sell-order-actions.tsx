import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { cancelSellOrder, deleteSellOrder, type AdminSellOrder } from '#contract/marketplace/sell-order.ts';
import { isOver } from '#domain/marketplace/sell-order-status.ts';
import { RemarkDialog } from '#web/design/dialogs/remark-dialog.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { sellOrderQuery, useSellOrderChanged } from '#web/marketplace/sell-order-queries.ts';
import { useSellOrderStatus } from '#web/marketplace/order-badges.tsx';
import { paths } from '#web/paths.ts';
import { restoreSellOrder } from '#contract/deletion.ts';
import { api } from '#web/platform/calls/api.ts';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Props = {
  order: AdminSellOrder;
  /** True on the view page, where the link leads to the editor; false in the editor. */ isView?: boolean;
};

/**
 * The actions on a whole sell order: view or edit it, manage its buyers, and cancel it. An order without a publish time
 * can be deleted instead.
 */
export function SellOrderActions({ order, isView = false }: Props) {
  const say = useSay();
  const status = useSellOrderStatus(order);
  const [isCancelling, setIsCancelling] = useState(false);
  const changed = useSellOrderChanged();
  const remove = useDelete(order);
  const finish = async () => {
    await changed();
    toast('good', say('sellOrder.cancelDone', { title: order.title }));
    setIsCancelling(false);
  };
  return (
    <>
      <Button
        variant="subtle"
        component={Link}
        to={isView ? paths.updateSellOrder(order.id) : paths.sellOrder('admin', order.id)}
      >
        {say(isView ? 'action.edit' : 'auction.viewDetails')}
      </Button>
      <Button
        variant="default"
        component={Link}
        to={paths.sellOrderBuyers(order.id)}
        leftSection={<IconUsers size={16} aria-hidden />}
      >
        {say('sellOrder.buyersCounted', { count: order.buyerCount })}
      </Button>
      {status === 'unpublished' && order.publishTime === null ? (
        <ReasonButton variant="default" isDangerous loading={remove.isPending} onClick={() => remove.act()}>
          {say('sellOrder.delete')}
        </ReasonButton>
      ) : (
        !isOver(status) && (
          <ReasonButton variant="default" isDangerous onClick={() => setIsCancelling(true)}>
            {say('sellOrder.cancel')}
          </ReasonButton>
        )
      )}
      {isCancelling && (
        <RemarkDialog
          words={{
            title: 'sellOrder.cancelTitle',
            text: 'sellOrder.cancelText',
            help: 'sellOrder.cancelHelp',
            submit: 'sellOrder.cancel',
            isRequired: true,
            isDangerous: true,
          }}
          params={{ title: order.title, count: order.pendingCount }}
          send={(remarkContent) => api(cancelSellOrder, { params: { id: order.id }, body: { remarkContent } })}
          onDone={() => void finish()}
          onRefused={() => void changed()}
          onClose={() => setIsCancelling(false)}
        />
      )}
    </>
  );
}

/** Returns the action that deletes a sell order after a confirmation and then opens the list. */
function useDelete({ id, title }: AdminSellOrder) {
  const say = useSay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useAction({
    question: () => ({
      title: 'sellOrder.deleteTitle',
      text: 'sellOrder.deleteText',
      params: { title },
      yes: 'sellOrder.delete',
      isDangerous: true,
    }),
    send: () => api(deleteSellOrder, { params: { id } }),
    done: () => say('auction.deleted', { title }),
    undo: () => ({
      send: async () => {
        await api(restoreSellOrder, { params: { id } });
        await queryClient.invalidateQueries({ queryKey: ['sell-orders'] });
        await navigate({ to: paths.updateSellOrder(id) });
      },
      done: say('deletion.restoredSellOrder', { title }),
    }),
    onDone: async () => {
      void queryClient.invalidateQueries({ queryKey: ['sell-orders'] });
      // The sell order no longer exists, so leaving unsaved input needs no confirmation.
      await navigate({ to: paths.marketplace('admin'), replace: true, ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: sellOrderQuery(id).queryKey });
    },
  });
}
