import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import { itemFields, storedItemName } from '#server/auction/items/stored-items.ts';
import type { Auction, AuctionItem, AuctionSummary } from '#contract/auction/auction.ts';
import { NO_CONDUCT, type Conduct } from '#domain/auction/conduct.ts';
import type { Image } from '#contract/auction/image-link.ts';
import { softCloseOf } from '#domain/auction/soft-close.ts';
import type { ItemId } from '#domain/basics/ids.ts';
import { percentOfHundredths } from '#domain/basics/amount.ts';
import { platformCurrency } from '#domain/basics/currency.ts';
import { decimalOfCents, priceUnitOf } from '#domain/basics/price.ts';
import { QUANTITY_MAX } from '#domain/basics/quantity.ts';
import { aliasOf } from '#domain/bidding/alias.ts';
import type { PriceToWin } from '#domain/bidding/price-to-win.ts';
import {
  auctionEndOf,
  mustAcceptTerms,
  relationIn,
  auctionStatusOf,
  type AuctionRow,
  type ItemRow,
  isDraft,
  scheduleOf,
} from '#server/auction/auction-rows.ts';
import { presentConduct } from '#server/room/present-room.ts';
import type { Caller } from '#server/platform/http/caller.ts';

/** The maximum number of item names that a card shows. */
const NAMES_MAX = 3;

/** The reader of the presented data, the time, and the function that makes image links for this reader. */
export type Reader = {
  readonly caller: Caller;
  readonly nowMs: number;
  readonly imageOf: (imageId: string) => Image;
};

/**
 * Returns an auction as a list card shows it to this reader. Only admins see the number of bidders.
 * @throws Error if the caller may not see the auction
 */
export function presentAuctionSummary(
  row: AuctionRow,
  items: readonly ItemRow[],
  { caller, nowMs, imageOf }: Reader,
): AuctionSummary {
  const relation = relationIn(row, caller);
  // Queries return only rows that the caller may see, so a stranger here means a bug in a query.
  if (relation === 'stranger') throw new Error(`this caller may not see auction ${row.id}`);
  const { startsAtMs, endsAtMs } = scheduleOf(row);
  const mayKnow = relation === 'admin' || relation === 'owner';
  return {
    id: row.id,
    title: row.title,
    auctionType: row.auction_type,
    isPrivate: row.is_private,
    status: auctionStatusOf(row, nowMs),
    startTime: new Date(startsAtMs).toISOString(),
    auctionDateTime: new Date(startsAtMs).toISOString(),
    endTime: new Date(endsAtMs).toISOString(),
    auctionEndTime: isDraft(row) ? new Date(endsAtMs).toISOString() : auctionEndOf(row).toISOString(),
    isClosed: row.closed_at !== null,
    pausedAt: row.paused_at?.toISOString() ?? null,
    annulledAt: row.annulled_at?.toISOString() ?? null,
    spotRecs: row.spot_recs,
    relation,
    itemCount: items.length,
    totalQuantity: items.reduce((sum, item) => sum + item.quantity, 0),
    openingPrice: openingPriceOf(row, items),
    itemNames: items.slice(0, NAMES_MAX).map(storedItemName),
    countries: [...new Set(items.map((item) => item.country))],
    fuels: [...new Set(items.map((item) => item.fuel_type))],
    bidderCount: relation === 'admin' ? row.bidder_count : null,
    openRequest: mayKnow && auctionStatusOf(row, nowMs) === 'upcoming' ? row.open_request : null,
    rehearsalOf: row.rehearsal_of,
    isDraft: isDraft(row),
    thumbnail: row.thumbnail_id === null ? null : imageOf(row.thumbnail_id),
    own: presentOwn(row, caller),
    isWatched: row.is_watched,
  };
}

function openingPriceOf({ auction_type }: AuctionRow, items: readonly ItemRow[]): number | null {
  if (items.length === 0) return null;
  return decimalOfCents(
    auction_type === 'Forward'
      ? Math.min(...items.map((item) => item.minimum_bid_price_cents))
      : Math.max(...items.map((item) => item.maximum_bid_price_cents)),
  );
}

function presentOwn(row: AuctionRow, caller: Caller): AuctionSummary['own'] {
  const { own_bidder_id: bidderId, own_user_id: userId, own_account_id: accountId, own_alias_number: alias } = row;
  if (bidderId === null || userId === null || accountId === null || alias === null) return null;
  return {
    bidderId,
    userId,
    username: row.own_username ?? '',
    alias: aliasOf(alias),
    accountId,
    companyName: row.own_company ?? '',
    englishCompanyName: row.own_english_company ?? '',
    maxQuantity: row.own_maximum ?? QUANTITY_MAX,
    hasBid: row.own_has_bid,
    mustAcceptTerms: mustAcceptTerms(row, caller),
  };
}

/** Data that only the auction's room has. */
export type FromRoom = {
  /**
   * For each item, the prices for a new bid that allows a partial award. The map is empty unless the reader is a bidder
   * in a live auction.
   */
  readonly prices: LivePrices;
  readonly conduct: Conduct;
};
export type LivePrices = ReadonlyMap<ItemId, { readonly lowestAccepted: PriceToWin; readonly toWin: PriceToWin }>;
const NO_PRICES: LivePrices = new Map();
export const NOTHING_FROM_ROOM: FromRoom = { prices: NO_PRICES, conduct: NO_CONDUCT };

export function presentAuctionItem(
  item: ItemRow,
  { isForward, imageOf }: { readonly isForward: boolean } & Pick<Reader, 'imageOf'>,
  prices: LivePrices = NO_PRICES,
): AuctionItem {
  const found = prices.get(item.id as ItemId);
  const price = found ? decimalOfCents(found.lowestAccepted.priceCents) : null;
  const { vintageYear: year, vintagePeriod: period, imageIds, ...fields } = itemFields(item);
  return {
    auctionItemId: item.id,
    name: storedItemName(item),
    ...fields,
    recVintage: { year, period },
    disableQuantity: !item.partial_fulfillment,
    minPrice: isForward ? price : null,
    maxPrice: isForward ? null : price,
    priceToWin: found ? decimalOfCents(found.toWin.priceCents) : null,
    images: imageIds.map(imageOf),
  };
}

/** Returns the items of an auction, with image links for the reader. */
export function presentItems(
  auction: AuctionRow,
  items: readonly ItemRow[],
  imageOf: Reader['imageOf'],
  prices?: LivePrices,
): AuctionItem[] {
  const how = { isForward: auction.auction_type === 'Forward', imageOf };
  return items.map((item) => presentAuctionItem(item, how, prices));
}

export function presentAuction(
  row: AuctionRow,
  items: readonly ItemRow[],
  reader: Reader,
  { prices, conduct }: FromRoom,
): Omit<Auction, keyof Series | 'changesByRequest'> {
  const { caller, nowMs, imageOf } = reader;
  const softClose = softCloseOf(row.soft_close_minutes, row.soft_close_max);
  const summary = presentAuctionSummary(row, items, reader);
  const auctionEndsAtMs = Date.parse(summary.auctionEndTime);
  const end = { rules: row.rules_version, softClose, auctionEndsAtMs, conduct };
  return {
    ...summary,
    minimumRecQuantity: row.minimum_rec_quantity,
    minimumBiddingRecQuantity: row.minimum_bidding_rec_quantity,
    sellerProcessingFee: percentOfHundredths(row.seller_fee_hundredths),
    buyerProcessingFee: percentOfHundredths(row.buyer_fee_hundredths),
    tickSize: {
      id: row.tick_size_id,
      priceStep: decimalOfCents(row.tick_cents),
      unit: priceUnitOf(platformCurrency()),
    },
    sellerInformation: {
      accountId: row.owner_account_id,
      companyName: row.owner_name,
      englishCompanyName: row.owner_english_name,
    },
    version: caller.role === 'Admin' ? row.settings_version : null,
    rehearsalId: caller.role === 'Admin' ? row.rehearsal_id : null,
    items: presentItems(row, items, imageOf, prices),
    softClose,
    biddingRules: row.rules_version,
    termsVersion: AUCTION_TERMS_VERSION,
    ...presentConduct(end, { last: conduct.last, isClosed: row.closed_at !== null }),
    now: new Date(nowMs).toISOString(),
  };
}

export type Series = Pick<Auction, 'recurrence' | 'follows' | 'followedBy'>;
