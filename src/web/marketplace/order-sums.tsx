import { env } from '#web/platform/env.ts';
import { formatMoney, formatPercent, formatQuantity } from '#web/platform/format.ts';
import { useSay } from '#web/platform/phrase.ts';
import css from './order-sums.module.css';

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
  return (
    <dl className={css.sums}>
      <div>
        <dt>{say('marketplace.quantity')}</dt>
        <dd>
          {costs.quantity === null ? '–' : formatQuantity(costs.quantity)} × {price}
        </dd>
      </div>
      <div>
        <dt>{say('marketplace.amount')}</dt>
        <dd>{money(costs.amount)}</dd>
      </div>
      <div>
        <dt>{say('buyOrder.fee', { percent: formatPercent(costs.buyerProcessingFee) })}</dt>
        <dd>{money(costs.buyerFee)}</dd>
      </div>
      <div data-total>
        <dt>{say('marketplace.total')}</dt>
        <dd>{money(costs.total)}</dd>
      </div>
    </dl>
  );
}
