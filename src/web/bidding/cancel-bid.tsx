import { Button } from '@mantine/core';
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';
import { useSay } from '#web/platform/phrase.ts';
import type { RankingAction } from '#web/bidding/ranking.tsx';
import type { RoomDesk } from '#web/bidding/room-desk.ts';
import type { RoomRow } from '#web/bidding/room-view.ts';

const CancelDialog = lazy(() => import('#web/bidding/cancel-dialog.tsx'));

type Cancelling = { readonly action: RankingAction | undefined; readonly dialog: ReactNode };

/** What only administrators can do with a bid in the ranking: cancel it, with a reason (rules 3.1). */
export function useCancelling(desk: RoomDesk): Cancelling {
  const [row, setRow] = useState<RoomRow>();
  // One constant function, since the rows of the ranking are remembered.
  const action = useCallback<RankingAction>((chosen) => <CancelButton row={chosen} onCancel={setRow} />, []);
  if (desk.role !== 'admin') return { action: undefined, dialog: null };
  return {
    action,
    dialog: row && (
      <Suspense>
        <CancelDialog desk={desk} row={row} onClose={() => setRow(undefined)} />
      </Suspense>
    ),
  };
}

function CancelButton({ row, onCancel }: { row: RoomRow; onCancel: (row: RoomRow) => void }) {
  const say = useSay();
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="red.8"
      aria-label={say('room.cancelNamed', { name: row.name, rank: row.rank })}
      onClick={() => onCancel(row)}
    >
      {say('room.cancel')}
    </Button>
  );
}
