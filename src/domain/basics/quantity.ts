/** Quantities are whole RECs, 1 to 100,000,000 (rules 2, specification 5). */
export const QUANTITY_MIN = 1;
export const QUANTITY_MAX = 100_000_000;

export const isQuantity = (value: number): boolean =>
  Number.isInteger(value) && value >= QUANTITY_MIN && value <= QUANTITY_MAX;
