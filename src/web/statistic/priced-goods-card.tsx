import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PricedGoods, PriceHistory } from '#contract/price-history.ts';
import { Card } from '#web/design/layout/facts.tsx';
import { type Column, DataTable } from '#web/design/lists/data-table.tsx';
import { formatAmount, formatDate, formatPercent, formatQuantity } from '#web/platform/format/format.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { env } from '#web/platform/page/env.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { priceText } from '#web/statistic/course-looks.tsx';
import { searchOfGoods } from '#web/statistic/statistic-search.ts';
import css from './statistic.module.css';

type Row = { row: PricedGoods };

/** Leads to the prices of these goods alone. */
function Goods({ row }: Row) {
  const words = useItemWords()(row);
  const chosen = searchOfGoods(row);
  return (
    <Link to="." search={(before: object) => ({ ...before, ...chosen })} className={css.link}>
      {words}
    </Link>
  );
}

function Latest({ row }: Row) {
  const language = useLanguage();
  return (
    <div className={css.latest}>
      <PriceSpark points={row.points} />
      <div>
        <strong>{priceText(row.latestPrice)}</strong>
        <div className={css.quiet}>{formatDate(`${row.latestOn}T00:00:00Z`, language, 'UTC')}</div>
      </div>
    </div>
  );
}

const Change = ({ row: { change } }: Row) =>
  change === null ? '–' : `${change > 0 ? '+' : ''}${formatPercent(change)}`;
const Weighted = ({ row }: Row) => priceText(row.weightedPrice);
const Span = ({ row }: Row) =>
  row.lowestPrice === row.highestPrice
    ? priceText(row.lowestPrice)
    : `${env().currency} ${formatAmount(row.lowestPrice)} – ${formatAmount(row.highestPrice)}`;
const Sold = ({ row }: Row) => formatQuantity(row.sold);
const Auctions = ({ row }: Row) => formatQuantity(row.auctions);

const COLUMNS: readonly Column<PricedGoods>[] = [
  { id: 'goods', title: 'statistics.goods', Cell: Goods },
  { id: 'latest', title: 'priceHistory.latest', align: 'end', Cell: Latest },
  { id: 'change', title: 'priceHistory.change', align: 'end', Cell: Change },
  { id: 'weighted', title: 'statistics.weightedPrice', align: 'end', Cell: Weighted },
  { id: 'span', title: 'priceHistory.span', align: 'end', Cell: Span },
  { id: 'sold', title: 'statistics.sold', align: 'end', Cell: Sold },
  { id: 'auctions', title: 'statistics.auctions', align: 'end', Cell: Auctions },
];

type Props = { prices: PriceHistory; files: ReactNode };

/** What each kind of goods last fetched, and how that changed. */
export function PricedGoodsCard({ prices: { goods, total }, files }: Props) {
  const say = useSay();
  return (
    <Card title="priceHistory.byGoods" action={files}>
      <DataTable
        caption="priceHistory.byGoods"
        columns={COLUMNS}
        rows={goods}
        rowKey={({ recCountry, recFuelType, recVintage: { year, period } }) =>
          [recCountry, recFuelType, year, period].join()
        }
        empty={null}
      />
      {total > goods.length && <p className={css.quiet}>{say('priceHistory.most', { shown: goods.length, total })}</p>}
    </Card>
  );
}

const WIDTH = 72;
const HEIGHT = 22;
const INSET = 2;

/** How a price went, for eyes that run down a column: the figures stand beside it. */
function PriceSpark({ points }: Pick<PricedGoods, 'points'>) {
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
