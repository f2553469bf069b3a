import { SELL_ORDER_SORTS } from '#contract/basics/choices.ts';
import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import { PRICE_CENTS_MAX, decimalOfCents } from '#domain/basics/price.ts';
import { QUANTITY_MAX } from '#domain/basics/quantity.ts';
import { BUY_ORDER_STATUSES } from '#domain/marketplace/buy-order-status.ts';
import { SELL_ORDER_STATUSES } from '#domain/marketplace/sell-order-status.ts';
import { countryOf, filteredSearch, readFilters } from '#web/design/lists/list-search.ts';

/**
 * Returns a function that reads a number from the URL. The function returns undefined for a value that is negative,
 * above `maximum`, not numeric or, if `isWhole`, not whole.
 */
const figure =
  (maximum: number, isWhole: boolean) =>
  (value: unknown): number | undefined => {
    const parsed = value === undefined || value === '' ? Number.NaN : Number(value);
    if (!Number.isFinite(parsed) || parsed < 0 || parsed > maximum) return undefined;
    return isWhole && !Number.isInteger(parsed) ? undefined : parsed;
  };

const YEAR_MAX = 9_999;
/** Reads a price from the URL, in the deployment's currency. */
const price = (value: unknown): number | undefined => figure(decimalOfCents(PRICE_CENTS_MAX), false)(value);

/** The filters of sell orders. Each is a URL parameter of the same name. */
const FILTERS = {
  country: countryOf,
  fuel: FUEL_TYPES,
  vintageYear: figure(YEAR_MAX, true),
  minimumPrice: price,
  maximumPrice: price,
  quantity: figure(QUANTITY_MAX, true),
};

/** The URL parameters of the marketplace, for the sell orders and for the tab with the buy orders. */
export type MarketplaceSearch = ReturnType<typeof marketplaceSearch>;
/** Reads the search parameters of the marketplace. */
export const marketplaceSearch = filteredSearch({
  ...FILTERS,
  tab: ['buy-orders'] as const,
  status: SELL_ORDER_STATUSES,
  buyStatus: BUY_ORDER_STATUSES,
  sort: SELL_ORDER_SORTS.filter((one) => one !== 'newest'),
});

/** Returns the valid filters of sell orders. */
export const filterOf = (raw: Record<string, unknown>) => readFilters(FILTERS, raw);

/** Returns the number of active filters. */
export const filterCount = (search: MarketplaceSearch): number => Object.keys(filterOf(search)).length;
