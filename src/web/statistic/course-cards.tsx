import { BarChart, LineChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { PricePoint } from '#contract/price-history.ts';
import type { Language } from '#domain/basics/language.ts';
import type { CourseUnit } from '#domain/statistic/range.ts';
import { Card } from '#web/design/layout/facts.tsx';
import { Segments } from '#web/design/layout/segments.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { formatAmount, formatCompact, formatDate, formatQuantity } from '#web/platform/format/format.ts';
import { useLanguage, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { figureColumn, moneyText, priceText } from '#web/statistic/figure-columns.ts';
import css from './statistic.module.css';

/** One point of a chart over time. `at` is the first day of the period that the point covers. */
type Point = { readonly at: string };
/**
 * The points of a chart over time, the length of their periods (day, week or month), and the buttons to export them.
 */
type Course<Row> = { course: readonly Row[]; unit: CourseUnit; files: ReactNode };

/** Common settings of all charts over time. */
const COURSE_CHART = {
  h: 240,
  dataKey: 'at',
  withLegend: true,
  tickLine: 'none',
  gridAxis: 'x',
  xAxisProps: { interval: 'equidistantPreserveStart', minTickGap: 12 },
} as const;

/**
 * A point with the average price per award, and the average price weighted by quantity. Both are null without sales.
 */
type PriceRow = Pick<PricePoint, 'at' | 'averagePrice' | 'weightedPrice'>;

const PRICES: readonly Column<PriceRow>[] = [
  figureColumn('averagePrice', 'statistics.averagePrice', priceText),
  figureColumn('weightedPrice', 'statistics.weightedPrice', priceText),
];

/** Shows both average prices over time. A line connects the points before and after a period without sales. */
export function PriceCard({ course, unit, files }: Course<PriceRow>) {
  const say = useSay();
  const language = useLanguage();
  const average = { name: 'averagePrice', label: say('statistics.averagePrice'), color: 'var(--gl-info-ink)' };
  const weighted = { name: 'weightedPrice', label: say('statistics.weightedPrice'), color: 'var(--gl-good-ink)' };
  return (
    <CourseCard title="statistics.prices" {...{ course, unit, files }} columns={PRICES}>
      <LineChart
        {...COURSE_CHART}
        data={course.map(({ at, averagePrice, weightedPrice }) => ({
          at: shortPoint(at, unit, language),
          averagePrice,
          weightedPrice,
        }))}
        connectNulls
        curveType="linear"
        series={[{ ...average, strokeDasharray: '5 4' }, weighted]}
        valueFormatter={moneyText}
        yAxisProps={{ domain: ['auto', 'auto'], width: 52, tickFormatter: (price: number) => formatAmount(price) }}
        lineProps={{ isAnimationActive: false }}
      />
    </CourseCard>
  );
}

/** A point with quantities in RECs. The marketplace has no offered quantities. */
type SoldRow = Point & { readonly sold: number; readonly offered?: number };
/** `lead` is shown above the chart or the table. */
type SoldProps<Row> = Course<Row> & { title: PhraseKey; lead?: ReactNode; columns: readonly Column<Row>[] };

/** Shows the sold quantities over time, and the offered quantities if they are known. */
export function SoldCard<Row extends SoldRow>(props: SoldProps<Row>) {
  const say = useSay();
  const language = useLanguage();
  const { course, unit } = props;
  const isOfferTold = course.some(({ offered }) => offered !== undefined);
  const offers = { name: 'offered', label: say('statistics.offered'), color: 'var(--gl-line-strong)' };
  return (
    <CourseCard {...props}>
      <BarChart
        {...COURSE_CHART}
        data={course.map(({ at, sold, offered }) => ({ at: shortPoint(at, unit, language), sold, offered }))}
        series={[
          ...(isOfferTold ? [offers] : []),
          { name: 'sold', label: say('statistics.sold'), color: 'var(--gl-brand-ink)' },
        ]}
        valueFormatter={formatQuantity}
        yAxisProps={{ tickFormatter: formatCompact, width: 52 }}
        barProps={{ isAnimationActive: false }}
      />
    </CourseCard>
  );
}

type CardProps<Row> = SoldProps<Row> & { children: ReactNode };

/** Shows figures as a chart or as a table, with buttons to export them. Screen readers always get the table. */
function CourseCard<Row extends Point>({ title, lead, files, children, course, unit, columns }: CardProps<Row>) {
  const say = useSay();
  const [shown, setShown] = useState<'chart' | 'table'>('chart');
  const day: Column<Row> = { id: 'at', title: `statistics.from.${unit}`, Cell: Day };
  const choice = (
    <div className={css.actions}>
      {files}
      <Segments
        label={say('statistics.shownAs')}
        segments={[
          { value: 'chart', label: say('statistics.chart'), icon: IconChartBar },
          { value: 'table', label: say('statistics.table'), icon: IconTable },
        ]}
        value={shown}
        onChange={setShown}
      />
    </div>
  );
  return (
    <Card title={title} action={choice}>
      {lead}
      {shown === 'chart' && (
        <div className={css.chart} aria-hidden inert>
          {children}
        </div>
      )}
      <div className={shown === 'chart' ? `visually-hidden ${css.spoken}` : undefined}>
        <DataTable caption={title} columns={[day, ...columns]} rows={course} rowKey={({ at }) => at} empty={null} />
      </div>
    </Card>
  );
}

/** Shows the first day of a point's period. Days are UTC dates, so they are not converted to the reader's time zone. */
const Day = ({ row }: { row: Point }) => formatDate(`${row.at}T00:00:00Z`, useLanguage(), 'UTC');

/** Returns a short label of a point. Only the label of a month has the year. For days and weeks, the range shows it. */
function shortPoint(day: string, unit: CourseUnit, language: Language): string {
  const [year = '', month = '', date = ''] = day.split('-');
  if (language === 'zh')
    return unit === 'month' ? `${year}年${Number(month)}月` : `${Number(month)}月${Number(date)}日`;
  const english = formatDate(`${day}T00:00:00Z`, 'en', 'UTC');
  return unit === 'month' ? `${english.slice(0, 3)} ${year}` : english.slice(0, 6);
}
