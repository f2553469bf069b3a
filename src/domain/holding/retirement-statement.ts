import type { Country } from '#domain/basics/country.ts';
import type { FuelType } from '#domain/basics/fuel.ts';
import type { Vintage } from '#domain/basics/vintage.ts';
import type { Beneficiary } from '#domain/holding/beneficiary.ts';

/** What a retirement's statement says (rules 3.4): final, and confirmed by its number on an open page. */
export type RetirementStatement = {
  /** That anybody may look up. */
  readonly number: string;
  readonly retiredAt: Date;
  /** The company that held the RECs. */
  readonly holder: string;
  readonly beneficiary: Beneficiary;
  /** One line for each kind of RECs; most retirements have one. A REC is one MWh. */
  readonly items: readonly StatedItem[];
  /** Whole address of the open page that confirms the number. */
  readonly confirmedAt: string;
};

export type StatedItem = {
  readonly country: Country;
  readonly fuelType: FuelType;
  readonly vintage: Vintage;
  readonly quantity: number;
};
