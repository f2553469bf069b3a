import type { Holding } from '#contract/holding/holding.ts';
import type { Retirement } from '#contract/holding/retirement.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';

type Product = Pick<Holding, 'recCountry' | 'recFuelType' | 'recVintage'>;

/** Shows a product, for example `Malaysia · Hydro · 2024 Q3`. */
export function ProductLine({ product }: { product: Product }) {
  return useItemWords()(product);
}

/** Shows the products of a retirement, with the quantity of each if there are several. */
export function ProductLines({ lines }: { lines: readonly (Product & Pick<Retirement, 'quantity'>)[] }) {
  const words = useItemWords();
  return lines.map((line, at) => (
    <div key={at}>
      {lines.length > 1 && <span className="figure">{formatQuantity(line.quantity)} × </span>}
      {words(line)}
    </div>
  ));
}
