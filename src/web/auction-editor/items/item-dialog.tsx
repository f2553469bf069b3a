import type { Auction } from '#contract/auction/auction.ts';
import type { Image } from '#contract/auction/image-link.ts';
import { IMAGE_ENDINGS, ITEM_IMAGES_MAX } from '#domain/auction/images.ts';
import type { KnownItem } from '#domain/auction/item-changes.ts';
import { DESCRIPTION_LENGTH_MAX, overlappingItems, type ProposedItem } from '#domain/auction/judge-item.ts';
import { platformDecimals } from '#domain/basics/currency.ts';
import { EditorDialog } from '#web/auction-editor/editor-dialog.tsx';
import css from '#web/auction-editor/items/item-fields.module.css';
import {
  fieldsOfOne,
  itemRequest,
  judgeItemForm,
  nameOfForm,
  type ItemForm,
  isOffTick,
} from '#web/auction-editor/items/item-form.ts';
import type { ItemCalls } from '#web/auction-editor/items/item-calls.ts';
import { PlaceFields, KindFields } from '#web/auction-editor/items/kind-and-place-fields.tsx';
import { useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { ImagesField } from '#web/design/fields/images-field.tsx';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { SwitchField } from '#web/design/fields/switch-field.tsx';
import { TextAreaField } from '#web/design/fields/text-field.tsx';
import { useUploads, type Uploads } from '#web/design/fields/use-uploads.ts';
import rows from '#web/design/forms/field-rows.module.css';
import { useForm, type Form } from '#web/design/forms/use-form.ts';
import { formatMoney, formatQuantity, formatStep } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useRequestKeys } from '#web/platform/calls/request-key.ts';

/** The item that is edited. A new item has no `itemId`. */
export type Edited = { readonly itemId?: string; readonly form: ItemForm };

type Props = {
  auction: Auction;
  edited: Edited;
  /** The items with which the rules compare the edited item. */
  known: readonly KnownItem[];
  way: ItemCalls;
  /** The stored images whose ids the item may contain, with their links. */
  images: readonly Image[];
  onClose: () => void;
};

/** Adds or edits an item of an auction. `way` has the calls: for direct changes, or for a change request. */
export function ItemDialog({ auction, edited: { itemId, form: start }, known, way, images, onClose }: Props) {
  const say = useSay();
  const changed = useAuctionChanged(auction.id);
  const keys = useRequestKeys();
  const form = useForm(start, judgeItemForm({ ...auction, countries: env().regions.recCountries }, known, itemId), {
    keptAs: `item ${itemId ?? ''}`,
  });
  const { words } = way;
  const uploads = useUploads({
    upload: way.upload,
    onUploaded: ({ id }) => form.set('imageIds', [...form.values.imageIds, id]),
  });
  return (
    <EditorDialog
      title={itemId ? words.editTitle : words.addTitle}
      submit={itemId ? words.save : words.add}
      onClose={onClose}
      form={form}
      send={() => {
        const body = itemRequest(form.values);
        return itemId ? way.update(itemId, body) : way.add(body, keys.keyFor(body));
      }}
      changed={changed}
      done={() => say(itemId ? words.changed : words.added, { name: nameOfForm(form.values) })}
      onRefused={({ code, fields }) => {
        form.refuse(fieldsOfOne(fields));
        // The typed input stays, and the latest request is loaded.
        if (code === 'change_request_changed') void changed();
      }}
      isBusy={uploads.isBusy}
      size="lg"
    >
      <ItemFields
        form={form}
        auction={auction}
        uploads={uploads}
        images={images}
        others={known.filter((other) => other.itemId !== itemId).map(({ item }) => item)}
      />
    </EditorDialog>
  );
}

type FieldsProps = { form: Form<ItemForm>; auction: Auction };
type AllProps = FieldsProps & {
  uploads: Uploads;
  images: readonly Image[];
  /** The auction's other items. */
  others: readonly ProposedItem[];
};

/** Shows the fields of an item, with warnings about overlaps with other items and prices off the tick size. */
function ItemFields({ form, auction, uploads, images, others }: AllProps) {
  const say = useSay();
  return (
    <div className={`${rows.rows} ${css.fields}`}>
      <KindFields form={form} />
      <Overlaps of={overlappingItems(form.values, others)} />
      <NumberField
        {...form.field('recQuantity')}
        label="item.quantity"
        help={{ text: say('item.quantityHelp', { minimum: auction.minimumRecQuantity }) }}
        suffix={say('unit.recs')}
        isRequired
      />
      <div className={css.switch}>
        <SwitchField {...form.field('partialFulfillment')} label="item.partial" help="item.partialHelp" />
      </div>
      <Bounds form={form} auction={auction} />
      <Prices form={form} auction={auction} />
      <div className={css.wide}>
        <TextAreaField
          {...form.field('description')}
          label="item.description"
          help={{
            text: `${say('item.descriptionHelp')} ${formatQuantity(form.values.description.length)} / ${formatQuantity(DESCRIPTION_LENGTH_MAX)}`,
          }}
        />
      </div>
      <PlaceFields form={form} />
      <div className={css.wide}>
        <ImagesField
          {...form.field('imageIds')}
          label="item.images"
          help={{ text: say('image.itemHelp', { maximum: ITEM_IMAGES_MAX }) }}
          uploads={uploads}
          known={images}
          maximum={ITEM_IMAGES_MAX}
          accept={IMAGE_ENDINGS}
          subject={say('item.images')}
        />
      </div>
    </div>
  );
}

/** Warns about overlapping items. Offering the same months twice is allowed, but rarely intended. */
function Overlaps({ of }: { of: readonly ProposedItem[] }) {
  const say = useSay();
  return (
    <p className={css.warning} role="status">
      {of.length > 0 && say('item.overlaps', { names: of.map(nameOfForm).join(', ') })}
    </p>
  );
}

/**
 * The fields for the minimum and the maximum quantity of one bid. If the item is sold only as a whole, shows the fixed
 * quantity instead.
 */
function Bounds({ form, auction }: FieldsProps) {
  const say = useSay();
  const { partialFulfillment, recQuantity } = form.values;
  const isWhole = !partialFulfillment;
  const part = {
    suffix: say('unit.recs'),
    isDisabled: isWhole,
    disabledReason: 'item.wholePerBid',
    ...(isWhole && { value: recQuantity }),
  } as const;
  return (
    <>
      <NumberField
        {...form.field('minQuantity')}
        label="item.minimumPerBid"
        help={{ text: say('item.minimumPerBidHelp', { minimum: auction.minimumBiddingRecQuantity }) }}
        {...part}
      />
      <NumberField {...form.field('maxQuantity')} label="item.maximumPerBid" help="item.maximumPerBidHelp" {...part} />
    </>
  );
}

/** Shows the lower and upper limit of the price, with a hint if a price is off the tick size. */
function Prices({ form, auction }: FieldsProps) {
  const say = useSay();
  const { currency } = env();
  const { priceStep } = auction.tickSize;
  const help = (price: number | null) => ({
    text: isOffTick(price, priceStep) ? (
      <span className={css.warning}>{say('item.offTick', { step: formatStep(priceStep, currency) })}</span>
    ) : (
      say('item.priceHelp', { step: formatMoney(priceStep, currency) })
    ),
  });
  return (['minimum', 'maximum'] as const).map((bound) => (
    <NumberField
      key={bound}
      {...form.field(`${bound}BidPrice`)}
      label={`item.${bound}Price`}
      help={help(form.values[`${bound}BidPrice`])}
      digits={platformDecimals()}
      prefix={currency}
      isRequired
    />
  ));
}
