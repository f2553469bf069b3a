import { COUNTRIES, type Country } from '#domain/basics/country.ts';
import { FUEL_TYPES, type FuelType } from '#domain/basics/fuel.ts';
import { VINTAGE_YEAR_MAX, VINTAGE_YEAR_MIN } from '#domain/basics/vintage.ts';

/** Products that a list is narrowed to, in the URL. */
export type ProductSearch = { country?: Country; fuelType?: FuelType; vintageYear?: number };

export function productSearch(raw: Record<string, unknown>): ProductSearch {
  const country = COUNTRIES.find((one) => one === raw.country);
  const fuelType = FUEL_TYPES.find((one) => one === raw.fuelType);
  const vintageYear = Number(raw.vintageYear);
  const isYear = Number.isInteger(vintageYear) && vintageYear >= VINTAGE_YEAR_MIN && vintageYear <= VINTAGE_YEAR_MAX;
  return {
    ...(country && { country }),
    ...(fuelType && { fuelType }),
    ...(isYear && { vintageYear }),
  };
}
