import type { ComponentProps } from 'react';
import { bidderFeeHundredths } from '#domain/award/close.ts';
import { Sums } from '#web/design/layout/sums.tsx';
import { env } from '#web/platform/page/env.ts';
import { formatCents, formatPercent, formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { OutcomeBadge, outcomeOfRow } from '#web/bidding/ranking/outcome-mark.tsx';
import { quantityOf } from '#web/bidding/bid-form/draft.ts';
import { backupParams } from '#web/bidding/ranking/taken-words.ts';
import type { Cost } from '#web/bidding/bid-form/cost.ts';
import type { RoomSetting } from '#web/bidding/room/room-setting.ts';
import css from './bid-panel.module.css';
import type { BidAssessment } from '#web/bidding/bid-form/assess-bid.ts';

/** Shows the rank, the won quantity and the cost that the typed bid would have if it were placed now. */
export function Outlook({ bid, isShort }: { bid: BidAssessment; isShort?: boolean }) {
  const say = useSay();
  const { outlook, form, setting } = bid;
  const quantity = quantityOf(form.draft);
  if (!outlook || quantity === undefined) return <p className={css.outlook}>{say('bidding.outlookEmpty')}</p>;
  const { auctionType } = setting.terms;
  const { rank, won, cost, backup } = outlook;
  const figures = { rank, won: formatQuantity(won), quantity: formatQuantity(quantity) };
  return (
    <div className={css.outlook}>
      <p className={css.outlookTitle}>
        {say('bidding.outlook')} <OutcomeBadge outcome={outcomeOfRow(won, quantity)} />
      </p>
      {isShort && say('bidding.outlookShort', figures)}
      {backup && (
        <p className={css.then}>
          {say('bidding.outlookThen', {
            won: figures.won,
            later: formatQuantity(backup.won),
            ...backupParams(backup),
          })}
        </p>
      )}
      {backup && !isShort && <p className={css.then}>{say('bidding.backup')}</p>}
      {isShort ? (
        <strong className={css.total}>
          {say(`direction.${auctionType}.totalAfterFee`, {
            total: formatCents(cost.totalCents, env().currency),
            percent: formatPercent(bidderFeeHundredths(setting.terms, setting.fees) / 100),
          })}
        </strong>
      ) : (
        <CostSums
          {...{ cost, setting }}
          before={[
            { label: say('bidding.outlookRank'), value: `#${rank}` },
            {
              label: say('bidding.outlookWon'),
              value: say('room.ofTotal', { part: figures.won, total: figures.quantity }),
            },
          ]}
        />
      )}
    </div>
  );
}

type SumsProps = { cost: Cost; setting: RoomSetting; before: ComponentProps<typeof Sums>['lines'] };

/** Shows the amount, the bidder's fee and the total. The lines of `before` say what the sums are for. */
export function CostSums({ cost, setting: { terms, fees }, before }: SumsProps) {
  const say = useSay();
  const { currency } = env();
  const percent = formatPercent(bidderFeeHundredths(terms, fees) / 100);
  return (
    <Sums
      lines={[
        ...before,
        { label: say('bidding.amount'), value: formatCents(cost.amountCents, currency) },
        { label: say(`direction.${terms.auctionType}.fee`, { percent }), value: formatCents(cost.feeCents, currency) },
      ]}
      total={{ label: say(`direction.${terms.auctionType}.total`), value: formatCents(cost.totalCents, currency) }}
    />
  );
}
