import type { Holding } from '#contract/holding/holding.ts';
import type { Retirement } from '#contract/holding/retirement.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';

type Goods = Pick<Holding, 'recCountry' | 'recFuelType' | 'recVintage'>;

/** `Malaysia · Hydro · 2024 Q3` */
export function GoodsLine({ goods }: { goods: Goods }) {
  return useItemWords()(goods);
}

/** The products of a retirement, with the quantity of each if there are several. */
export function GoodsLines({ lines }: { lines: readonly (Goods & Pick<Retirement, 'quantity'>)[] }) {
  const words = useItemWords();
  return lines.map((line, at) => (
    <div key={at}>
      {lines.length > 1 && <span className="figure">{formatQuantity(line.quantity)} × </span>}
      {words(line)}
    </div>
  ));
}
