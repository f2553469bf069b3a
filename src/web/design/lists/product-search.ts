import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import { VINTAGE_YEAR_MAX, VINTAGE_YEAR_MIN } from '#domain/basics/vintage.ts';
import { countryOf, wholeNumber } from '#web/design/lists/list-search.ts';

/** Filters of a list by product, in the URL. */
export const PRODUCT_FILTERS = {
  country: countryOf,
  fuelType: FUEL_TYPES,
  vintageYear: wholeNumber(VINTAGE_YEAR_MIN, VINTAGE_YEAR_MAX),
};
