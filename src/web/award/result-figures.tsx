import { IconMoodEmpty, IconTrophy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AuctionResultView } from '#contract/award/award.ts';
import { DIRECTIONS } from '#domain/auction/direction.ts';
import { formatMoney, formatPercent, formatQuantity } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './result.module.css';

/** The part of a result about the user's own bids. A result has it only for users who bid. */
type OwnResult = NonNullable<AuctionResultView['own']>;

/** Shows the user's own result at the top of the page: the won quantity, and its cost or proceeds. */
export function OwnOutcome({ result, own }: { result: AuctionResultView; own: OwnResult }) {
  const say = useSay();
  const money = (amount: string) => formatMoney(amount, env().currency);
  const { auctionType } = result.auction;
  const fee = DIRECTIONS[auctionType].winnerTakes === 'buys' ? result.buyerProcessingFee : result.sellerProcessingFee;
  const hasWon = own.wonQuantity > 0;
  const Picture = hasWon ? IconTrophy : IconMoodEmpty;
  return (
    <section className={css.own} data-tour="outcome" data-won={hasWon || undefined} aria-labelledby="own-outcome">
      <h2 className={css.ownTitle} id="own-outcome">
        <Picture size={22} aria-hidden />
        {hasWon ? say(`direction.${auctionType}.youWon`, { quantity: own.wonQuantity }) : say('result.youWonNothing')}
      </h2>
      {hasWon && (
        <dl className={css.figures}>
          <Figure label={say('result.averagePrice')}>{own.averagePrice && money(own.averagePrice)}</Figure>
          <Figure label={say('bidding.amount')}>{money(own.amount)}</Figure>
          <Figure label={say(`direction.${auctionType}.fee`, { percent: formatPercent(fee) })}>{money(own.fee)}</Figure>
          <Figure label={say(`direction.${auctionType}.total`)} isStrong>
            {money(own.total)}
          </Figure>
        </dl>
      )}
    </section>
  );
}

/** Shows one figure with its label. */
export function Figure({ label, isStrong, children }: { label: string; isStrong?: boolean; children: ReactNode }) {
  return (
    <div data-strong={isStrong || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Shows the totals of the auction: sold and unsold quantity, value, and the fees for users who may see them. */
export function ResultTotals({ result }: { result: AuctionResultView }) {
  const say = useSay();
  const money = (amount: string) => formatMoney(amount, env().currency);
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
          {money(totals.value)}
        </Figure>
        {totals.buyerFees !== null && (
          <Figure label={say('result.buyerFees', { percent: formatPercent(result.buyerProcessingFee) })}>
            {money(totals.buyerFees)}
          </Figure>
        )}
        {totals.sellerFees !== null && (
          <Figure label={say('result.sellerFees', { percent: formatPercent(result.sellerProcessingFee) })}>
            {money(totals.sellerFees)}
          </Figure>
        )}
      </dl>
    </section>
  );
}
