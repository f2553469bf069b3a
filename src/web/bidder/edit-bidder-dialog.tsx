import { type Bidder, updateBidder } from '#contract/bidder/bidder.ts';
import { judgeMaxQuantity, QUANTITY_MAX } from '#domain/basics/quantity.ts';
import { EditorDialog } from '#web/auction-editor/editor-dialog.tsx';
import { useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import editCss from './edit-bidder-dialog.module.css';

type EditProps = { auctionId: string; bidder: Bidder; onClose: () => void };

/** Changes the maximum quantity of one bidder. */
export function EditBidderDialog({ auctionId, bidder, onClose }: EditProps) {
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
      <p className={editCss.who}>{say('bidder.editFor', { name: bidder.username, company: bidder.businessAccount })}</p>
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
