import { useQueryClient } from '@tanstack/react-query';
import { updateSellOrderBuyers, type Buyer } from '#contract/marketplace/sell-order-buyer.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import { useUndo } from '#web/design/feedback/use-undo.ts';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';

type Removal = { accountIds: readonly string[]; before: readonly string[]; companyName: string };

/**
 * Returns a function that removes a buyer. No confirmation is needed, because a message offers to undo the removal.
 * Removing the last buyer opens the sell order to every company.
 */
export function useRemoveBuyer(id: string, present: readonly Buyer[]): (buyer: Buyer) => void {
  const say = useSay();
  const textOf = useErrorText();
  const queryClient = useQueryClient();
  const changed = () => queryClient.invalidateQueries({ queryKey: ['sell-order', 'admin', id] });
  const offerUndo = useUndo(changed);
  const store = (accountIds: readonly string[]) =>
    api(updateSellOrderBuyers, { params: { id }, body: { accountIds: [...accountIds] } });
  const { run } = useChange({
    send: async ({ accountIds, ...subject }: Removal) => {
      await store(accountIds);
      return subject;
    },
    onDone: async ({ before, companyName: company }) => {
      await changed();
      const done = say('sellOrder.buyerAddedAgain', { company });
      offerUndo(say('sellOrder.buyerRemoved', { company }), { send: () => store(before), done });
    },
    onRefused: (error) => toast('bad', textOf(error)),
  });
  return ({ accountId, companyName }) => {
    const before = present.map((buyer) => buyer.accountId);
    run({ accountIds: before.filter((one) => one !== accountId), before, companyName });
  };
}
