import { createContext, useContext } from 'react';
import { decimalsOf, platformCurrency } from '#domain/basics/currency.ts';
import { textOfCents } from '#domain/basics/price.ts';
import { formatAmount } from '#web/platform/format/format.ts';

/** Formats a price or amount in minor units without its currency, for columns of figures: `1234567` → `12,345.67`. */
export const centsText = (cents: number | bigint, currency = platformCurrency()): string =>
  formatAmount(textOfCents(cents, decimalsOf(currency)), currency);

/** The currency of a record, for components of the room that show its bids. Otherwise that of the platform. */
export const RecordCurrency = createContext<string | undefined>(undefined);

export type CentsText = (cents: number | bigint) => string;

/** Returns `centsText` for the currency of the bids that are shown. */
export function useCentsText(): CentsText {
  const currency = useContext(RecordCurrency);
  return (cents) => centsText(cents, currency);
}
