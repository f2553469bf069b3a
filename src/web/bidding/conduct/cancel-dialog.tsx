import { Text } from '@mantine/core';
import '@mantine/core/styles/Text.layer.css';
import { cancelBid } from '#contract/bidding/bidding.ts';
import { REASON_LENGTH_MAX } from '#contract/bidding/conduct.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { TextAreaField } from '#web/design/fields/text-field.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useDialogForm } from '#web/design/dialogs/use-dialog-form.ts';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import type { RoomSession } from '#web/bidding/room/room-session.ts';
import type { RoomRow } from '#web/bidding/room/room-view.ts';

/**
 * Asks for a reason before an administrator cancels a bid. A cancellation cannot be undone. The reason stays in the bid
 * history.
 */
export default function CancelDialog({
  roomSession,
  row,
  onClose,
}: {
  roomSession: RoomSession;
  row: RoomRow;
  onClose: () => void;
}) {
  const say = useSay();
  const form = useForm(
    { reason: '' },
    ({ reason }) => ({
      reason: reason.trim() === '' ? { code: 'field_required' } : undefined,
    }),
    { keptAs: `cancel ${row.bid.bidId}` },
  );
  const { dialog } = useDialogForm(form, {
    send: (keyFor) => {
      const body = { reason: form.values.reason.trim() };
      return api(cancelBid, { params: { id: roomSession.auction.id, bidId: row.bid.bidId }, body, key: keyFor(body) });
    },
    onDone: ({ bids }) => {
      roomSession.live.takeAnswered(bids);
      toast('good', say('room.cancelDone', { name: row.name }));
      onClose();
    },
    onClose,
  });
  return (
    <FormDialog title="room.cancelTitle" submit="room.cancelConfirm" {...dialog} isDangerous>
      <Text>
        {say('room.cancelText', {
          name: row.name,
          price: centsText(row.bid.priceCents),
          quantity: row.bid.quantity,
        })}
      </Text>
      <TextAreaField
        {...form.field('reason')}
        label="room.cancelReason"
        help="room.cancelReasonHelp"
        isRequired
        maxLength={REASON_LENGTH_MAX}
        autoFocus
      />
    </FormDialog>
  );
}
