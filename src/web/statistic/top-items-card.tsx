import type { ReactNode } from 'react';
import type { Statistics, TopItem } from '#contract/statistic.ts';
import { Card } from '#web/design/layout/facts.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { env } from '#web/platform/page/env.ts';
import { formatMoney, formatQuantity } from '#web/platform/format/format.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { priceText } from '#web/statistic/course-looks.tsx';

type Props = { row: TopItem };
const Goods = ({ row }: Props) => useItemWords()(row);
const Auctions = ({ row }: Props) => formatQuantity(row.auctions);
const Offered = ({ row }: Props) => formatQuantity(row.offered);
const Sold = ({ row }: Props) => formatQuantity(row.sold);
const Value = ({ row }: Props) => formatMoney(row.value, env().currency);
const Weighted = ({ row }: Props) => priceText(row.weightedPrice);

const COLUMNS: readonly Column<TopItem>[] = [
  { id: 'goods', title: 'statistics.goods', Cell: Goods },
  { id: 'auctions', title: 'statistics.auctions', align: 'end', width: '110px', Cell: Auctions },
  { id: 'offered', title: 'statistics.offered', align: 'end', width: '150px', Cell: Offered },
  { id: 'sold', title: 'statistics.sold', align: 'end', width: '150px', Cell: Sold },
  { id: 'weighted', title: 'statistics.weightedPrice', align: 'end', width: '180px', Cell: Weighted },
  { id: 'value', title: 'statistics.value', align: 'end', width: '190px', Cell: Value },
];

/** The goods of the greatest value. */
export function TopItemsCard({ statistics, action }: { statistics: Statistics; action: ReactNode }) {
  return (
    <Card title="statistics.topItems" action={action}>
      <DataTable
        caption="statistics.topItems"
        columns={COLUMNS}
        rows={statistics.topItems}
        rowKey={({ recCountry, recFuelType, recVintage: { year, period } }) =>
          [recCountry, recFuelType, year, period].join()
        }
        empty={null}
      />
    </Card>
  );
}
