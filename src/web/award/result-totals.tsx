import type { AuctionResultView } from '#contract/award/award.ts';
import { env } from '#web/platform/page/env.ts';
import { formatMoney, formatPercent, formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { Figure } from '#web/award/own-outcome.tsx';
import css from './result.module.css';

/** The auction as a whole: what was traded and what wasn't, its value, and the fees for those who may see them. */
export function ResultTotals({ result }: { result: AuctionResultView }) {
  const say = useSay();
  const { currency } = env();
  const { totals, auction, items } = result;
  const unsold = items.reduce((sum, item) => sum + item.unsoldQuantity, 0);
  return (
    <section className={css.card} data-tour="totals" aria-labelledby="result-totals">
      <h2 className={css.title} id="result-totals">
        {say('result.auctionTotals')}
      </h2>
      <dl className={css.figures}>
        <Figure label={say(`direction.${auction.auctionType}.traded`)} isStrong>
          {say('room.ofTotal', {
            part: formatQuantity(totals.soldQuantity),
            total: formatQuantity(auction.totalQuantity),
          })}
        </Figure>
        <Figure label={say(`direction.${auction.auctionType}.untraded`)}>{formatQuantity(unsold)}</Figure>
        <Figure label={say('result.value')} isStrong>
          {formatMoney(totals.value, currency)}
        </Figure>
        {totals.buyerFees !== null && (
          <Figure label={say('result.buyerFees', { percent: formatPercent(result.buyerProcessingFee) })}>
            {formatMoney(totals.buyerFees, currency)}
          </Figure>
        )}
        {totals.sellerFees !== null && (
          <Figure label={say('result.sellerFees', { percent: formatPercent(result.sellerProcessingFee) })}>
            {formatMoney(totals.sellerFees, currency)}
          </Figure>
        )}
      </dl>
    </section>
  );
}
