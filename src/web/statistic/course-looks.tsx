import type { Statistics } from '#contract/statistic.ts';
import type { Column } from '#web/design/lists/data-table.tsx';
import { formatDate, formatMoney } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useLanguage } from '#web/platform/phrases/phrase.ts';

/** What every chart of a course has in common. */
export const COURSE_CHART = {
  h: 240,
  dataKey: 'at',
  withLegend: true,
  tickLine: 'none',
  gridAxis: 'x',
  xAxisProps: { interval: 'equidistantPreserveStart', minTickGap: 12 },
} as const;

type Point = { readonly at: string };
const Day = ({ row }: { row: Point }) => formatDate(`${row.at}T00:00:00Z`, useLanguage(), 'UTC');

/** The first column of a course as a table. */
export const dayColumn = <Row extends Point>(unit: Statistics['unit']): Column<Row> => ({
  id: 'at',
  title: `statistics.from.${unit}`,
  Cell: Day,
});

/** What a point stands for, as short as it stays clear: days and weeks without the year, which the range says, months with it. */
export function shortPoint(day: string, unit: Statistics['unit'], language: 'en' | 'zh'): string {
  const [year = '', month = '', date = ''] = day.split('-');
  if (language === 'zh')
    return unit === 'month' ? `${year}年${Number(month)}月` : `${Number(month)}月${Number(date)}日`;
  const english = formatDate(`${day}T00:00:00Z`, 'en', 'UTC');
  return unit === 'month' ? `${english.slice(0, 3)} ${year}` : english.slice(0, 6);
}

export const priceText = (price: number | null): string => (price === null ? '–' : formatMoney(price, env().currency));
