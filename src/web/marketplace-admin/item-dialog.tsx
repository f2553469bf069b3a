import { useQuery } from '@tanstack/react-query';
import type { BodyOf } from '#contract/basics/route.ts';
import {
  addSellOrderItem,
  listResaleHoldings,
  updateSellOrderItem,
  type AdminSellOrder,
  type AdminSellOrderItem,
} from '#contract/marketplace/sell-order.ts';
import { DESCRIPTION_LENGTH_MAX } from '#domain/auction/judge-item.ts';
import { refusalsOf } from '#domain/basics/accept.ts';
import { judgeSellOrderItem } from '#domain/marketplace/judge-sell-order-item.ts';
import { EditorDialog } from '#web/auction-editor/editor-dialog.tsx';
import { productForm, nameOfForm } from '#web/auction-editor/items/item-form.ts';
import { PlaceFields, KindFields } from '#web/auction-editor/items/kind-and-place-fields.tsx';
import rows from '#web/design/forms/field-rows.module.css';
import css from '#web/auction-editor/items/item-fields.module.css';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { SelectField } from '#web/design/fields/select-field.tsx';
import { TextAreaField } from '#web/design/fields/text-field.tsx';
import { useForm, type Form, type Refusals } from '#web/design/forms/use-form.ts';
import { useSellOrderChanged } from '#web/marketplace/sell-order-queries.ts';
import { api } from '#web/platform/calls/api.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useRequestKeys } from '#web/platform/calls/request-key.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';

type Props = {
  order: AdminSellOrder;
  /** The item that is changed; undefined to add a new one. */
  item: AdminSellOrderItem | undefined;
  onClose: () => void;
};

/** Adds or edits an item of a sell order. */
export function ItemDialog({ order, item, onClose }: Props) {
  const say = useSay();
  const changed = useSellOrderChanged();
  const keys = useRequestKeys();
  const form = useForm(
    item ? itemFormOf(item) : newItem(order.items.at(-1)),
    judgeItemForm(order, item?.sellOrderItemId),
    { keptAs: `item ${item?.sellOrderItemId ?? ''}` },
  );
  return (
    <EditorDialog
      title={item ? 'item.editTitle' : 'item.addTitle'}
      submit={item ? 'action.save' : 'item.add'}
      onClose={onClose}
      form={form}
      send={() => {
        const body = itemRequest(form.values);
        return item
          ? api(updateSellOrderItem, { params: { id: order.id, itemId: item.sellOrderItemId }, body })
          : api(addSellOrderItem, { params: { id: order.id }, body, key: keys.keyFor(body) });
      }}
      changed={changed}
      done={() => say(item ? 'item.changed' : 'item.added', { name: nameOfForm(form.values) })}
      // A buy order may have taken RECs of the item meanwhile, so the sell order is reloaded.
      onRefused={() => void changed()}
      size="lg"
    >
      <ItemFields
        form={form}
        orderId={order.id}
        isOrdered={(item?.totalQuantity ?? 0) > (item?.remainingQuantity ?? 0)}
      />
    </EditorDialog>
  );
}

/** Shows the fields of an item. The product cannot be changed if the item comes from a holding or is in buy orders. */
function ItemFields({ form, orderId, isOrdered }: { form: Form<ItemForm>; orderId: string; isOrdered: boolean }) {
  const say = useSay();
  const { holdingId } = form.values;
  const locked = isOrdered ? 'error.item_in_buy_orders' : holdingId !== null ? 'sellOrder.goodsOfHolding' : undefined;
  return (
    <div className={`${rows.rows} ${css.fields}`}>
      <SourceField form={form} orderId={orderId} isOrdered={isOrdered} />
      <KindFields form={form} locked={locked} />
      <NumberField
        {...form.field('recQuantity')}
        label="item.quantity"
        help="sellOrder.itemQuantityHelp"
        suffix={say('unit.recs')}
        isRequired
      />
      <div className={css.wide}>
        <TextAreaField
          {...form.field('description')}
          label="item.description"
          help={{
            text: `${say('sellOrder.descriptionHelp')} ${formatQuantity(form.values.description.length)} / ${formatQuantity(DESCRIPTION_LENGTH_MAX)}`,
          }}
        />
      </div>
      <PlaceFields form={form} />
    </div>
  );
}

/** The field for the source of the RECs: the seller's own supply, or a holding that the seller resells. */
function SourceField({ form, orderId, isOrdered }: { form: Form<ItemForm>; orderId: string; isOrdered: boolean }) {
  const say = useSay();
  const { data: holdings = [] } = useQuery(
    readQuery(['sell-order', 'admin', orderId, 'holdings'], listResaleHoldings, { params: { id: orderId } }),
  );
  const field = form.field('holdingId');
  const take = (chosen: string | null) => {
    const holding = holdings.find((one) => one.holdingId === chosen);
    form.set('holdingId', holding?.holdingId ?? null);
    // An item from a holding has the holding's product.
    for (const [name, value] of Object.entries(holding ? productForm(holding) : {}))
      form.set(name as keyof ItemForm, value);
  };
  const held = holdings.map(({ holdingId, name, balance }) => ({
    value: holdingId,
    label: say('sellOrder.holding', { name, quantity: balance }),
  }));
  // A holding whose RECs are all on offer is no longer in the list, even if this item uses the holding.
  const isListed = field.value === null || held.some(({ value }) => value === field.value);
  return (
    <div className={css.wide}>
      <SelectField
        {...field}
        value={field.value ?? SUPPLY}
        onChange={(value) => take(value === SUPPLY ? null : value)}
        label="sellOrder.source"
        help={holdings.length > 0 ? 'sellOrder.sourceHelp' : 'sellOrder.sourceSupplyHelp'}
        isDisabled={isOrdered}
        disabledReason="error.item_in_buy_orders"
        choices={[
          { value: SUPPLY, label: say('sellOrder.supply') },
          ...held,
          ...(isListed ? [] : [{ value: field.value ?? '', label: say('sellOrder.presentHolding') }]),
        ]}
      />
    </div>
  );
}

/**
 * The value of the choice “seller's supply”. A select field has no empty value, so `null` in the form is shown as this
 * value.
 */
const SUPPLY = 'supply';

/** An item as the form holds it: the body of the request. */
export type ItemForm = BodyOf<typeof addSellOrderItem>;

/** Returns a new item with the country and the vintage of the sell order's last item. The other fields are empty. */
const newItem = (before?: AdminSellOrderItem): ItemForm => ({
  recCountry: before?.recCountry ?? null,
  recFuelType: null,
  vintageYear: before?.recVintage.year ?? null,
  vintagePeriod: before?.recVintage.period ?? 'FullYear',
  recQuantity: null,
  description: '',
  address: '',
  latitude: null,
  longitude: null,
  holdingId: null,
});

/** Returns the form values of a stored item. The quantity is the total, including what is reserved or sold. */
export const itemFormOf = (item: AdminSellOrderItem): ItemForm => ({
  ...productForm(item),
  recQuantity: item.totalQuantity,
  description: item.description,
  address: item.address,
  latitude: item.latitude,
  longitude: item.longitude,
  holdingId: item.holdingId,
});

/** Returns the body of the call, with trimmed texts. */
const itemRequest = (item: ItemForm): ItemForm => ({
  ...item,
  description: item.description.trim(),
  address: item.address.trim(),
});

/**
 * Returns a function that checks an item. It compares the item with the sell order's other items. For a new item,
 * `editedId` is undefined.
 */
function judgeItemForm(
  { items }: AdminSellOrder,
  editedId: string | undefined,
): (item: ItemForm) => Refusals<ItemForm> {
  const edited = items.find(({ sellOrderItemId }) => sellOrderItemId === editedId);
  const others = items.filter((item) => item !== edited);
  const context = {
    others: others.map(itemFormOf),
    countries: env().regions.recCountries,
    othersQuantity: others.reduce((sum, { totalQuantity }) => sum + totalQuantity, 0),
    present: edited && {
      ...itemFormOf(edited),
      orderedQuantity: edited.reservedQuantity + edited.soldQuantity,
    },
  };
  return (item) => refusalsOf(judgeSellOrderItem(itemRequest(item), context));
}
