import { lazy, Suspense, useCallback, useState } from 'react';
import type { RoomDesk } from '#web/bidding/room/room-desk.ts';
import type { RankingAction } from '#web/bidding/ranking/ranking.tsx';
import type { Doing } from '#web/bidding/conduct/row-actions.tsx';

const CancelDialog = lazy(() => import('#web/bidding/conduct/cancel-dialog.tsx'));
const OnBehalfDialog = lazy(() => import('#web/bidding/conduct/on-behalf-dialog.tsx'));
const RowActions = lazy(() => import('#web/bidding/conduct/row-actions.tsx'));

/**
 * Returns the actions that only administrators have in a room: bid on a bidder's behalf, revise and cancel bids
 * (docs/rules.md#acting-for-a-bidder).
 */
export function useAdminActions(desk: RoomDesk) {
  const [doing, setDoing] = useState<Doing>();
  // A constant function, because the rows of the ranking are memoized.
  const action = useCallback<RankingAction>(
    (row) => (
      <Suspense>
        <RowActions row={row} onDo={setDoing} />
      </Suspense>
    ),
    [],
  );
  const onBid = useCallback((itemId: string) => setDoing({ kind: 'bid', itemId, row: undefined }), []);
  if (desk.role !== 'admin') return { action: undefined, onBid: undefined, dialog: undefined };
  const onClose = () => setDoing(undefined);
  return {
    /** The buttons beside each bid of the ranking. */
    action,
    /** Opens the dialog for a new bid on an item. */
    onBid,
    dialog: doing && (
      <Suspense>
        {doing.kind === 'cancel' ? (
          <CancelDialog desk={desk} row={doing.row} onClose={onClose} />
        ) : (
          <OnBehalfDialog desk={desk} itemId={doing.itemId} row={doing.row} onClose={onClose} />
        )}
      </Suspense>
    ),
  };
}
