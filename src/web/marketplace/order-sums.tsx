import { Sums } from '#web/design/layout/sums.tsx';
import { formatMoney, formatPercent, formatQuantity } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Costs = {
  readonly quantity: number | null;
  readonly unitPrice: number;
  readonly buyerProcessingFee: number;
  /** Null while there is nothing to reckon with. */
  readonly amount: string | null;
  readonly buyerFee: string | null;
  readonly total: string | null;
};

/** What a buy order comes to: quantity × unit price, the buyer's fee, and the two together. */
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
