import { updateBidder, type Bidder } from '#contract/bidder/bidder.ts';
import { judgeMaxQuantity } from '#domain/auction/judge-max-quantity.ts';
import { QUANTITY_MAX } from '#domain/basics/quantity.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './edit-bidder-dialog.module.css';

type Props = { auctionId: string; bidder: Bidder; onClose: () => void; onDone: () => void };

export function EditBidderDialog({ auctionId, bidder, onClose, onDone }: Props) {
  const say = useSay();
  const form = useForm(
    { maxQuantity: bidder.maxQuantity },
    ({ maxQuantity }) => ({
      maxQuantity: judgeMaxQuantity(maxQuantity),
    }),
    { keptAs: `bidder ${bidder.bidderId}` },
  );
  const { run, isPending, error } = useChange({
    send: () => api(updateBidder, { params: { id: auctionId, bidderId: bidder.bidderId }, body: form.values }),
    onDone,
    onRefused: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      title="bidder.editTitle"
      submit="action.save"
      isOpen
      onClose={onClose}
      onSubmit={() => form.check() && run()}
      error={error}
      isPending={isPending}
      isDirty={form.isDirty}
      size="sm"
    >
      <p className={css.who}>{say('bidder.editFor', { name: bidder.username, company: bidder.businessAccount })}</p>
      <NumberField
        {...form.field('maxQuantity')}
        label="bidder.maxQuantityField"
        help={{ text: say('bidder.maxQuantityHelp', { maximum: QUANTITY_MAX }) }}
        suffix={say('unit.recs')}
        autoFocus
      />
    </FormDialog>
  );
}
