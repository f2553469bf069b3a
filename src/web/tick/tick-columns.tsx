import { IconPencil, IconTrash } from '@tabler/icons-react';
import { createContext, use } from 'react';
import { TICK_USES_COUNTED, type TickSize } from '#contract/tick.ts';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { formatStep } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './tick-columns.module.css';

type Props = { row: TickSize };

/** Columns are constants, so what their buttons do comes to them by context. */
type TickActions = { edit(tick: TickSize): void; remove(tick: TickSize): void };
export const TickActionsContext = createContext<TickActions | undefined>(undefined);

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

export const TICK_COLUMNS: readonly Column<TickSize>[] = [
  { id: 'name', title: 'tick.name', Cell: Name },
  { id: 'step', title: 'tick.priceStep', align: 'end', width: '180px', Cell: Step },
  { id: 'used', title: 'tick.usedBy', width: '180px', Cell: Used },
  { id: 'actions', title: 'auction.actions', width: '200px', Cell: Buttons },
];
