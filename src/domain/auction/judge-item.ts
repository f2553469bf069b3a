import { judgePlace, PLACE_REFUSALS, type DevicePlace } from '#domain/auction/device-place.ts';
import { judgeImageCount } from '#domain/auction/images.ts';
import type { Country } from '#domain/basics/country.ts';
import type { FuelType } from '#domain/basics/fuel.ts';
import { judgePrice } from '#domain/basics/judge-money.ts';
import { judgeQuantity, QUANTITY_MIN, type QuantityRefusal } from '#domain/basics/quantity.ts';
import { accept, acceptAll, acceptFilled, acceptUnless, refuse } from '#domain/basics/accept.ts';
import type { FieldRefusals, Refusal, Result } from '#domain/basics/result.ts';
import { judgeLength } from '#domain/basics/text.ts';
import {
  doVintagesOverlap,
  VINTAGE_YEAR_MAX,
  VINTAGE_YEAR_MIN,
  vintageText,
  type VintagePeriod,
} from '#domain/basics/vintage.ts';

/** Maximum number of items of an auction (docs/rules.md#items). */
export const ITEMS_MAX = 100;
export const DESCRIPTION_LENGTH_MAX = 2_000;

export const ITEM_REFUSALS = [
  'field_required',
  'choice_unknown',
  'invalid_vintage_year',
  'duplicate_item',
  'quantity_must_be_integer',
  'quantity_out_of_range',
  'below_minimum_rec_quantity',
  'bounds_need_partial_fulfilment',
  'maximum_quantity_below_minimum',
  'price_invalid',
  'maximum_price_below_minimum',
  'less_than_maximum_character',
  'maximum_files',
  ...PLACE_REFUSALS,
] as const;
/**
 * All refusals of an item. `location_undetermined` is shown beside the address if no location with this name was found.
 */
export type ItemRefusal = (typeof ITEM_REFUSALS)[number] | 'location_undetermined';

/** An item as a form or a request holds it. Null means an empty field. Prices are decimals, quantities are RECs. */
export type ProposedItem = DevicePlace & {
  readonly recCountry: Country | null;
  readonly recFuelType: FuelType | null;
  readonly vintageYear: number | null;
  readonly vintagePeriod: VintagePeriod | null;
  readonly recQuantity: number | null;
  readonly partialFulfillment: boolean;
  /** Minimum and maximum quantity of one bid. If null, only the auction's limits and the item's quantity apply. */
  readonly minQuantity: number | null;
  readonly maxQuantity: number | null;
  readonly minimumBidPrice: number | null;
  readonly maximumBidPrice: number | null;
  readonly description: string;
  /** Ids of the item's images, in display order. */
  readonly imageIds: readonly string[];
};
export type ItemField = keyof ProposedItem;

/** An auction's minimum quantities in RECs: of an item, and of a bid. */
export type MinimumQuantities = {
  readonly minimumRecQuantity: number;
  readonly minimumBiddingRecQuantity: number;
};

/** The product of an item, as a form holds it. Null means an empty field. */
export type ItemKind = Pick<ProposedItem, 'recCountry' | 'recFuelType' | 'vintageYear' | 'vintagePeriod'>;

/** A product whose fields are all filled. */
export type AcceptedKind = { readonly [Field in keyof ItemKind]: NonNullable<ItemKind[Field]> };

/** The items and countries with which the product of an item is compared. */
export type KindContext = {
  /** The other items, without the edited item. No two items may have the same country, fuel type and vintage. */
  readonly others: readonly ItemKind[];
  /** The countries of RECs that the platform offers, with the country that the edited item has. */
  readonly countries: readonly Country[];
};

export type ItemContext = MinimumQuantities & KindContext;

/** Returns the display name of an item: country, fuel type and vintage, separated by dots (docs/rules.md#items). */
export const itemName = (item: AcceptedKind): string =>
  `${item.recCountry}.${item.recFuelType}.${vintageText({ year: item.vintageYear, period: item.vintagePeriod })}`;

/** An item that passed all rules, in the form that is stored. */
export type AcceptedItem = AcceptedKind &
  Omit<ProposedItem, keyof ItemKind | 'recQuantity' | 'minimumBidPrice' | 'maximumBidPrice'> & {
    readonly recQuantity: number;
    readonly minimumBidPriceCents: number;
    readonly maximumBidPriceCents: number;
  };

/** Judges an item by every rule of docs/rules.md#items, per field. */
export function judgeItem(
  item: ProposedItem,
  context: ItemContext,
): Result<AcceptedItem, FieldRefusals<ItemField, ItemRefusal>> {
  const judged = acceptAll({
    ...judgeKind(item, context),
    recQuantity: judgeItemQuantity(item.recQuantity, context),
    minQuantity: acceptUnless(judgeBound(item.minQuantity, item), item.minQuantity),
    maxQuantity: acceptUnless(judgeBound(item.maxQuantity, item) ?? judgeRange(item, context), item.maxQuantity),
    minimumBidPrice: judgePrice(item.minimumBidPrice),
    maximumBidPrice: judgeHighestPrice(item),
    description: acceptUnless(judgeLength(item.description, DESCRIPTION_LENGTH_MAX), item.description),
    ...judgePlace(item),
    imageIds: acceptUnless(judgeImageCount(item.imageIds.length), item.imageIds),
  });
  if (!judged.ok) return judged;
  const { minimumBidPrice, maximumBidPrice, ...same } = judged.value;
  return accept({
    ...same,
    partialFulfillment: item.partialFulfillment,
    minimumBidPriceCents: minimumBidPrice,
    maximumBidPriceCents: maximumBidPrice,
  });
}

/**
 * Judges country, fuel type and vintage. All are required. No two items of an auction may have the same country, fuel
 * type and vintage.
 */
export const judgeKind = (item: ItemKind, { others, countries }: KindContext) => ({
  recCountry: acceptFilled(item.recCountry, (country): Result<Country, Refusal<ItemRefusal>> =>
    countries.includes(country)
      ? acceptUnless(judgeDuplicate(item, others), country)
      : refuse({ code: 'choice_unknown' }),
  ),
  recFuelType: acceptFilled(item.recFuelType, accept),
  vintageYear: acceptFilled(item.vintageYear, (year) => acceptUnless(judgeYear(year), year)),
  vintagePeriod: acceptFilled(item.vintagePeriod, accept),
});

const judgeDuplicate = (item: ItemKind, others: readonly ItemKind[]): Refusal<'duplicate_item'> | undefined =>
  others.some((other) => isSameKind(item, other)) ? { code: 'duplicate_item' } : undefined;

/** Returns whether two items have the same country, fuel type and vintage. */
export const isSameKind = (one: ItemKind, other: ItemKind): boolean =>
  one.recCountry === other.recCountry &&
  one.recFuelType === other.recFuelType &&
  one.vintageYear === other.vintageYear &&
  one.vintagePeriod === other.vintagePeriod;

/**
 * Returns the items in `others` that have the same country and fuel type and share months with this item. Such items
 * are allowed, but are often a mistake.
 */
export const overlappingItems = <Item extends ItemKind>(item: ItemKind, others: readonly Item[]): Item[] =>
  others.filter(
    (other) =>
      other.recCountry === item.recCountry &&
      other.recFuelType === item.recFuelType &&
      other.vintagePeriod !== item.vintagePeriod &&
      doOverlap(item, other),
  );

const doOverlap = (one: ItemKind, other: ItemKind): boolean =>
  one.vintageYear !== null &&
  one.vintagePeriod !== null &&
  other.vintageYear !== null &&
  other.vintagePeriod !== null &&
  doVintagesOverlap(
    { year: one.vintageYear, period: one.vintagePeriod },
    { year: other.vintageYear, period: other.vintagePeriod },
  );

function judgeYear(year: number): Refusal<'invalid_vintage_year'> | undefined {
  return Number.isInteger(year) && year >= VINTAGE_YEAR_MIN && year <= VINTAGE_YEAR_MAX
    ? undefined
    : {
        code: 'invalid_vintage_year',
        params: { minimum: String(VINTAGE_YEAR_MIN), maximum: String(VINTAGE_YEAR_MAX) },
      };
}

const judgeItemQuantity = (recQuantity: number | null, { minimumRecQuantity: minimum }: ItemContext) =>
  acceptFilled(recQuantity, (quantity): Result<number, Refusal<QuantityRefusal | 'below_minimum_rec_quantity'>> => {
    const refusal = judgeQuantity(quantity);
    if (refusal) return refuse(refusal);
    return quantity < minimum ? refuse({ code: 'below_minimum_rec_quantity', params: { minimum } }) : accept(quantity);
  });

/**
 * Judges a minimum or maximum bid quantity. On an item without partial fulfillment both are refused, because each bid
 * on the item is for the item's whole quantity (docs/rules.md#items).
 */
function judgeBound(bound: number | null, item: ProposedItem): Refusal<ItemRefusal> | undefined {
  if (bound === null) return undefined;
  if (!item.partialFulfillment) return { code: 'bounds_need_partial_fulfilment' };
  const refusal = judgeQuantity(bound);
  if (refusal || item.recQuantity === null) return refusal;
  return bound > item.recQuantity
    ? { code: 'quantity_out_of_range', params: { minimum: QUANTITY_MIN, maximum: item.recQuantity } }
    : undefined;
}

/**
 * Refuses a maximum bid quantity below the minimum bid quantity of the item or the auction, because no bid could
 * satisfy both.
 */
function judgeRange(item: ProposedItem, context: ItemContext): Refusal<ItemRefusal> | undefined {
  if (item.maxQuantity === null || item.recQuantity === null) return undefined;
  const least = Math.max(item.minQuantity ?? 0, context.minimumBiddingRecQuantity);
  const minimum = Math.min(item.recQuantity, least);
  return item.maxQuantity < minimum ? { code: 'maximum_quantity_below_minimum', params: { minimum } } : undefined;
}

function judgeHighestPrice({ minimumBidPrice: minimum, maximumBidPrice: maximum }: ProposedItem) {
  const judged = judgePrice(maximum);
  const isAbove = minimum === null || maximum === null || maximum > minimum;
  return isAbove || !judged.ok ? judged : refuse({ code: 'maximum_price_below_minimum' });
}
