import { addItem, updateItem, type Auction, type AuctionItem } from '#contract/auction.ts';
import { ItemFields } from '#web/auction-editor/item-fields.tsx';
import { itemFormOf, itemRequest, judgeItemForm, newItem } from '#web/auction-editor/item-form.ts';
import { useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { FormDialog } from '#web/design/form-dialog.tsx';
import { toast } from '#web/design/toast.tsx';
import { useForm } from '#web/design/use-form.ts';
import { api } from '#web/platform/api.ts';
import { useSay } from '#web/platform/phrase.ts';
import { useRequestKeys } from '#web/platform/request-key.ts';
import { useChange } from '#web/platform/use-change.ts';

type Props = {
  auction: Auction;
  /** Absent for a new item. */
  item: AuctionItem | undefined;
  onClose: () => void;
};

export function ItemDialog({ auction, item, onClose }: Props) {
  const say = useSay();
  const changed = useAuctionChanged(auction.id);
  const keys = useRequestKeys();
  const form = useForm(item ? itemFormOf(item) : newItem(auction.items.at(-1)), judgeItemForm(auction, item));
  const { run, isPending, error } = useChange({
    send: () => {
      const body = itemRequest(form.values);
      const { id } = auction;
      return item
        ? api(updateItem, { params: { id, itemId: item.auctionItemId }, body })
        : api(addItem, { params: { id }, body, key: keys.keyFor(body) });
    },
    onDone: async ({ name }) => {
      await changed();
      toast('good', say(item ? 'item.changed' : 'item.added', { name }));
      onClose();
    },
    onRefused: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      title={item ? 'item.editTitle' : 'item.addTitle'}
      submit={item ? 'action.save' : 'item.add'}
      isOpen
      onClose={onClose}
      onSubmit={() => form.check() && run()}
      error={error}
      isPending={isPending}
      isDirty={form.isDirty}
      size="lg"
    >
      <ItemFields form={form} auction={auction} />
    </FormDialog>
  );
}
