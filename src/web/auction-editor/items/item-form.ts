import type { addItem, Auction, AuctionItem } from '#contract/auction/auction.ts';
import type { ChangeRequest, RequestedChange } from '#contract/auction/change-request.ts';
import type { BodyOf } from '#contract/basics/route.ts';
import type { ItemChange, KnownItem } from '#domain/auction/item-changes.ts';
import { ITEMS_MAX, itemName, judgeItem, type MinimumQuantities } from '#domain/auction/judge-item.ts';
import { isOnTick, centsOfDecimal } from '#domain/basics/price.ts';
import { refusalsOf } from '#domain/basics/accept.ts';
import type { Refusals } from '#web/design/forms/use-form.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';

/** An item as the form holds it: the request itself. */
export type ItemForm = BodyOf<typeof addItem>;

type Goods = Pick<ItemForm, 'recCountry' | 'recFuelType' | 'vintageYear' | 'vintagePeriod'>;

/** Country, fuel type and vintage as the forms of items hold them. */
export const goodsForm = ({
  recCountry,
  recFuelType,
  recVintage: { year, period },
}: Pick<AuctionItem, 'recCountry' | 'recFuelType' | 'recVintage'>): Goods => ({
  recCountry,
  recFuelType,
  vintageYear: year,
  vintagePeriod: period,
});

/** A new item starts with what the one before it had, except for what tells the two apart. */
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

export const itemFormOf = (item: AuctionItem): ItemForm => ({
  ...goodsForm(item),
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

/** What is sent: bounds that were typed before the item was made a whole have no meaning any more. */
export const itemRequest = (item: ItemForm): ItemForm => ({
  ...item,
  ...(!item.partialFulfillment && { minQuantity: null, maxQuantity: null }),
  description: item.description.trim(),
  address: item.address.trim(),
});

/** The auction's items as the rules read them. */
export const knownItems = (auction: Pick<Auction, 'items'>): KnownItem[] =>
  auction.items.map((item) => ({ itemId: item.auctionItemId, item: itemFormOf(item) }));

/** Judged beside the other items: all of them for a new one. */
export const judgeItemForm =
  (
    { minimumRecQuantity, minimumBiddingRecQuantity }: MinimumQuantities,
    known: readonly KnownItem[],
    editedId: string | undefined,
  ) =>
  (item: ItemForm): Refusals<ItemForm> =>
    refusalsOf(
      judgeItem(itemRequest(item), {
        minimumRecQuantity,
        minimumBiddingRecQuantity,
        others: known.filter(({ itemId }) => itemId !== editedId).map((other) => other.item),
      }),
    );

/** Display name of an item whose form was found right. */
export const nameOfForm = ({ recCountry, recFuelType, vintageYear, vintagePeriod }: Goods): string =>
  recCountry && recFuelType && vintageYear && vintagePeriod
    ? itemName({ recCountry, recFuelType, vintageYear, vintagePeriod })
    : '';

/** Refused fields of a request that carried one item among several that it might have carried. */
export const fieldsOfOne = <Refusal>(fields: Readonly<Record<string, Refusal>>): Record<string, Refusal> =>
  Object.fromEntries(Object.entries(fields).map(([field, refusal]) => [field.replace(/^items\.0\./, ''), refusal]));

/** A bound between two steps is allowed, but nobody can bid exactly it. */
export function isOffTick(price: number | null, priceStep: number): boolean {
  const [cents, tickCents] = [centsOfDecimal(price ?? 0), centsOfDecimal(priceStep)];
  return cents !== undefined && tickCents !== undefined && tickCents > 0 && !isOnTick(cents, tickCents);
}

/** Why no item can be added now; nothing where one can. */
export const addItemClosed = (
  count: number,
  closed: PhraseKey | undefined,
  maximum = ITEMS_MAX,
): PhraseKey | undefined => closed ?? (count >= maximum ? 'error.maximum_items_reached' : undefined);

/** What a request asks for, as the rules read it. */
export const askedChanges = (changes: readonly RequestedChange[]): ItemChange[] =>
  changes.map(({ kind, auctionItemId: itemId, after }) =>
    kind === 'deleted' || !after ? { kind: 'deleted', itemId } : { kind, itemId, item: after },
  );

/** Returns the request while it still waits for an admin or for its owner. */
export const openRequestOf = (request: ChangeRequest | null | undefined): ChangeRequest | undefined =>
  request?.status === 'Pending' || request?.status === 'Returned' ? request : undefined;
