import type { HoldingTotal } from '#contract/holding/holding.ts';
import { groupBy } from '#domain/basics/group-by.ts';

type Sums = {
  readonly balance: number;
  readonly quantity: number;
  readonly retired: number;
  readonly released: number;
};
/** The RECs of the balance that have the same label, for example the same country. */
export type Share = { readonly label: string; readonly balance: number };

/** Returns the sums of the totals, in RECs. */
export const sumOf = (totals: readonly HoldingTotal[]): Sums =>
  totals.reduce<Sums>(
    (sum, total) => ({
      balance: sum.balance + total.balance,
      quantity: sum.quantity + total.quantity,
      retired: sum.retired + total.retired,
      released: sum.released + total.released,
    }),
    { balance: 0, quantity: 0, retired: 0, released: 0 },
  );

/** Returns the held quantities grouped by a label, largest first. */
export const sharesBy = (totals: readonly HoldingTotal[], labelOf: (total: HoldingTotal) => string): Share[] =>
  [...groupBy(totals, labelOf)]
    .map(([label, found]) => ({ label, balance: sumOf(found).balance }))
    .filter(({ balance }) => balance > 0)
    .toSorted((one, other) => other.balance - one.balance);

/** Returns the years with holdings, newest first. */
export const yearsOf = (totals: readonly HoldingTotal[]): number[] =>
  [...new Set(totals.map(({ recVintage }) => recVintage.year))].toSorted((one, other) => other - one);
