import { SELL_ORDER_SORTS } from '#contract/basics/choices.ts';
import { COUNTRIES } from '#domain/basics/country.ts';
import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import { PRICE_CENTS_MAX } from '#domain/basics/price.ts';
import { QUANTITY_MAX } from '#domain/basics/quantity.ts';
import { BUY_ORDER_STATUSES } from '#domain/marketplace/buy-order-status.ts';
import { SELL_ORDER_STATUSES } from '#domain/marketplace/sell-order-status.ts';
import { filteredSearch, readFilters } from '#web/design/lists/list-search.ts';

const figure =
  (maximum: number, isWhole: boolean) =>
  (value: unknown): number | undefined => {
    const parsed = value === undefined || value === '' ? Number.NaN : Number(value);
    if (!Number.isFinite(parsed) || parsed < 0 || parsed > maximum) return undefined;
    return isWhole && !Number.isInteger(parsed) ? undefined : parsed;
  };

const YEAR_MAX = 9_999;
const price = figure(PRICE_CENTS_MAX / 100, false);

/** What sell orders are filtered by; each stands in the URL under its own name. */
const FILTERS = {
  country: COUNTRIES,
  fuel: FUEL_TYPES,
  vintageYear: figure(YEAR_MAX, true),
  minimumPrice: price,
  maximumPrice: price,
  quantity: figure(QUANTITY_MAX, true),
};

/** The marketplace in the URL: sell orders, or the buy orders on a tab of their own. */
export type MarketplaceSearch = ReturnType<typeof marketplaceSearch>;
export const marketplaceSearch = filteredSearch({
  ...FILTERS,
  tab: ['buy-orders'] as const,
  status: SELL_ORDER_STATUSES,
  buyStatus: BUY_ORDER_STATUSES,
  sort: SELL_ORDER_SORTS.filter((one) => one !== 'newest'),
});

/** The filters of sell orders that make sense. */
export const filterOf = (raw: Record<string, unknown>) => readFilters(FILTERS, raw);

/** How many filters are on. */
export const filterCount = (search: MarketplaceSearch): number => Object.keys(filterOf(search)).length;
