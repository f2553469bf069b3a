import type { Holding } from '#contract/holding.ts';
import { HOLDING_SORTS, HOLDINGS_SHOWN } from '#contract/choices.ts';
import { COUNTRIES, type Country } from '#domain/basics/country.ts';
import { FUEL_TYPES, type FuelType } from '#domain/basics/fuel.ts';
import { VINTAGE_YEAR_MAX, VINTAGE_YEAR_MIN } from '#domain/basics/vintage.ts';
import { listSearch, type ListSearch } from '#web/design/list-search.ts';

/** Products that a list is narrowed to, in the URL. */
export type ProductSearch = { country?: Country; fuelType?: FuelType; vintageYear?: number };

/** Lists of retirements in the URL. */
export type RetirementSearch = ListSearch & ProductSearch & { account?: Holding['accountId'] };

/** Lists of holdings in the URL. */
export type HoldingSearch = RetirementSearch & {
  show?: (typeof HOLDINGS_SHOWN)[number];
  sort?: (typeof HOLDING_SORTS)[number];
};

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

export const retirementSearch = (raw: Record<string, unknown>): RetirementSearch => ({
  ...listSearch(raw),
  ...(typeof raw.account === 'string' && /^[\da-f-]{36}$/.test(raw.account) && { account: raw.account }),
  ...productSearch(raw),
});

export function holdingSearch(raw: Record<string, unknown>): HoldingSearch {
  const show = HOLDINGS_SHOWN.find((one) => one === raw.show);
  const sort = HOLDING_SORTS.find((one) => one === raw.sort);
  return { ...retirementSearch(raw), ...(show && { show }), ...(sort && { sort }) };
}
