import { textOfCents } from '#domain/basics/price.ts';
import { formatAmount } from '#web/platform/format/format.ts';

/** Formats a price or amount in hundredths without its currency, for columns of figures: `1234567` → `12,345.67`. */
export const centsText = (cents: number | bigint): string => formatAmount(textOfCents(cents));
