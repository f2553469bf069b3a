import { Button } from '@mantine/core';
import { createContext, use } from 'react';
import type { ReplyOf } from '#contract/basics/route.ts';
import type { listApplications } from '#contract/identity/own-account.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';

export type Application = ReplyOf<typeof listApplications>[number];
type Props = { row: Application };

/** Columns are constants, so their button gets its action by context. */
export const WithdrawContext = createContext<{ withdraw: (application: Application) => void; isBusy: boolean }>({
  withdraw: () => {},
  isBusy: false,
});

const Name = ({ row }: Props) => <strong>{row.name}</strong>;
const Since = ({ row }: Props) => <Moment at={row.grantedAt} />;

function Withdraw({ row }: Props) {
  const say = useSay();
  const { withdraw, isBusy } = use(WithdrawContext);
  return (
    <Button
      size="xs"
      variant="default"
      disabled={isBusy}
      aria-label={`${say('identity.withdraw')}: ${row.name}`}
      onClick={() => withdraw(row)}
    >
      {say('identity.withdraw')}
    </Button>
  );
}

export const APPLICATION_COLUMNS: readonly Column<Application>[] = [
  { id: 'name', title: 'identity.application', Cell: Name },
  { id: 'since', title: 'identity.allowedSince', width: '200px', Cell: Since },
  { id: 'actions', title: 'auction.actions', width: '140px', Cell: Withdraw },
];
