import type { ItemField } from '#domain/auction/judge-item.ts';
import type { ItemForm } from '#web/auction-editor/items/item-form.ts';
import { formatMoney, formatQuantity } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

/** The names of an item's fields, as its form has them. */
export const ITEM_LABELS = {
  recCountry: 'item.country',
  recFuelType: 'item.fuel',
  vintageYear: 'item.vintageYear',
  vintagePeriod: 'item.vintagePeriod',
  recQuantity: 'item.quantity',
  partialFulfillment: 'item.fulfilment',
  minQuantity: 'item.minimumPerBid',
  maxQuantity: 'item.maximumPerBid',
  minimumBidPrice: 'item.minimumPrice',
  maximumBidPrice: 'item.maximumPrice',
  description: 'item.description',
  address: 'item.address',
  latitude: 'item.latitude',
  longitude: 'item.longitude',
  imageIds: 'item.images',
} as const satisfies Record<ItemField, PhraseKey>;

const EMPTY = '–';

/** One field of an item in the reader's words. */
export function useItemFieldText(): (item: ItemForm, field: ItemField) => string {
  const say = useSay();
  const money = (price: number | null) => (price === null ? EMPTY : formatMoney(price, env().currency));
  const quantity = (recs: number | null) => (recs === null ? EMPTY : formatQuantity(recs));
  return (item, field) => {
    switch (field) {
      case 'recCountry':
        return item.recCountry ? say(`country.${item.recCountry}`) : EMPTY;
      case 'recFuelType':
        return item.recFuelType ? say(`fuel.${item.recFuelType}`) : EMPTY;
      case 'vintageYear':
        return String(item.vintageYear ?? EMPTY);
      case 'vintagePeriod':
        return item.vintagePeriod ? say(`vintage.period${item.vintagePeriod}`) : EMPTY;
      case 'recQuantity':
      case 'minQuantity':
      case 'maxQuantity':
        return quantity(item[field]);
      case 'partialFulfillment':
        return say(item.partialFulfillment ? 'item.partialYes' : 'item.wholeOnly');
      case 'minimumBidPrice':
      case 'maximumBidPrice':
        return money(item[field]);
      case 'imageIds':
        return say('item.imageCount', { count: item.imageIds.length });
      case 'latitude':
      case 'longitude':
        return item[field] === null ? EMPTY : String(item[field]);
      case 'address':
      case 'description':
        return item[field] || EMPTY;
    }
  };
}
