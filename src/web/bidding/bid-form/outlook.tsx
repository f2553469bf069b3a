import { bidderFeeHundredths } from '#domain/award/close.ts';
import { Sums } from '#web/design/layout/sums.tsx';
import { env } from '#web/platform/page/env.ts';
import { formatCents, formatPercent, formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { OutcomeBadge, outcomeOfRow } from '#web/bidding/ranking/outcome-mark.tsx';
import { quantityOf } from '#web/bidding/bid-form/draft.ts';
import { backupParams } from '#web/bidding/ranking/taken-words.ts';
import css from './bid-panel.module.css';
import type { BidAtHand } from '#web/bidding/bid-form/bid-at-hand.ts';

/** "What if": rank, won quantity and cost of what is typed, were it placed now. */
export function Outlook({ bid, isShort }: { bid: BidAtHand; isShort?: boolean }) {
  const say = useSay();
  const { outlook, form, setting } = bid;
  const quantity = quantityOf(form.draft);
  if (!outlook || quantity === undefined) return <p className={css.outlook}>{say('bidding.outlookEmpty')}</p>;
  const { currency } = env();
  const { auctionType } = setting.terms;
  const fee = bidderFeeHundredths(setting.terms, setting.fees);
  const { backup } = outlook;
  const then = backup && (
    <p className={css.then}>
      {say('bidding.outlookThen', {
        won: formatQuantity(outlook.won),
        later: formatQuantity(backup.won),
        ...backupParams(backup),
      })}
    </p>
  );
  const lines = [
    { label: say('bidding.outlookRank'), value: `#${outlook.rank}` },
    {
      label: say('bidding.outlookWon'),
      value: say('room.ofTotal', { part: formatQuantity(outlook.won), total: formatQuantity(quantity) }),
    },
    { label: say('bidding.amount'), value: formatCents(outlook.cost.amountCents, currency) },
    {
      label: say(`direction.${auctionType}.fee`, { percent: formatPercent(fee / 100) }),
      value: formatCents(outlook.cost.feeCents, currency),
    },
  ];
  if (isShort) {
    return (
      <div className={css.outlook}>
        <p className={css.outlookTitle}>
          {say('bidding.outlook')} <OutcomeBadge outcome={outcomeOfRow(outlook.won, quantity)} />
        </p>
        {say('bidding.outlookShort', {
          rank: outlook.rank,
          won: formatQuantity(outlook.won),
          quantity: formatQuantity(quantity),
        })}
        {then}
        <strong className={css.total}>
          {say(`direction.${auctionType}.totalAfterFee`, {
            total: formatCents(outlook.cost.totalCents, currency),
            percent: formatPercent(fee / 100),
          })}
        </strong>
      </div>
    );
  }
  return (
    <div className={css.outlook}>
      <p className={css.outlookTitle}>
        {say('bidding.outlook')} <OutcomeBadge outcome={outcomeOfRow(outlook.won, quantity)} />
      </p>
      {then}
      {then && <p className={css.then}>{say('bidding.backup')}</p>}
      <Sums
        lines={lines}
        total={{ label: say(`direction.${auctionType}.total`), value: formatCents(outlook.cost.totalCents, currency) }}
      />
    </div>
  );
}
