import { textOfCents } from '#domain/basics/price.ts';
import { formatAmount } from '#web/platform/format/format.ts';

/** `1234567` → `12,345.67`: a price or amount in hundredths, without its currency, for columns of figures. */
export const centsText = (cents: number | bigint): string => formatAmount(textOfCents(cents));
