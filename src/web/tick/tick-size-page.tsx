import { Button } from '@mantine/core';
import { IconPlus, IconRuler2, IconSearchOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { listTickSizes, type TickSize } from '#contract/tick.ts';
import { decimalOfCents, TICK_CENTS_DEFAULT } from '#domain/basics/price.ts';
import { DataTable } from '#web/design/lists/data-table.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { pageQueryOf, type ListSearch } from '#web/design/lists/list-search.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { TICK_COLUMNS, TickActionsContext } from '#web/tick/tick-columns.tsx';
import { TickDialog } from '#web/tick/tick-dialog.tsx';
import { useDeleteTick } from '#web/tick/use-delete-tick.ts';
import { api } from '#web/platform/calls/api.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { env } from '#web/platform/page/env.ts';
import { formatStep } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

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
