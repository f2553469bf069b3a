import { BarChart } from '@mantine/charts';
import type { Purchases, Statistics } from '#contract/statistic.ts';
import { DataTable, type Column } from '#web/design/data-table.tsx';
import { env } from '#web/platform/env.ts';
import { formatCompact, formatMoney, formatQuantity } from '#web/platform/format.ts';
import { useLanguage, useSay } from '#web/platform/phrase.ts';
import { ChartCard } from '#web/statistic/chart-card.tsx';
import { COURSE_CHART, dayColumn, priceText, shortDay } from '#web/statistic/course-looks.tsx';
import { PurchaseFigures } from '#web/statistic/figures.tsx';

type Point = Purchases['course'][number];
type Props = { row: Point };

const BuyOrders = ({ row }: Props) => formatQuantity(row.buyOrders);
const Sold = ({ row }: Props) => formatQuantity(row.sold);
const Value = ({ row }: Props) => formatMoney(row.value, env().currency);
const Weighted = ({ row }: Props) => priceText(row.weightedPrice);

const COLUMNS: readonly Column<Point>[] = [
  { id: 'buyOrders', title: 'statistics.buyOrders', align: 'end', Cell: BuyOrders },
  { id: 'sold', title: 'statistics.sold', align: 'end', Cell: Sold },
  { id: 'value', title: 'statistics.value', align: 'end', Cell: Value },
  { id: 'weighted', title: 'statistics.weightedPrice', align: 'end', Cell: Weighted },
];

/** What was bought in the marketplace, on the days that buy orders were approved. */
export function MarketplaceCard({ purchases, unit }: { purchases: Purchases; unit: Statistics['unit'] }) {
  const say = useSay();
  const language = useLanguage();
  const { course, totals } = purchases;
  return (
    <ChartCard
      title="statistics.marketplace"
      lead={<PurchaseFigures totals={totals} />}
      chart={
        <BarChart
          {...COURSE_CHART}
          data={course.map(({ at, sold }) => ({ at: shortDay(at, language), sold }))}
          series={[{ name: 'sold', label: say('statistics.sold'), color: 'var(--gl-brand-ink)' }]}
          valueFormatter={formatQuantity}
          yAxisProps={{ tickFormatter: formatCompact, width: 52 }}
          barProps={{ isAnimationActive: false }}
        />
      }
      table={
        <DataTable
          caption="statistics.marketplace"
          columns={[dayColumn<Point>(unit), ...COLUMNS]}
          rows={course}
          rowKey={({ at }) => at}
          empty={null}
        />
      }
    />
  );
}
