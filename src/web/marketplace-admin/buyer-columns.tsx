import { IconX } from '@tabler/icons-react';
import { createContext, use } from 'react';
import type { Buyer } from '#contract/marketplace/sell-order-buyer.ts';
import { AccountBadge } from '#web/company-admin/account-badge.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

/** Columns are constants, so what their buttons do comes to them by context. */
type BuyerActions = { readonly closed: PhraseKey | undefined; remove(buyer: Buyer): void };
export const BuyerActionsContext = createContext<BuyerActions | undefined>(undefined);

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

export const BUYER_COLUMNS: readonly Column<Buyer>[] = [
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
