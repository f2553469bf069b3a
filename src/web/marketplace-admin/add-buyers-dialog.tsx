import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listBuyerCandidates,
  readPastedBuyers,
  updateSellOrderBuyers,
  type Buyer,
  type PastedBuyer,
} from '#contract/marketplace/sell-order-buyer.ts';
import { ChoosingDialog } from '#web/bidder/choosing-dialog.tsx';
import { showLeft, type LeftOf, type LeftShown, usePastedList } from '#web/bidder/pasted-list.ts';
import { ChosenList } from '#web/bidder/chosen-list.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { choosePastedCompanies, isIn } from '#web/marketplace-admin/chosen-companies.ts';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Props = { orderId: string; /** Those whom it is for already. */ present: readonly Buyer[]; onClose: () => void };

/** Adds companies to those that a sell order is for. */
export function AddBuyersDialog({ orderId, present, onClose }: Props) {
  const say = useSay();
  const [chosen, setChosen] = useState<readonly Buyer[]>([]);
  const list = usePastedList({
    read: (text) => api(readPastedBuyers, { params: { id: orderId }, body: { text } }),
    take: (lines) => {
      const after = choosePastedCompanies(chosen, present, lines);
      setChosen(after.chosen);
      return { foundCount: after.chosen.length - chosen.length, left: after.left };
    },
  });
  const toggle = (buyer: Buyer) =>
    setChosen((before) =>
      isIn(before, buyer) ? before.filter(({ accountId }) => accountId !== buyer.accountId) : [...before, buyer],
    );
  const { run, isPending, error } = useAdd({ orderId, present, chosen }, () => {
    setChosen([]);
    if (list.text.trim() === '') onClose();
  });
  return (
    <ChoosingDialog<Buyer, LeftOf<PastedBuyer>>
      title="sellOrder.addBuyers"
      paste={{
        help: 'sellOrder.pastedHelp',
        list,
        show: (line) => leftShown(line, [...present, ...chosen]),
        onChoose: (line, accountId) => {
          const company = line.candidates.find((one) => one.accountId === accountId);
          if (!company) return;
          toggle(company);
          list.settle(line);
        },
      }}
      search={{
        search: 'sellOrder.candidateSearch',
        name: ['sell-order', 'admin', orderId, 'candidates'],
        find: (query, signal) => api(listBuyerCandidates, { params: { id: orderId }, query, signal }),
        show: (one) => ({
          key: one.accountId,
          name: one.companyName,
          note: isIn(present, one) ? say('sellOrder.isBuyer') : one.registrationNumber,
          isChosen: isIn(present, one) || isIn(chosen, one),
          isOff: isIn(present, one),
        }),
        onToggle: toggle,
      }}
      hasChosen={chosen.length > 0}
      onSend={() => chosen.length > 0 && run()}
      error={error}
      isPending={isPending}
      onClose={onClose}
    >
      <ChosenList
        chosen={chosen}
        show={(buyer) => ({ key: buyer.accountId, name: buyer.companyName, note: buyer.registrationNumber })}
        onRemove={toggle}
      />
    </ChoosingDialog>
  );
}

type Added = Pick<Props, 'orderId' | 'present'> & { readonly chosen: readonly Buyer[] };

function useAdd({ orderId, present, chosen }: Added, onDone: () => void) {
  const say = useSay();
  const queryClient = useQueryClient();
  return useChange({
    send: () =>
      api(updateSellOrderBuyers, {
        params: { id: orderId },
        body: { accountIds: [...present, ...chosen].map(({ accountId }) => accountId) },
      }),
    onDone: async () => {
      await queryClient.invalidateQueries({ queryKey: ['sell-order', 'admin', orderId] });
      toast('good', say('sellOrder.buyersAdded', { count: chosen.length }));
      onDone();
    },
  });
}

const leftShown = (line: LeftOf<PastedBuyer>, taken: readonly Buyer[]): LeftShown =>
  showLeft(line, {
    isTaken: (one) => isIn(taken, one),
    choiceOf: (one) => ({ value: one.accountId, label: `${one.companyName} · ${one.registrationNumber}` }),
    whyOf: (finding) => `sellOrder.finding.${finding}`,
  });
