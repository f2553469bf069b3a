import { AUCTION_TYPES } from '#domain/auction/direction.ts';
import { COUNTRIES, type Country } from '#domain/basics/country.ts';
import { FUEL_TYPES, type FuelType } from '#domain/basics/fuel.ts';
import { VINTAGE_PERIODS, type VintagePeriod } from '#domain/basics/vintage.ts';
import { RANGE_PRESETS, rangeOf, type RangePreset } from '#domain/statistic/range.ts';
import { dayOf, readFilters, wholeNumber, type Filters } from '#web/design/lists/list-search.ts';

export const RANGE_CHOICES = [...RANGE_PRESETS, 'own'] as const;
export type RangeChoice = (typeof RANGE_CHOICES)[number];
/** Unless a page has another one. */
const RANGE_DEFAULT: RangePreset = 'month';

const FILTERS = {
  from: dayOf,
  to: dayOf,
  direction: AUCTION_TYPES,
  country: COUNTRIES,
  fuel: FUEL_TYPES,
  vintage: wholeNumber(2000, 2100),
  period: VINTAGE_PERIODS,
};

/** What figures are shown of, in the URL: a ready-made range or one's own, and filters. */
export type StatisticSearch = Filters<typeof FILTERS> & { range?: RangeChoice };

type Goods = {
  readonly recCountry: Country;
  readonly recFuelType: FuelType;
  readonly recVintage: { readonly year: number; readonly period: VintagePeriod };
};

/** Returns the filters that let one product through: its country, fuel, vintage year and period. */
export const searchOfGoods = ({ recCountry, recFuelType, recVintage }: Goods): StatisticSearch => ({
  country: recCountry,
  fuel: recFuelType,
  vintage: recVintage.year,
  period: recVintage.period,
});

export function statisticSearch(raw: Record<string, unknown>, standard: RangePreset = RANGE_DEFAULT): StatisticSearch {
  const range = RANGE_CHOICES.filter((one) => one !== standard);
  return readFilters({ ...FILTERS, range }, raw);
}

/** The days that are meant; one's own range may lack one, or be wrong. */
export function chosenRange(
  { range, from, to }: StatisticSearch,
  today: string,
  standard: RangePreset = RANGE_DEFAULT,
): { readonly choice: RangeChoice; readonly from: string | null; readonly to: string | null } {
  if (range === 'own') return { choice: range, from: from ?? null, to: to ?? null };
  const choice = range ?? standard;
  return { choice, ...rangeOf(choice, today) };
}

/** Prices move slowly: unless another range is chosen, a year of them is shown. */
export const PRICE_RANGE: RangePreset = 'year';

export const priceSearch = (raw: Record<string, unknown>): StatisticSearch => statisticSearch(raw, PRICE_RANGE);
