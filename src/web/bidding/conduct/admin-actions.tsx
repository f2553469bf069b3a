import { lazy, Suspense, useCallback, useState } from 'react';
import { useChangeReason } from '#web/platform/session/change-reason.ts';
import type { RoomSession } from '#web/bidding/room/room-session.ts';
import type { RankingAction } from '#web/bidding/ranking/ranking.tsx';
import type { RowAction } from '#web/bidding/conduct/row-actions.tsx';

const CancelDialog = lazy(() => import('#web/bidding/conduct/cancel-dialog.tsx'));
const OnBehalfDialog = lazy(() => import('#web/bidding/conduct/on-behalf-dialog.tsx'));
const RowActions = lazy(() => import('#web/bidding/conduct/row-actions.tsx'));

/**
 * Returns the actions that only administrators have in a room: place, revise and cancel bids for a bidder
 * (docs/rules.md#acting-for-a-bidder).
 */
export function useAdminActions(roomSession: RoomSession) {
  const [openAction, setDoing] = useState<RowAction>();
  // Must stay the same function, because the memoized rows of the ranking receive it.
  const action = useCallback<RankingAction>(
    (row) => (
      <Suspense>
        <RowActions row={row} onDo={setDoing} />
      </Suspense>
    ),
    [],
  );
  const onBid = useCallback((itemId: string) => setDoing({ kind: 'bid', itemId, row: undefined }), []);
  const reason = useChangeReason();
  if (roomSession.role !== 'admin') return { action: undefined, onBid: undefined, dialog: undefined };
  const onClose = () => setDoing(undefined);
  return {
    /** The buttons beside each bid of the ranking. */
    action,
    /** Opens the dialog for a new bid on an item. Undefined if the roles of the administrator do not allow it. */
    onBid: reason ? undefined : onBid,
    dialog: openAction && (
      <Suspense>
        {openAction.kind === 'cancel' ? (
          <CancelDialog roomSession={roomSession} row={openAction.row} onClose={onClose} />
        ) : (
          <OnBehalfDialog roomSession={roomSession} itemId={openAction.itemId} row={openAction.row} onClose={onClose} />
        )}
      </Suspense>
    ),
  };
}
