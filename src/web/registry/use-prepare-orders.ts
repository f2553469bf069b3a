import { useQueryClient } from '@tanstack/react-query';
import { prepareRegistryOrders } from '#contract/settlement/registry-order.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';

/** The first part of the keys of all queries about registry orders. */
export const REGISTRY_ORDERS_KEY = 'registry-orders';

/** Returns a function that loads everything again that shows registry orders. */
export function useOrdersChanged(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [REGISTRY_ORDERS_KEY, 'settlement', 'settlements'].map((key) =>
        queryClient.invalidateQueries({ queryKey: [key] }),
      ),
    );
}

/**
 * Returns the action that prepares the orders of instructed deliveries, or of a retirement, and says how many there are.
 * @param of the settlement or retirement; empty for the deliveries of all settlements
 */
export function usePrepareOrders(of: { readonly settlementId?: string; readonly retirementId?: string } = {}) {
  const say = useSay();
  const textOf = useErrorText();
  const changed = useOrdersChanged();
  return useChange({
    send: () => api(prepareRegistryOrders, { query: of }),
    onDone: async ({ orders, waiting }) => {
      await changed();
      const waits = waiting > 0 ? [say('registryOrder.preparedWaiting', { waiting })] : [];
      toast(
        'good',
        [
          say(of.retirementId === undefined ? 'registryOrder.prepared' : 'registryOrder.preparedRetirement', {
            orders,
          }),
          ...waits,
        ].join(' '),
      );
    },
    onRefused: (refused) => toast('bad', textOf(refused)),
  });
}
