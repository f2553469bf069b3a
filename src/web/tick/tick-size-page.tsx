import { IconPlus, IconRuler2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import {
  deleteTickSize,
  listTickSizes,
  type TickSize,
  TICK_USES_COUNTED,
  createTickSize,
  updateTickSize,
} from '#contract/tick.ts';
import { judgeTick, TICK_NAME_LENGTH_MAX, type ProposedTick } from '#domain/auction/judge-tick.ts';
import { refusalsOf } from '#domain/basics/accept.ts';
import { platformDecimals } from '#domain/basics/currency.ts';
import { decimalOfCents, defaultTickCents } from '#domain/basics/price.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { useDialogForm } from '#web/design/dialogs/use-dialog-form.ts';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { TextField } from '#web/design/fields/text-field.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { editColumn } from '#web/design/lists/edit-column.tsx';
import { type ListSearch, pageQueryOf } from '#web/design/lists/list-search.ts';
import { PagedList } from '#web/design/lists/paged-list.tsx';
import { api, newKey } from '#web/platform/calls/api.ts';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { formatStep, formatAmount } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { NEW_TICK, tickExamples, tickFormOf, tickRequest } from '#web/tick/tick-form.ts';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';

/** The tick sizes that auctions can use. */
export function TickSizePage() {
  const say = useSay();
  const queryClient = useQueryClient();
  const search: ListSearch = useSearch({ strict: false });
  const query = pageQueryOf(search);
  const [edited, setEdited] = useState<TickSize | 'new'>();
  const result = useQuery(readPageQuery(['tick-sizes', query], listTickSizes, { query }));
  const remove = useDeleteTick();
  const close = () => setEdited(undefined);
  const finish = async ({ name }: TickSize) => {
    await queryClient.invalidateQueries({ queryKey: ['tick-sizes'] });
    toast('good', say(edited === 'new' ? 'tick.created' : 'tick.changed', { name }));
    close();
  };
  const create = (
    <ReasonButton onClick={() => setEdited('new')} leftSection={<IconPlus size={16} aria-hidden />}>
      {say('tick.create')}
    </ReasonButton>
  );
  const standard = formatStep(decimalOfCents(defaultTickCents()), env().currency);
  return (
    <>
      <PageTitle title="tick.title" note={say('tick.note', { step: standard })} actions={create} />
      <Actions value={{ closed: undefined, onEdit: setEdited, onDelete: remove }}>
        <PagedList
          title="tick.list"
          search="tick.search"
          columns={TICK_COLUMNS}
          result={result}
          query={query}
          isFiltered={query.search !== ''}
          none={{
            title: 'tick.none',
            hint: 'tick.noneHint',
            icon: IconRuler2,
            found: { title: 'tick.noneFound', hint: 'tick.noneFoundHint' },
          }}
        />
      </Actions>
      {edited && (
        <TickDialog tick={edited === 'new' ? undefined : edited} onClose={close} onDone={(tick) => void finish(tick)} />
      )}
    </>
  );
}

/** Returns a function that asks, and then deletes a tick size that no auction uses. */
function useDeleteTick(): (tick: TickSize) => void {
  const say = useSay();
  const queryClient = useQueryClient();
  const { act } = useAction({
    question: ({ name }: TickSize) => ({
      title: 'tick.deleteTitle',
      text: 'tick.deleteText',
      params: { name },
      yes: 'action.delete',
      isDangerous: true,
    }),
    send: ({ id }) => api(deleteTickSize, { params: { id } }),
    changed: () => queryClient.invalidateQueries({ queryKey: ['tick-sizes'] }),
    done: ({ name }) => say('tick.deleted', { name }),
    undo: ({ name, priceStep, unit }) => ({
      send: () => api(createTickSize, { body: { name, priceStep, unit }, key: newKey() }),
      done: say('tick.created', { name }),
    }),
  });
  return act;
}

type Props = { row: TickSize };

const Name = ({ row }: Props) => <strong>{row.name}</strong>;
const Step = ({ row }: Props) => <span className="figure">{formatStep(row.priceStep, env().currency)}</span>;

function Used({ row }: Props) {
  const say = useSay();
  return row.auctionCount > TICK_USES_COUNTED
    ? say('tick.usedByMore', { count: TICK_USES_COUNTED })
    : say('tick.usedByCount', { count: row.auctionCount });
}

/** The column with the buttons of a tick size. A tick size in use cannot be deleted, but its name can be changed. */
const { Actions, column } = editColumn<TickSize>(({ auctionCount }) =>
  auctionCount > 0 ? 'error.tick_size_in_use' : undefined,
);

const TICK_COLUMNS: readonly Column<TickSize>[] = [
  { id: 'name', title: 'tick.name', Cell: Name },
  { id: 'step', title: 'tick.priceStep', align: 'end', width: '180px', Cell: Step },
  { id: 'used', title: 'tick.usedBy', width: '180px', Cell: Used },
  column,
];

type DialogProps = {
  /** The tick size that is edited; undefined for a new one. */
  tick: TickSize | undefined;
  onClose: () => void;
  onDone: (tick: TickSize) => void;
};

function TickDialog({ tick, onClose, onDone }: DialogProps) {
  const say = useSay();
  const form = useForm<ProposedTick>(tick ? tickFormOf(tick) : NEW_TICK, (values) => refusalsOf(judgeTick(values)), {
    keptAs: `tick ${tick?.id ?? ''}`,
  });
  const { dialog } = useDialogForm(form, {
    send: (keyFor) => {
      const body = tickRequest(form.values);
      return tick
        ? api(updateTickSize, { params: { id: tick.id }, body })
        : api(createTickSize, { body, key: keyFor(body) });
    },
    onDone,
    onClose,
  });
  const isUsed = (tick?.auctionCount ?? 0) > 0;
  const examples = tickExamples(form.values.priceStep)
    .map((price) => formatAmount(price))
    .join(', ');
  return (
    <FormDialog
      title={tick ? 'tick.editTitle' : 'tick.createTitle'}
      submit={tick ? 'action.save' : 'tick.create'}
      {...dialog}
    >
      <TextField
        {...form.field('name')}
        label="tick.name"
        help={{ text: say('tick.nameHelp', { maximum: TICK_NAME_LENGTH_MAX }) }}
        isRequired
        autoFocus
      />
      <NumberField
        {...form.field('priceStep')}
        label="tick.priceStep"
        help={examples ? { text: say('tick.priceStepHelp', { examples }) } : 'auction.tickSizeHelp'}
        digits={platformDecimals()}
        prefix={env().currency}
        suffix="/REC"
        isRequired
        isDisabled={isUsed}
        {...(isUsed && { disabledReason: 'tick.stepInUse' as const })}
      />
    </FormDialog>
  );
}
