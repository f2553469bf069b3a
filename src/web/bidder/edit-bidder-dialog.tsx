import { updateBidder, type Bidder } from '#contract/bidder/bidder.ts';
import { judgeMaxQuantity } from '#domain/auction/judge-max-quantity.ts';
import { QUANTITY_MAX } from '#domain/basics/quantity.ts';
import { useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { EditorDialog } from '#web/auction-editor/editor-dialog.tsx';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './edit-bidder-dialog.module.css';

type Props = { auctionId: string; bidder: Bidder; onClose: () => void };

export function EditBidderDialog({ auctionId, bidder, onClose }: Props) {
  const say = useSay();
  const form = useForm(
    { maxQuantity: bidder.maxQuantity },
    ({ maxQuantity }) => ({
      maxQuantity: judgeMaxQuantity(maxQuantity),
    }),
    { keptAs: `bidder ${bidder.bidderId}` },
  );
  return (
    <EditorDialog
      title="bidder.editTitle"
      submit="action.save"
      onClose={onClose}
      form={form}
      send={() => api(updateBidder, { params: { id: auctionId, bidderId: bidder.bidderId }, body: form.values })}
      changed={useAuctionChanged(auctionId)}
      done={() => say('bidder.changed')}
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
    </EditorDialog>
  );
}
