import type { ReactNode } from 'react';
import type { CoursePoint, Statistics } from '#contract/statistic.ts';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { formatMoney, formatQuantity } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { ChartCard } from '#web/statistic/chart-card.tsx';
import { dayColumn } from '#web/statistic/course-looks.tsx';
import { SoldChart } from '#web/statistic/sold-chart.tsx';

type Row = { row: CoursePoint };

const Offered = ({ row }: Row) => formatQuantity(row.offered);
const Sold = ({ row }: Row) => formatQuantity(row.sold);
const Value = ({ row }: Row) => formatMoney(row.value, env().currency);
const Auctions = ({ row }: Row) => formatQuantity(row.auctions);
const Bids = ({ row }: Row) => formatQuantity(row.bids);

const COLUMNS: readonly Column<CoursePoint>[] = [
  { id: 'auctions', title: 'statistics.auctions', align: 'end', Cell: Auctions },
  { id: 'bids', title: 'statistics.bids', align: 'end', Cell: Bids },
  { id: 'offered', title: 'statistics.offered', align: 'end', Cell: Offered },
  { id: 'sold', title: 'statistics.sold', align: 'end', Cell: Sold },
  { id: 'value', title: 'statistics.value', align: 'end', Cell: Value },
];

type Props = { statistics: Statistics; files: ReactNode };

/** What was offered and sold over time. */
export const VolumeCard = ({ statistics: { course, unit }, files }: Props) => (
  <ChartCard
    title="statistics.volume"
    files={files}
    chart={<SoldChart unit={unit} course={course.map(({ at, offered, sold }) => ({ at, offered, sold }))} />}
    table={
      <DataTable
        caption="statistics.volume"
        columns={[dayColumn<CoursePoint>(unit), ...COLUMNS]}
        rows={course}
        rowKey={({ at }) => at}
        empty={null}
      />
    }
  />
);
