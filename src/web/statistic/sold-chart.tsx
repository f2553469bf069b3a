import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import type { CourseUnit } from '#domain/statistic/range.ts';
import { formatCompact, formatQuantity } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { COURSE_CHART, shortPoint } from '#web/statistic/course-looks.tsx';

type Point = { readonly at: string; readonly sold: number; readonly offered?: number };

/** Quantities over time: what was sold, beside what was offered where that is told. */
export function SoldChart({ course, unit }: { course: readonly Point[]; unit: CourseUnit }) {
  const say = useSay();
  const language = useLanguage();
  const isOfferTold = course.some(({ offered }) => offered !== undefined);
  const offered = { name: 'offered', label: say('statistics.offered'), color: 'var(--gl-line-strong)' };
  return (
    <BarChart
      {...COURSE_CHART}
      data={course.map(({ at, ...point }) => ({ ...point, at: shortPoint(at, unit, language) }))}
      series={[
        ...(isOfferTold ? [offered] : []),
        { name: 'sold', label: say('statistics.sold'), color: 'var(--gl-brand-ink)' },
      ]}
      valueFormatter={formatQuantity}
      yAxisProps={{ tickFormatter: formatCompact, width: 52 }}
      barProps={{ isAnimationActive: false }}
    />
  );
}
