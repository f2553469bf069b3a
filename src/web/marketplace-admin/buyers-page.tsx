import { IconUserPlus, IconUsersGroup, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, createContext, use } from 'react';
import type { AdminSellOrder } from '#contract/marketplace/sell-order.ts';
import {
  listSellOrderBuyers,
  updateSellOrderBuyers,
  type Buyer,
  listBuyerCandidates,
  readPastedBuyers,
  type PastedBuyer,
} from '#contract/marketplace/sell-order-buyer.ts';
import { isOver } from '#domain/marketplace/sell-order-status.ts';
import { ChoosingDialog } from '#web/bidder/choosing-dialog.tsx';
import { ChosenList } from '#web/bidder/chosen-list.tsx';
import { viewOfRemaining, type RemainingLine, type RemainingLineView, usePastedList } from '#web/bidder/pasted-list.ts';
import { AccountBadge } from '#web/company-admin/account-badge.tsx';
import { EditorSkeleton } from '#web/design/forms/editor-skeleton.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { useRemoveBuyer } from '#web/marketplace-admin/use-remove-buyer.ts';
import { choosePastedCompanies, isIn } from '#web/marketplace-admin/chosen-companies.ts';
import { SellOrderBadge, useSellOrderStatus } from '#web/marketplace/order-badges.tsx';
import { useSellOrder } from '#web/marketplace/sell-order-queries.ts';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useChange } from '#web/platform/calls/use-change.ts';

/**
 * The page with the companies that may see a sell order and buy from it. If no company is listed, every active company
 * may see it and buy (docs/rules.md#sell-orders).
 */
export function BuyersPage({ id }: { id: string }) {
  const say = useSay();
  const query = useSellOrder(id);
  useDocumentTitle(say('sellOrder.buyersOf', { title: query.data?.title ?? '' }));
  return (
    <Loaded query={query} skeleton={<EditorSkeleton />}>
      {(order) => <Buyers order={order} />}
    </Loaded>
  );
}

/** Shows the companies that a sell order is for. */
function Buyers({ order }: { order: AdminSellOrder }) {
  const say = useSay();
  const [isAdding, setIsAdding] = useState(false);
  const { data, error, refetch } = useQuery(
    readQuery(['sell-order', 'admin', order.id, 'buyers'], listSellOrderBuyers, { params: { id: order.id } }),
  );
  const closed = isOver(useSellOrderStatus(order)) ? ('error.sell_order_over' as const) : undefined;
  const remove = useRemoveBuyer(order.id, data ?? []);
  const actions = useMemo(() => ({ closed, remove }), [closed, remove]);
  const add = (
    <ReasonButton
      reason={closed}
      onClick={() => setIsAdding(true)}
      leftSection={<IconUserPlus size={16} aria-hidden />}
    >
      {say('sellOrder.addBuyers')}
    </ReasonButton>
  );
  return (
    <>
      <PageTitle
        title={{ text: say('sellOrder.buyersOf', { title: order.title }) }}
        back={{ to: paths.updateSellOrder(order.id), label: 'sellOrder.backToSettings' }}
        beside={<SellOrderBadge order={order} role="admin" />}
        note={say('sellOrder.seenBy', { count: data?.length ?? order.buyerCount })}
        actions={data && data.length > 0 && add}
      />
      <BuyerActionsContext value={actions}>
        <DataTable
          caption="sellOrder.buyers"
          columns={BUYER_COLUMNS}
          rows={data}
          rowKey={({ accountId }) => accountId}
          error={error && asApiError(error)}
          onRetry={() => void refetch()}
          empty={
            <EmptyState title="sellOrder.forEveryone" hint="sellOrder.forEveryoneHint" icon={IconUsersGroup}>
              {add}
            </EmptyState>
          }
        />
      </BuyerActionsContext>
      {isAdding && data && <AddBuyersDialog orderId={order.id} present={data} onClose={() => setIsAdding(false)} />}
    </>
  );
}

/**
 * The actions of the buttons in the table. The columns are constants, so the buttons get the actions from a context.
 */
type BuyerActions = { readonly closed: PhraseKey | undefined; remove(buyer: Buyer): void };
const BuyerActionsContext = createContext<BuyerActions | undefined>(undefined);

/** A button that removes a buyer. If the sell order is over, the button is disabled and gives the reason. */
function Remove({ row }: { row: Buyer }) {
  const say = useSay();
  const actions = use(BuyerActionsContext);
  return (
    <ReasonButton
      size="xs"
      variant="subtle"
      isDangerous
      reason={actions?.closed}
      name={`${say('action.remove')}: ${row.companyName}`}
      onClick={() => actions?.remove(row)}
      leftSection={<IconX size={15} aria-hidden />}
    >
      {say('action.remove')}
    </ReasonButton>
  );
}

const BUYER_COLUMNS: readonly Column<Buyer>[] = [
  { id: 'company', title: 'company.companyName', Cell: ({ row }) => <strong>{row.companyName}</strong> },
  { id: 'number', title: 'company.registrationNumber', width: '220px', Cell: ({ row }) => row.registrationNumber },
  {
    id: 'status',
    title: 'marketplace.status',
    width: '150px',
    Cell: ({ row }) => <AccountBadge status={row.status} />,
  },
  { id: 'actions', title: 'auction.actions', width: '120px', Cell: Remove },
];

type AddProps = {
  orderId: string;
  /** The companies that are already buyers. */ present: readonly Buyer[];
  onClose: () => void;
};

/** Adds companies to the buyers of a sell order. */
function AddBuyersDialog({ orderId, present, onClose }: AddProps) {
  const say = useSay();
  const queryClient = useQueryClient();
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
  const { run, isPending, error } = useChange({
    send: () => {
      const accountIds = [...present, ...chosen].map(({ accountId }) => accountId);
      return api(updateSellOrderBuyers, { params: { id: orderId }, body: { accountIds } });
    },
    onDone: async () => {
      await queryClient.invalidateQueries({ queryKey: ['sell-order', 'admin', orderId] });
      toast('good', say('sellOrder.buyersAdded', { count: chosen.length }));
      setChosen([]);
      if (list.text.trim() === '') onClose();
    },
  });
  return (
    <ChoosingDialog<Buyer, RemainingLine<PastedBuyer>>
      title="sellOrder.addBuyers"
      paste={{
        help: 'sellOrder.pastedHelp',
        file: 'buyers',
        list,
        show: (line) => remainingView(line, [...present, ...chosen]),
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

/**
 * Returns the texts and choices for a pasted line that could not be added. The line names no company, several
 * companies, or one that cannot be added.
 */
const remainingView = (line: RemainingLine<PastedBuyer>, taken: readonly Buyer[]): RemainingLineView =>
  viewOfRemaining(line, {
    isTaken: (one) => isIn(taken, one),
    choiceOf: (one) => ({ value: one.accountId, label: `${one.companyName} · ${one.registrationNumber}` }),
    whyOf: (finding) => `sellOrder.finding.${finding}`,
  });
