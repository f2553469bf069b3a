import type { addItem, Auction, AuctionItem } from '#contract/auction.ts';
import type { BodyOf } from '#contract/route.ts';
import { ITEMS_MAX, judgeItem } from '#domain/auction/judge-item.ts';
import { isOnTick, centsOfDecimal } from '#domain/basics/price.ts';
import type { Refusals } from '#web/design/use-form.ts';
import type { PhraseKey } from '#web/platform/phrase.ts';

/** An item as the form holds it: the request itself. */
export type ItemForm = BodyOf<typeof addItem>;

/** A new item starts with what the one before it had, except for what tells the two apart. */
export function newItem(before?: AuctionItem): ItemForm {
  const blank: ItemForm = {
    recCountry: null,
    recFuelType: null,
    vintageYear: null,
    vintagePeriod: 'FullYear',
    recQuantity: null,
    partialFulfillment: true,
    minimumBidPrice: null,
    maximumBidPrice: null,
    description: '',
  };
  if (!before) return blank;
  return {
    ...blank,
    recCountry: before.recCountry,
    vintageYear: before.recVintage.year,
    vintagePeriod: before.recVintage.period,
    partialFulfillment: before.partialFulfillment,
    minimumBidPrice: before.minimumBidPrice,
    maximumBidPrice: before.maximumBidPrice,
  };
}

export const itemFormOf = (item: AuctionItem): ItemForm => ({
  recCountry: item.recCountry,
  recFuelType: item.recFuelType,
  vintageYear: item.recVintage.year,
  vintagePeriod: item.recVintage.period,
  recQuantity: item.recQuantity,
  partialFulfillment: item.partialFulfillment,
  minimumBidPrice: item.minimumBidPrice,
  maximumBidPrice: item.maximumBidPrice,
  description: item.description,
});

export const itemRequest = (item: ItemForm): ItemForm => ({ ...item, description: item.description.trim() });

/** Judged against the auction's other items: all of them for a new one. */
export const judgeItemForm =
  (auction: Auction, edited: AuctionItem | undefined) =>
  (item: ItemForm): Refusals<ItemForm> =>
    judgeItem(item, {
      minimumRecQuantity: auction.minimumRecQuantity,
      others: auction.items
        .filter(({ auctionItemId }) => auctionItemId !== edited?.auctionItemId)
        .map(({ recCountry, recFuelType, recVintage }) => ({
          recCountry,
          recFuelType,
          vintageYear: recVintage.year,
          vintagePeriod: recVintage.period,
        })),
    });

/** A bound between two steps is allowed, but nobody can bid exactly it. */
export function isOffTick(price: number | null, priceStep: number): boolean {
  const [cents, tickCents] = [centsOfDecimal(price ?? 0), centsOfDecimal(priceStep)];
  return cents !== undefined && tickCents !== undefined && tickCents > 0 && !isOnTick(cents, tickCents);
}

/** Why no item can be added now; nothing where one can. */
export function addItemClosed(auction: Auction, isUpcoming: boolean): PhraseKey | undefined {
  if (!isUpcoming) return 'auction.noChanges';
  return auction.items.length >= ITEMS_MAX ? 'error.maximum_items_reached' : undefined;
}
