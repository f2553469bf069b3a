import { Button } from '@mantine/core';
import { IconPlus, IconRuler2, IconSearchOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, createContext, use } from 'react';
import { deleteTickSize, listTickSizes, type TickSize, TICK_USES_COUNTED } from '#contract/tick.ts';
import { decimalOfCents, TICK_CENTS_DEFAULT } from '#domain/basics/price.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { type ListSearch, pageQueryOf } from '#web/design/lists/list-search.ts';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { formatStep } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import { TickDialog } from '#web/tick/tick-dialog.tsx';
import css from './tick-columns.module.css';

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

type Props = { row: TickSize };

/** Columns are constants, so what their buttons do comes to them by context. */
type TickActions = { edit(tick: TickSize): void; remove(tick: TickSize): void };
const TickActionsContext = createContext<TickActions | undefined>(undefined);

const Name = ({ row }: Props) => <strong>{row.name}</strong>;
const Step = ({ row }: Props) => <span className="figure">{formatStep(row.priceStep, env().currency)}</span>;

function Used({ row }: Props) {
  const say = useSay();
  return row.auctionCount > TICK_USES_COUNTED
    ? say('tick.usedByMore', { count: TICK_USES_COUNTED })
    : say('tick.usedByCount', { count: row.auctionCount });
}

/** One that is in use can still be renamed; its dialog says why the step is fixed. */
function Buttons({ row }: Props) {
  const say = useSay();
  const actions = use(TickActionsContext);
  return (
    <div className={css.buttons}>
      <ReasonButton
        size="xs"
        variant="subtle"
        name={`${say('action.edit')}: ${row.name}`}
        onClick={() => actions?.edit(row)}
        leftSection={<IconPencil size={15} aria-hidden />}
      >
        {say('action.edit')}
      </ReasonButton>
      <ReasonButton
        size="xs"
        variant="subtle"
        isDangerous
        reason={row.auctionCount > 0 ? 'error.tick_size_in_use' : undefined}
        name={`${say('action.delete')}: ${row.name}`}
        onClick={() => actions?.remove(row)}
        leftSection={<IconTrash size={15} aria-hidden />}
      >
        {say('action.delete')}
      </ReasonButton>
    </div>
  );
}

const TICK_COLUMNS: readonly Column<TickSize>[] = [
  { id: 'name', title: 'tick.name', Cell: Name },
  { id: 'step', title: 'tick.priceStep', align: 'end', width: '180px', Cell: Step },
  { id: 'used', title: 'tick.usedBy', width: '180px', Cell: Used },
  { id: 'actions', title: 'auction.actions', width: '200px', Cell: Buttons },
];
