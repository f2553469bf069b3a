import type { Auction } from '#contract/auction/auction.ts';
import type { Image } from '#contract/auction/image-link.ts';
import type { KnownItem } from '#domain/auction/item-changes.ts';
import { ItemFields } from '#web/auction-editor/items/item-fields.tsx';
import {
  fieldsOfOne,
  itemRequest,
  judgeItemForm,
  nameOfForm,
  type ItemForm,
} from '#web/auction-editor/items/item-form.ts';
import type { ItemWay } from '#web/auction-editor/items/item-way.ts';
import { useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { useUploads } from '#web/design/fields/use-uploads.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useRequestKeys } from '#web/platform/calls/request-key.ts';
import { useChange } from '#web/platform/calls/use-change.ts';

/** What is edited; without an id a new item. */
export type Edited = { readonly itemId?: string; readonly form: ItemForm };

type Props = {
  auction: Auction;
  edited: Edited;
  /** What the item is judged beside. */
  known: readonly KnownItem[];
  way: ItemWay;
  /** Images that the item may name already, with their links. */
  images: readonly Image[];
  onClose: () => void;
};

export function ItemDialog({ auction, edited: { itemId, form: start }, known, way, images, onClose }: Props) {
  const say = useSay();
  const changed = useAuctionChanged(auction.id);
  const keys = useRequestKeys();
  const form = useForm(start, judgeItemForm(auction, known, itemId), { keptAs: `item ${itemId ?? ''}` });
  const { words } = way;
  const uploads = useUploads({
    upload: way.upload,
    onUploaded: ({ id }) => form.set('imageIds', [...form.values.imageIds, id]),
  });
  const { run, isPending, error } = useChange({
    send: () => {
      const body = itemRequest(form.values);
      return itemId ? way.update(itemId, body) : way.add(body, keys.keyFor(body));
    },
    onDone: async () => {
      await changed();
      toast('good', say(itemId ? words.changed : words.added, { name: nameOfForm(form.values) }));
      onClose();
    },
    onRefused: ({ code, fields }) => {
      form.refuse(fieldsOfOne(fields));
      // What was typed stays, beside the request as it is now.
      if (code === 'change_request_changed') void changed();
    },
  });
  return (
    <FormDialog
      title={itemId ? words.editTitle : words.addTitle}
      submit={itemId ? words.save : words.add}
      isOpen
      onClose={onClose}
      onSubmit={() => form.check() && run()}
      error={error}
      isPending={isPending || uploads.isBusy}
      isDirty={form.isDirty}
      size="lg"
    >
      <ItemFields
        form={form}
        auction={auction}
        uploads={uploads}
        images={images}
        others={known.filter((other) => other.itemId !== itemId).map(({ item }) => item)}
      />
    </FormDialog>
  );
}
