import type { addItem, Auction, AuctionItem } from '#contract/auction/auction.ts';
import type { ChangeRequest, RequestedChange } from '#contract/auction/change-request.ts';
import type { BodyOf } from '#contract/basics/route.ts';
import type { ItemChange, KnownItem } from '#domain/auction/item-changes.ts';
import { ITEMS_MAX, itemName, judgeItem, type ItemContext } from '#domain/auction/judge-item.ts';
import { isOnTick, centsOfDecimal } from '#domain/basics/price.ts';
import { refusalsOf } from '#domain/basics/accept.ts';
import type { Refusals } from '#web/design/forms/use-form.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';

/** The values of the item form. They have the shape of the request body. */
export type ItemForm = BodyOf<typeof addItem>;

type ProductValues = Pick<ItemForm, 'recCountry' | 'recFuelType' | 'vintageYear' | 'vintagePeriod'>;

/** Returns country, fuel type and vintage in the shape of item forms. */
export const productForm = ({
  recCountry,
  recFuelType,
  recVintage: { year, period },
}: Pick<AuctionItem, 'recCountry' | 'recFuelType' | 'recVintage'>): ProductValues => ({
  recCountry,
  recFuelType,
  vintageYear: year,
  vintagePeriod: period,
});

/**
 * Returns the initial values of a new item. Values that usually differ between items are empty. The other values are
 * copied from the previous item.
 */
export const newItem = (before?: AuctionItem): ItemForm => ({
  recCountry: before?.recCountry ?? null,
  recFuelType: null,
  vintageYear: before?.recVintage.year ?? null,
  vintagePeriod: before?.recVintage.period ?? 'FullYear',
  recQuantity: null,
  partialFulfillment: before?.partialFulfillment ?? true,
  minQuantity: null,
  maxQuantity: null,
  minimumBidPrice: before?.minimumBidPrice ?? null,
  maximumBidPrice: before?.maximumBidPrice ?? null,
  description: '',
  address: '',
  latitude: null,
  longitude: null,
  imageIds: [],
});

/** Returns the form values of a stored item. */
export const itemFormOf = (item: AuctionItem): ItemForm => ({
  ...productForm(item),
  recQuantity: item.recQuantity,
  partialFulfillment: item.partialFulfillment,
  minQuantity: item.minQuantity,
  maxQuantity: item.maxQuantity,
  minimumBidPrice: item.minimumBidPrice,
  maximumBidPrice: item.maximumBidPrice,
  description: item.description,
  address: item.address,
  latitude: item.latitude,
  longitude: item.longitude,
  imageIds: item.images.map(({ id }) => id),
});

/** Returns the request body. Leaves out the quantity limits if the item is sold only as a whole. */
export const itemRequest = (item: ItemForm): ItemForm => ({
  ...item,
  ...(!item.partialFulfillment && { minQuantity: null, maxQuantity: null }),
  description: item.description.trim(),
  address: item.address.trim(),
});

/** Returns the auction's items in the shape that the domain's rules take. */
export const knownItems = (auction: Pick<Auction, 'items'>): KnownItem[] =>
  auction.items.map((item) => ({ itemId: item.auctionItemId, item: itemFormOf(item) }));

/**
 * Returns a function that checks an item. It compares the item with the auction's other items; a new item with all
 * items.
 */
export const judgeItemForm =
  (
    { minimumRecQuantity, minimumBiddingRecQuantity, countries }: Omit<ItemContext, 'others'>,
    known: readonly KnownItem[],
    editedId: string | undefined,
  ) =>
  (item: ItemForm): Refusals<ItemForm> => {
    const present = known.find(({ itemId }) => itemId === editedId)?.item.recCountry;
    return refusalsOf(
      judgeItem(itemRequest(item), {
        minimumRecQuantity,
        minimumBiddingRecQuantity,
        others: known.filter(({ itemId }) => itemId !== editedId).map((other) => other.item),
        countries: present ? [...countries, present] : countries,
      }),
    );
  };

/** Returns the display name of a valid item form. */
export const nameOfForm = ({ recCountry, recFuelType, vintageYear, vintagePeriod }: ProductValues): string =>
  recCountry && recFuelType && vintageYear && vintagePeriod
    ? itemName({ recCountry, recFuelType, vintageYear, vintagePeriod })
    : '';

/** Renames the error fields of a request with a single item: `items.0.recQuantity` becomes `recQuantity`. */
export const fieldsOfOne = <Refusal>(fields: Readonly<Record<string, Refusal>>): Record<string, Refusal> =>
  Object.fromEntries(Object.entries(fields).map(([field, refusal]) => [field.replace(/^items\.0\./, ''), refusal]));

/**
 * Returns true if a price limit is not a multiple of the tick size. Such a limit is allowed, but nobody can bid exactly
 * this price.
 */
export function isOffTick(price: number | null, priceStep: number): boolean {
  const [cents, tickCents] = [centsOfDecimal(price ?? 0), centsOfDecimal(priceStep)];
  return cents !== undefined && tickCents !== undefined && tickCents > 0 && !isOnTick(cents, tickCents);
}

/** Returns the reason why no item can be added now; undefined if items can be added. */
export const addItemClosed = (
  count: number,
  closed: PhraseKey | undefined,
  maximum = ITEMS_MAX,
): PhraseKey | undefined => closed ?? (count >= maximum ? 'error.maximum_items_reached' : undefined);

/** Returns the changes of a request in the shape that the domain's rules take. */
export const requestedChanges = (changes: readonly RequestedChange[]): ItemChange[] =>
  changes.map(({ kind, auctionItemId: itemId, after }) =>
    kind === 'deleted' || !after ? { kind: 'deleted', itemId } : { kind, itemId, item: after },
  );

/** Returns the request if it still waits for an admin or for its owner. */
export const openRequestOf = (request: ChangeRequest | null | undefined): ChangeRequest | undefined =>
  request?.status === 'Pending' || request?.status === 'Returned' ? request : undefined;
