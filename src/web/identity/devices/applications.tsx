import { IconApps } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listApplications, withdrawApplication } from '#contract/identity/own-account.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { DataTable } from '#web/design/lists/data-table.tsx';
import { APPLICATION_COLUMNS, WithdrawContext, type Application } from '#web/identity/devices/application-columns.tsx';
import { useToldChange } from '#web/identity/one-time-code/use-told-change.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './applications.module.css';

const KEY = ['applications'];

/** Other applications that the person allowed to act, and the way to take that back. */
export function Applications() {
  const say = useSay();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api(listApplications, { signal }),
    meta: { silent: true },
  });
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
