import { LineChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import type { ReactNode } from 'react';
import type { PricePoint } from '#contract/price-history.ts';
import type { CourseUnit } from '#domain/statistic/range.ts';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { formatAmount, formatMoney } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { ChartCard } from '#web/statistic/chart-card.tsx';
import { COURSE_CHART, dayColumn, priceText, shortPoint } from '#web/statistic/course-looks.tsx';

type Point = Pick<PricePoint, 'at' | 'averagePrice' | 'weightedPrice'>;
type Row = { row: Point };

const Average = ({ row }: Row) => priceText(row.averagePrice);
const Weighted = ({ row }: Row) => priceText(row.weightedPrice);

const COLUMNS: readonly Column<Point>[] = [
  { id: 'average', title: 'statistics.averagePrice', align: 'end', Cell: Average },
  { id: 'weighted', title: 'statistics.weightedPrice', align: 'end', Cell: Weighted },
];

type Props = { course: readonly Point[]; unit: CourseUnit; files: ReactNode };

/** Average and weighted price over time; where nothing was sold the line goes on to the next price. */
export function PriceCard({ course, unit, files }: Props) {
  const say = useSay();
  const language = useLanguage();
  const { currency } = env();
  const data = course.map(({ at, averagePrice, weightedPrice }) => ({
    at: shortPoint(at, unit, language),
    averagePrice,
    weightedPrice,
  }));
  return (
    <ChartCard
      title="statistics.prices"
      files={files}
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
          columns={[dayColumn<Point>(unit), ...COLUMNS]}
          rows={course}
          rowKey={({ at }) => at}
          empty={null}
        />
      }
    />
  );
}
