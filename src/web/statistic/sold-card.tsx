import type { ReactNode } from 'react';
import type { PricePoint } from '#contract/price-history.ts';
import type { CourseUnit } from '#domain/statistic/range.ts';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { formatQuantity } from '#web/platform/format/format.ts';
import { ChartCard } from '#web/statistic/chart-card.tsx';
import { dayColumn } from '#web/statistic/course-looks.tsx';
import { SoldChart } from '#web/statistic/sold-chart.tsx';

type Point = Pick<PricePoint, 'at' | 'sold'>;
const Sold = ({ row }: { row: Point }) => formatQuantity(row.sold);
const SOLD: Column<Point> = { id: 'sold', title: 'statistics.sold', align: 'end', Cell: Sold };

type Props = { course: readonly Point[]; unit: CourseUnit; files: ReactNode };

/** How much was sold at these prices. */
export const SoldCard = ({ course, unit, files }: Props) => (
  <ChartCard
    title="priceHistory.sold"
    files={files}
    chart={<SoldChart unit={unit} course={course.map(({ at, sold }) => ({ at, sold }))} />}
    table={
      <DataTable
        caption="priceHistory.sold"
        columns={[dayColumn<Point>(unit), SOLD]}
        rows={course}
        rowKey={({ at }) => at}
        empty={null}
      />
    }
  />
);
