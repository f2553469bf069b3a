import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { forgetDevice, forgetDevices, listDevices } from '#contract/identity/own-account.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { DataTable } from '#web/design/lists/data-table.tsx';
import { Applications } from '#web/identity/devices/applications.tsx';
import { DEVICE_COLUMNS, ForgetDeviceContext } from '#web/identity/devices/device-columns.tsx';
import { useToldChange } from '#web/identity/one-time-code/use-told-change.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

const FORGET_ALL = {
  title: 'identity.forgetAllTitle',
  text: 'identity.forgetAllText',
  yes: 'identity.forgetAll',
  isDangerous: true,
} as const;

/** Browsers that sign in without a one-time code, and the way to have them asked for one again. */
export function DevicesPage() {
  const say = useSay();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['trusted-devices'],
    queryFn: ({ signal }) => api(listDevices, { signal }),
    meta: { silent: true },
  });
  const forgotten = async () => {
    await queryClient.invalidateQueries({ queryKey: ['trusted-devices'] });
    toast('good', say('identity.forgottenDevice'));
  };
  const one = useToldChange({
    send: (id: string) => api(forgetDevice, { params: { id } }),
    onDone: forgotten,
    // Another tab was faster.
    onRefused: () => void queryClient.invalidateQueries({ queryKey: ['trusted-devices'] }),
  });
  const all = useToldChange({ send: () => api(forgetDevices, {}), onDone: forgotten });
  const forgetAll = async () => {
    if (await confirm(FORGET_ALL)) all.run();
  };
  return (
    <>
      <PageTitle
        title="identity.devices"
        note={say('identity.devicesNote')}
        actions={
          data &&
          data.length > 0 && (
            <Button variant="default" onClick={() => void forgetAll()} loading={all.isPending}>
              {say('identity.forgetAll')}
            </Button>
          )
        }
      />
      <ForgetDeviceContext value={{ forget: one.run, isBusy: one.isPending || all.isPending }}>
        <DataTable
          caption="identity.devices"
          columns={DEVICE_COLUMNS}
          rows={data}
          rowKey={({ id }) => id}
          error={error && asApiError(error)}
          onRetry={() => void refetch()}
          empty={<EmptyState title="identity.noDevices" hint="identity.noDevicesHint" icon={IconShieldCheck} />}
        />
      </ForgetDeviceContext>
      {/* Not before the list above: that would push it down. */}
      {(data || error) && <Applications />}
    </>
  );
}
