import { Button } from '@mantine/core';
import { IconPlus, IconRuler2, IconSearchOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteTickSize, listTickSizes, type TickSize } from '#contract/tick.ts';
import { decimalOfCents, TICK_CENTS_DEFAULT } from '#domain/basics/price.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { DataTable } from '#web/design/lists/data-table.tsx';
import { type ListSearch, pageQueryOf } from '#web/design/lists/list-search.ts';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { formatStep } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import { TICK_COLUMNS, TickActionsContext } from '#web/tick/tick-columns.tsx';
import { TickDialog } from '#web/tick/tick-dialog.tsx';

/** Steps of bid prices that auctions can be given. */
export function TickSizePage() {
  const say = useSay();
  const queryClient = useQueryClient();
  const search: ListSearch = useSearch({ strict: false });
  const query = pageQueryOf(search);
  const [edited, setEdited] = useState<TickSize | 'new'>();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['tick-sizes', query],
    queryFn: ({ signal }) => api(listTickSizes, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  useDocumentTitle(say('tick.title'));
  const remove = useDeleteTick();
  const close = () => setEdited(undefined);
  const finish = async ({ name }: TickSize) => {
    await queryClient.invalidateQueries({ queryKey: ['tick-sizes'] });
    toast('good', say(edited === 'new' ? 'tick.created' : 'tick.changed', { name }));
    close();
  };
  const create = (
    <Button onClick={() => setEdited('new')} leftSection={<IconPlus size={16} aria-hidden />}>
      {say('tick.create')}
    </Button>
  );
  const standard = formatStep(decimalOfCents(TICK_CENTS_DEFAULT), env().currency);
  return (
    <>
      <PageTitle title="tick.title" note={say('tick.note', { step: standard })} actions={create} />
      <Toolbar>
        <SearchField label="tick.search" />
      </Toolbar>
      <TickActionsContext value={{ edit: setEdited, remove: (tick) => void remove(tick) }}>
        <DataTable
          caption="tick.list"
          columns={TICK_COLUMNS}
          rows={data?.items}
          rowKey={({ id }) => id}
          error={error && asApiError(error)}
          onRetry={() => void refetch()}
          empty={<NoTicks isFiltered={query.search !== ''} />}
          page={{ current: query.currentPage, limit: query.limit, total: data?.total ?? 0 }}
          isStale={isPlaceholderData}
        />
      </TickActionsContext>
      {edited && (
        <TickDialog tick={edited === 'new' ? undefined : edited} onClose={close} onDone={(tick) => void finish(tick)} />
      )}
    </>
  );
}

function NoTicks({ isFiltered }: { isFiltered: boolean }) {
  const say = useSay();
  const navigate = useNavigate();
  if (!isFiltered) return <EmptyState title="tick.none" hint="tick.noneHint" icon={IconRuler2} />;
  return (
    <EmptyState title="tick.noneFound" hint="tick.noneFoundHint" icon={IconSearchOff}>
      <Button variant="default" onClick={() => void navigate({ to: '.', search: () => ({}) })}>
        {say('auction.showAll')}
      </Button>
    </EmptyState>
  );
}

/** Returns a function that asks, then deletes a tick size that no auction uses. */
function useDeleteTick(): (tick: TickSize) => Promise<void> {
  const say = useSay();
  const textOf = useErrorText();
  const queryClient = useQueryClient();
  const reload = () => void queryClient.invalidateQueries({ queryKey: ['tick-sizes'] });
  const { run } = useChange({
    send: async (tick: TickSize) => {
      await api(deleteTickSize, { params: { id: tick.id } });
      return tick;
    },
    onDone: ({ name }) => {
      reload();
      toast('good', say('tick.deleted', { name }));
    },
    onRefused: (error) => {
      reload();
      toast('bad', textOf(error));
    },
  });
  return async (tick) => {
    const question = { title: 'tick.deleteTitle', text: 'tick.deleteText', yes: 'action.delete' } as const;
    if (await confirm({ ...question, params: { name: tick.name }, isDangerous: true })) run(tick);
  };
}
