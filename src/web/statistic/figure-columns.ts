import type { PricedProduct } from '#contract/price-history.ts';
import type { Column } from '#web/design/lists/data-table.tsx';
import { formatMoney } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';

/** Formats an amount with the deployment's currency. */
export const moneyText = (amount: string | number): string => formatMoney(amount, env().currency);
/** Formats a price with the currency. Returns “–” if nothing was sold. */
export const priceText = (price: number | null): string => (price === null ? '–' : moneyText(price));

/** Returns a column that shows one figure of each row. */
export const figureColumn = <Row, Name extends keyof Row & string>(
  id: Name,
  title: PhraseKey,
  textOf: (figure: Row[Name]) => string,
  width?: string,
): Column<Row> => ({ id, title, align: 'end', ...(width && { width }), Cell: ({ row }) => textOf(row[id]) });

/** The fields that identify a product. */
type ProductFields = Pick<PricedProduct, 'recCountry' | 'recFuelType' | 'recVintage'>;

/** Returns a key that is unique for a product within a table. */
export const productKey = ({ recCountry, recFuelType, recVintage: { year, period } }: ProductFields): string =>
  [recCountry, recFuelType, year, period].join();
