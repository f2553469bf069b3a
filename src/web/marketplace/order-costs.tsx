import type { BuyOrderPartView } from '#contract/marketplace/buy-order.ts';
import { Sums } from '#web/design/layout/sums.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import css from '#web/marketplace/sell-order-view.module.css';
import { formatMoney, formatPercent, formatQuantity } from '#web/platform/format/format.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** The parts of a price calculation. Amounts are decimal texts in the deployment's currency; the fee is in percent. */
type Costs = {
  readonly quantity: number | null;
  readonly unitPrice: number;
  readonly buyerProcessingFee: number;
  /** Null until there is a valid quantity. */
  readonly amount: string | null;
  readonly buyerFee: string | null;
  readonly total: string | null;
};

/** Shows the cost of a buy order: quantity × unit price, the buyer's fee, and their total. */
export function OrderSums({ costs }: { costs: Costs }) {
  const say = useSay();
  const { currency } = env();
  const money = (amount: string | null) => (amount === null ? '–' : formatMoney(amount, currency));
  const price = formatMoney(costs.unitPrice, currency);
  const quantity = costs.quantity === null ? '–' : formatQuantity(costs.quantity);
  return (
    <Sums
      lines={[
        { label: say('marketplace.quantity'), value: `${quantity} × ${price}` },
        { label: say('marketplace.amount'), value: money(costs.amount) },
        {
          label: say('buyOrder.fee', { percent: formatPercent(costs.buyerProcessingFee) }),
          value: money(costs.buyerFee),
        },
      ]}
      total={{ label: say('marketplace.total'), value: money(costs.total) }}
    />
  );
}

function Name({ row }: { row: BuyOrderPartView }) {
  const wordsOf = useItemWords();
  return (
    <div className={css.item}>
      <strong>{row.name}</strong>
      <span className={css.quiet}>{wordsOf(row)}</span>
    </div>
  );
}

/** The columns of the items that fill a buy order: each item's name, its RECs and its amount. */
const COLUMNS: readonly Column<BuyOrderPartView>[] = [
  { id: 'name', title: 'item.item', Cell: Name },
  {
    id: 'quantity',
    title: 'marketplace.quantity',
    align: 'end',
    Cell: ({ row }) => <span className="figure">{formatQuantity(row.quantity)}</span>,
  },
  {
    id: 'amount',
    title: 'marketplace.amount',
    align: 'end',
    Cell: ({ row }) => <span className="figure">{formatMoney(row.amount, env().currency)}</span>,
  },
];

/** Shows the items that fill a buy order, oldest vintage first. */
export const PartTable = ({ parts }: { parts: readonly BuyOrderPartView[] | undefined }) => (
  <DataTable
    caption="buyOrder.parts"
    columns={COLUMNS}
    rows={parts}
    rowKey={({ sellOrderItemId }) => sellOrderItemId}
    empty={null}
  />
);
