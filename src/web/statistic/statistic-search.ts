import { AUCTION_TYPES } from '#domain/auction/direction.ts';
import type { Country } from '#domain/basics/country.ts';
import { FUEL_TYPES, type FuelType } from '#domain/basics/fuel.ts';
import { VINTAGE_PERIODS, type VintagePeriod } from '#domain/basics/vintage.ts';
import { RANGE_PRESETS, rangeOf, type RangePreset } from '#domain/statistic/range.ts';
import { countryOf, dayOf, readFilters, wholeNumber, type Filters } from '#web/design/lists/list-search.ts';

/** The ranges to select: the presets, and `own` for a custom range. */
export const RANGE_CHOICES = [...RANGE_PRESETS, 'own'] as const;
export type RangeChoice = (typeof RANGE_CHOICES)[number];
/** The default range of pages that do not set their own default. */
const RANGE_DEFAULT: RangePreset = 'month';

/** The filters in the URL. Invalid values are ignored. */
const FILTERS = {
  from: dayOf,
  to: dayOf,
  direction: AUCTION_TYPES,
  country: countryOf,
  fuel: FUEL_TYPES,
  vintage: wholeNumber(2000, 2100),
  period: VINTAGE_PERIODS,
};

/** The state of a statistics page in the URL: a preset or custom range, and filters. */
export type StatisticSearch = Filters<typeof FILTERS> & { range?: RangeChoice };

type ProductFields = {
  readonly recCountry: Country;
  readonly recFuelType: FuelType;
  readonly recVintage: { readonly year: number; readonly period: VintagePeriod };
};

/** Returns the filters that match only one product: country, fuel type, vintage year and period. */
export const searchOfProduct = ({ recCountry, recFuelType, recVintage }: ProductFields): StatisticSearch => ({
  country: recCountry,
  fuel: recFuelType,
  vintage: recVintage.year,
  period: recVintage.period,
});

/**
 * Reads the state of a statistics page from the URL. The URL has no parameter for the default range. If the parameter
 * names the default range, it is ignored.
 */
export function statisticSearch(raw: Record<string, unknown>, standard: RangePreset = RANGE_DEFAULT): StatisticSearch {
  const range = RANGE_CHOICES.filter((one) => one !== standard);
  return readFilters({ ...FILTERS, range }, raw);
}

/** Returns the selected range and its days. A custom range may be incomplete or invalid. */
export function chosenRange(
  { range, from, to }: StatisticSearch,
  today: string,
  standard: RangePreset = RANGE_DEFAULT,
): { readonly choice: RangeChoice; readonly from: string | null; readonly to: string | null } {
  if (range === 'own') return { choice: range, from: from ?? null, to: to ?? null };
  const choice = range ?? standard;
  return { choice, ...rangeOf(choice, today) };
}

/** The default range of price pages is a year, because prices move slowly. */
export const PRICE_RANGE: RangePreset = 'year';

/** Reads the state of the price history from the URL. Its default range is a year. */
export const priceSearch = (raw: Record<string, unknown>): StatisticSearch => statisticSearch(raw, PRICE_RANGE);
