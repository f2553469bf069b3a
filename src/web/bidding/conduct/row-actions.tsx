import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { RoomRow } from '#web/bidding/room/room-view.ts';

/** Buttons beside each bid of the ranking. They revise the bid on behalf of its bidder, or cancel the bid. */
export default function RowActions({ row, onDo }: { row: RoomRow; onDo: (action: RowAction) => void }) {
  const say = useSay();
  const { name, rank, bid } = row;
  return (
    <>
      <ReasonButton
        size="compact-xs"
        variant="subtle"
        name={say('room.reviseBidOf', { name, rank })}
        onClick={() => onDo({ kind: 'bid', itemId: bid.itemId, row })}
      >
        {say('room.revise')}
      </ReasonButton>
      <ReasonButton
        size="compact-xs"
        variant="subtle"
        isDangerous
        name={say('room.cancelNamed', { name, rank })}
        onClick={() => onDo({ kind: 'cancel', row })}
      >
        {say('room.cancel')}
      </ReasonButton>
    </>
  );
}

/** An action that an administrator starts on a bid of the ranking. */
export type RowAction =
  | { readonly kind: 'cancel'; readonly row: RoomRow }
  | { readonly kind: 'bid'; readonly itemId: string; readonly row: RoomRow | undefined };
