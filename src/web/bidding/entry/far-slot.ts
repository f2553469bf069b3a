import { farFromOpening, farFromToWin, type FarBid } from '#domain/bidding/far-bid.ts';
import { openingPriceCents } from '#domain/bidding/item-price.ts';
import { centsOfDecimal } from '#domain/basics/price.ts';
import { priceOf } from '#web/bidding/bid-form/draft.ts';
import { toldPriceToWin, type Slot } from '#web/bidding/entry/initial-slots.ts';
import type { Entry } from '#web/bidding/entry/use-entry.ts';

/**
 * How far a bid of the entry page is beyond what is known outside of the room: the price to win that a live auction
 * tells, and before the start, when bids are sealed, nothing but the item's own bounds.
 */
export function farOfSlot(
  { itemId, draft }: Slot,
  entry: Pick<Entry, 'setting' | 'phase' | 'own'>,
): FarBid | undefined {
  const { setting, phase, own } = entry;
  const room = setting.items.find(({ item }) => item.auctionItemId === itemId);
  const priceCents = priceOf(draft);
  const present = own.find(({ bidId }) => bidId === draft.bidId);
  if (!room || priceCents === undefined || (present && centsOfDecimal(present.bidValue) === priceCents))
    return undefined;
  const told = toldPriceToWin(room, setting).priceCents;
  const isTold = phase === 'live' && told !== openingPriceCents(room.bidding, setting.terms);
  return isTold
    ? farFromToWin(priceCents, told, setting.terms.auctionType)
    : farFromOpening(priceCents, room.bidding, setting.terms);
}
