import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { createContext, use } from 'react';
import { TICK_USES_COUNTED, type TickSize } from '#contract/tick.ts';
import type { Column } from '#web/design/data-table.tsx';
import { env } from '#web/platform/env.ts';
import { formatStep } from '#web/platform/format.ts';
import { useSay } from '#web/platform/phrase.ts';

type Props = { row: TickSize };

/** Columns are constants, so what their button does comes to it by context. */
export const EditTickContext = createContext<(tick: TickSize) => void>(() => {});

const Name = ({ row }: Props) => <strong>{row.name}</strong>;
const Step = ({ row }: Props) => <span className="figure">{formatStep(row.priceStep, env().currency)}</span>;

function Used({ row }: Props) {
  const say = useSay();
  return row.auctionCount > TICK_USES_COUNTED
    ? say('tick.usedByMore', { count: TICK_USES_COUNTED })
    : say('tick.usedByCount', { count: row.auctionCount });
}

/** One that is in use can still be renamed; its dialog says why the step is fixed. */
function Edit({ row }: Props) {
  const say = useSay();
  const edit = use(EditTickContext);
  return (
    <Button
      size="xs"
      variant="subtle"
      aria-label={`${say('action.edit')}: ${row.name}`}
      onClick={() => edit(row)}
      leftSection={<IconPencil size={15} aria-hidden />}
    >
      {say('action.edit')}
    </Button>
  );
}

export const TICK_COLUMNS: readonly Column<TickSize>[] = [
  { id: 'name', title: 'tick.name', Cell: Name },
  { id: 'step', title: 'tick.priceStep', align: 'end', width: '180px', Cell: Step },
  { id: 'used', title: 'tick.usedBy', width: '180px', Cell: Used },
  { id: 'actions', title: 'auction.actions', width: '140px', Cell: Edit },
];
