import { SELL_ORDER_SORTS } from '#contract/basics/choices.ts';
import { COUNTRIES, type Country } from '#domain/basics/country.ts';
import { FUEL_TYPES, type FuelType } from '#domain/basics/fuel.ts';
import { PRICE_CENTS_MAX } from '#domain/basics/price.ts';
import { QUANTITY_MAX } from '#domain/basics/quantity.ts';
import { BUY_ORDER_STATUSES, type BuyOrderStatus } from '#domain/marketplace/buy-order-status.ts';
import { SELL_ORDER_STATUSES, type SellOrderStatus } from '#domain/marketplace/sell-order-status.ts';
import { listSearch, type ListSearch } from '#web/design/lists/list-search.ts';

type Sort = (typeof SELL_ORDER_SORTS)[number];

/** What sell orders are filtered by; each stands in the URL under its own name. */
export type MarketplaceFilter = {
  country?: Country;
  fuel?: FuelType;
  vintageYear?: number;
  minimumPrice?: number;
  maximumPrice?: number;
  quantity?: number;
};

/** The marketplace in the URL: sell orders, or the buy orders on a tab of their own. */
export type MarketplaceSearch = ListSearch &
  MarketplaceFilter & { tab?: 'buy-orders'; status?: SellOrderStatus; buyStatus?: BuyOrderStatus; sort?: Sort };

const figure = (value: unknown, maximum: number, isWhole: boolean): number | undefined => {
  const parsed = value === undefined || value === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(parsed) || parsed < 0 || parsed > maximum) return undefined;
  return isWhole && !Number.isInteger(parsed) ? undefined : parsed;
};

const YEAR_MAX = 9_999;

/** Without what isn't there: the URL says only what was chosen. */
const given = <Values extends object>(values: { [Name in keyof Values]: Values[Name] | undefined }): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;

/** The filters of sell orders that make sense. */
export const filterOf = (raw: Record<string, unknown>): MarketplaceFilter =>
  given<Required<MarketplaceFilter>>({
    country: COUNTRIES.find((one) => one === raw.country),
    fuel: FUEL_TYPES.find((one) => one === raw.fuel),
    vintageYear: figure(raw.vintageYear, YEAR_MAX, true),
    minimumPrice: figure(raw.minimumPrice, PRICE_CENTS_MAX / 100, false),
    maximumPrice: figure(raw.maximumPrice, PRICE_CENTS_MAX / 100, false),
    quantity: figure(raw.quantity, QUANTITY_MAX, true),
  });

export function marketplaceSearch(raw: Record<string, unknown>): MarketplaceSearch {
  return {
    ...listSearch(raw),
    ...filterOf(raw),
    ...given<Omit<MarketplaceSearch, keyof ListSearch | keyof MarketplaceFilter>>({
      tab: raw.tab === 'buy-orders' ? raw.tab : undefined,
      status: SELL_ORDER_STATUSES.find((one) => one === raw.status),
      buyStatus: BUY_ORDER_STATUSES.find((one) => one === raw.buyStatus),
      sort: SELL_ORDER_SORTS.find((one) => one === raw.sort && one !== 'newest'),
    }),
  };
}

/** How many filters are on. */
export const filterCount = (search: MarketplaceSearch): number => Object.keys(filterOf(search)).length;
