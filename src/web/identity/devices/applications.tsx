import { Button } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { ReplyOf } from '#contract/basics/route.ts';
import { listApplications, withdrawApplication } from '#contract/identity/own-account.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { useToldChange } from '#web/identity/one-time-code/use-told-change.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './applications.module.css';

const KEY = ['applications'];

/** Other applications that the person allowed to act, and the way to take that back. */
export function Applications() {
  const say = useSay();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(readQuery(KEY, listApplications, {}));
  const { run, isPending } = useToldChange({
    send: (clientId: string) => api(withdrawApplication, { params: { clientId } }),
    onDone: async () => {
      await queryClient.invalidateQueries({ queryKey: KEY });
      toast('good', say('identity.withdrawn'));
    },
    // Another tab was faster.
    onRefused: () => void queryClient.invalidateQueries({ queryKey: KEY }),
  });
  const withdraw = async ({ id, name }: Application) => {
    const asked = { title: 'identity.withdrawTitle', text: 'identity.withdrawText', yes: 'identity.withdraw' } as const;
    if (await confirm({ ...asked, params: { name }, isDangerous: true })) run(id);
  };
  return (
    <section className={css.section}>
      <h2>{say('identity.applications')}</h2>
      <WithdrawContext value={{ withdraw: (one) => void withdraw(one), isBusy: isPending }}>
        <DataTable
          caption="identity.applications"
          columns={APPLICATION_COLUMNS}
          rows={data}
          rowKey={({ id }) => id}
          likelyRows={1}
          error={error && asApiError(error)}
          onRetry={() => void refetch()}
          empty={<EmptyState title="identity.noApplications" hint="identity.noApplicationsHint" icon={IconApps} />}
        />
      </WithdrawContext>
    </section>
  );
}

type Application = ReplyOf<typeof listApplications>[number];
type RowProps = { row: Application };

/** Columns are constants, so their button gets its action by context. */
const WithdrawContext = createContext<{ withdraw: (application: Application) => void; isBusy: boolean }>({
  withdraw: () => {},
  isBusy: false,
});

const Name = ({ row }: RowProps) => <strong>{row.name}</strong>;
const Since = ({ row }: RowProps) => <Moment at={row.grantedAt} />;

function Withdraw({ row }: RowProps) {
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

const APPLICATION_COLUMNS: readonly Column<Application>[] = [
  { id: 'name', title: 'identity.application', Cell: Name },
  { id: 'since', title: 'identity.allowedSince', width: '200px', Cell: Since },
  { id: 'actions', title: 'auction.actions', width: '140px', Cell: Withdraw },
];
