import type { PricedGoods } from '#contract/price-history.ts';
import css from './statistic.module.css';

const WIDTH = 72;
const HEIGHT = 22;
const INSET = 2;

/** How a price went, for eyes that run down a column: the figures stand beside it. */
export function PriceSpark({ points }: Pick<PricedGoods, 'points'>) {
  if (points.length < 2) return <span className={css.spark} aria-hidden />;
  const [first, last] = [timeOf(points[0]), timeOf(points.at(-1))];
  const prices = points.map(({ weightedPrice }) => weightedPrice);
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  const course = points.map((point) => {
    const x = INSET + ((timeOf(point) - first) / (last - first)) * (WIDTH - 2 * INSET);
    const share = highest === lowest ? 0.5 : (point.weightedPrice - lowest) / (highest - lowest);
    return `${x.toFixed(1)},${(HEIGHT - INSET - share * (HEIGHT - 2 * INSET)).toFixed(1)}`;
  });
  return (
    <svg className={css.spark} width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      <polyline points={course.join(' ')} />
    </svg>
  );
}

const timeOf = (point: PricedGoods['points'][number] | undefined): number => Date.parse(point?.at ?? '');
