import type { BuyOrderHistory } from '#contract/marketplace/buy-order-history.ts';
import { formatMoney, formatQuantity } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './history-columns.module.css';

/** Over all pages, as they are filtered; a dash keeps each figure's place while the first are on their way. */
export function HistoryTotals({
  totals,
  isStale,
}: {
  totals: BuyOrderHistory['totals'] | undefined;
  isStale: boolean;
}) {
  const say = useSay();
  const { currency } = env();
  const money = (amount: string | null | undefined): string => (amount == null ? '–' : formatMoney(amount, currency));
  return (
    <dl className={css.totals} data-stale={isStale || undefined}>
      <div>
        <dt>{say('buyOrderHistory.totalQuantity')}</dt>
        <dd>{totals ? formatQuantity(totals.quantity) : '–'}</dd>
      </div>
      <div>
        <dt>{say('buyOrderHistory.totalAmount')}</dt>
        <dd>{money(totals?.amount)}</dd>
      </div>
      {totals?.buyerFees !== null && (
        <div>
          <dt>{say('buyOrderHistory.buyerFee')}</dt>
          <dd>{money(totals?.buyerFees)}</dd>
        </div>
      )}
      {totals && totals.sellerFees !== null && (
        <div>
          <dt>{say('buyOrderHistory.sellerFee')}</dt>
          <dd>{money(totals.sellerFees)}</dd>
        </div>
      )}
    </dl>
  );
}
