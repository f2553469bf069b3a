import { BarChart, LineChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import type { CoursePoint, Statistics } from '#contract/statistic.ts';
import { DataTable, type Column } from '#web/design/data-table.tsx';
import { env } from '#web/platform/env.ts';
import { formatAmount, formatCompact, formatMoney, formatQuantity } from '#web/platform/format.ts';
import { useLanguage, useSay } from '#web/platform/phrase.ts';
import { ChartCard } from '#web/statistic/chart-card.tsx';
import { COURSE_CHART, dayColumn, priceText, shortDay } from '#web/statistic/course-looks.tsx';

type Props = { row: CoursePoint };

const Offered = ({ row }: Props) => formatQuantity(row.offered);
const Sold = ({ row }: Props) => formatQuantity(row.sold);
const Value = ({ row }: Props) => formatMoney(row.value, env().currency);
const Auctions = ({ row }: Props) => formatQuantity(row.auctions);
const Bids = ({ row }: Props) => formatQuantity(row.bids);
const Average = ({ row }: Props) => priceText(row.averagePrice);
const Weighted = ({ row }: Props) => priceText(row.weightedPrice);

const VOLUME: readonly Column<CoursePoint>[] = [
  { id: 'auctions', title: 'statistics.auctions', align: 'end', Cell: Auctions },
  { id: 'bids', title: 'statistics.bids', align: 'end', Cell: Bids },
  { id: 'offered', title: 'statistics.offered', align: 'end', Cell: Offered },
  { id: 'sold', title: 'statistics.sold', align: 'end', Cell: Sold },
  { id: 'value', title: 'statistics.value', align: 'end', Cell: Value },
];
const PRICES: readonly Column<CoursePoint>[] = [
  { id: 'average', title: 'statistics.averagePrice', align: 'end', Cell: Average },
  { id: 'weighted', title: 'statistics.weightedPrice', align: 'end', Cell: Weighted },
];

/** What was offered and sold over time. */
export function VolumeCard({ statistics: { course, unit } }: { statistics: Statistics }) {
  const say = useSay();
  const language = useLanguage();
  const data = course.map(({ at, offered, sold }) => ({ at: shortDay(at, language), offered, sold }));
  return (
    <ChartCard
      title="statistics.volume"
      chart={
        <BarChart
          {...COURSE_CHART}
          data={data}
          series={[
            { name: 'offered', label: say('statistics.offered'), color: 'var(--gl-line-strong)' },
            { name: 'sold', label: say('statistics.sold'), color: 'var(--gl-brand-ink)' },
          ]}
          valueFormatter={formatQuantity}
          yAxisProps={{ tickFormatter: formatCompact, width: 52 }}
          barProps={{ isAnimationActive: false }}
        />
      }
      table={
        <DataTable
          caption="statistics.volume"
          columns={[dayColumn<CoursePoint>(unit), ...VOLUME]}
          rows={course}
          rowKey={({ at }) => at}
          empty={null}
        />
      }
    />
  );
}

/** Average and weighted price over time; where nothing was sold the line goes on to the next price. */
export function PriceCard({ statistics: { course, unit } }: { statistics: Statistics }) {
  const say = useSay();
  const language = useLanguage();
  const { currency } = env();
  const data = course.map(({ at, averagePrice, weightedPrice }) => ({
    at: shortDay(at, language),
    averagePrice,
    weightedPrice,
  }));
  return (
    <ChartCard
      title="statistics.prices"
      chart={
        <LineChart
          {...COURSE_CHART}
          data={data}
          connectNulls
          curveType="linear"
          series={[
            {
              name: 'averagePrice',
              label: say('statistics.averagePrice'),
              color: 'var(--gl-info-ink)',
              strokeDasharray: '5 4',
            },
            { name: 'weightedPrice', label: say('statistics.weightedPrice'), color: 'var(--gl-good-ink)' },
          ]}
          valueFormatter={(price) => formatMoney(price, currency)}
          yAxisProps={{ domain: ['auto', 'auto'], width: 52, tickFormatter: formatAmount }}
          lineProps={{ isAnimationActive: false }}
        />
      }
      table={
        <DataTable
          caption="statistics.prices"
          columns={[dayColumn<CoursePoint>(unit), ...PRICES]}
          rows={course}
          rowKey={({ at }) => at}
          empty={null}
        />
      }
    />
  );
}
