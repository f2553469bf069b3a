import type { ReactNode } from 'react';
import type { Purchases, Statistics } from '#contract/statistic.ts';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { formatMoney, formatQuantity } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { ChartCard } from '#web/statistic/chart-card.tsx';
import { dayColumn, priceText } from '#web/statistic/course-looks.tsx';
import { PurchaseFigures } from '#web/statistic/figures.tsx';
import { SoldChart } from '#web/statistic/sold-chart.tsx';

type Point = Purchases['course'][number];
type Row = { row: Point };

const BuyOrders = ({ row }: Row) => formatQuantity(row.buyOrders);
const Sold = ({ row }: Row) => formatQuantity(row.sold);
const Value = ({ row }: Row) => formatMoney(row.value, env().currency);
const Weighted = ({ row }: Row) => priceText(row.weightedPrice);

const COLUMNS: readonly Column<Point>[] = [
  { id: 'buyOrders', title: 'statistics.buyOrders', align: 'end', Cell: BuyOrders },
  { id: 'sold', title: 'statistics.sold', align: 'end', Cell: Sold },
  { id: 'value', title: 'statistics.value', align: 'end', Cell: Value },
  { id: 'weighted', title: 'statistics.weightedPrice', align: 'end', Cell: Weighted },
];

type Props = { purchases: Purchases; unit: Statistics['unit']; files: ReactNode };

/** What was bought in the marketplace, on the days that buy orders were approved. */
export const MarketplaceCard = ({ purchases: { course, totals }, unit, files }: Props) => (
  <ChartCard
    title="statistics.marketplace"
    files={files}
    lead={<PurchaseFigures totals={totals} />}
    chart={<SoldChart unit={unit} course={course.map(({ at, sold }) => ({ at, sold }))} />}
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
