import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { BiddingRefusal } from '#domain/access/may.ts';
import { bidderFeeHundredths } from '#domain/award/close.ts';
import { Sums } from '#web/design/layout/sums.tsx';
import { env } from '#web/platform/page/env.ts';
import { formatCents, formatPercent } from '#web/platform/format/format.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import { type Cost, costOfDrafts } from '#web/bidding/bid-form/cost.ts';
import { LateTimes, HindranceNote } from '#web/bidding/bid-form/bid-notes.tsx';
import { quantityOf } from '#web/bidding/bid-form/draft.ts';
import { draftsInForce } from '#web/bidding/entry/initial-slots.ts';
import type { RoomSetting } from '#web/bidding/room/room-setting.ts';
import type { Hindrance } from '#web/bidding/room/phase.ts';
import type { Entry } from '#web/bidding/entry/use-entry.ts';
import css from './entry.module.css';
import notes from '#web/bidding/bid-form/notes.module.css';

type Props = {
  entry: Entry;
  /** Why nothing can be placed by this person, or now. */
  refusal: BiddingRefusal | Hindrance | undefined;
  isRefusedBeside: boolean;
  onReview: () => void;
};

/** What the bids come to, and the way on. On a phone it is the bar at the thumb. */
export function EntrySummary({ entry, refusal, isRefusedBeside, onReview }: Props) {
  const say = useSay();
  const { setting, judged } = entry;
  const drafts = draftsInForce(entry);
  const quantity = drafts.reduce((sum, draft) => sum + (quantityOf(draft) ?? 0), 0);
  const count = judged.toSend.length;
  return (
    <aside className={css.summary} data-tour="summary" aria-labelledby="entry-summary">
      <h2 className={css.summaryTitle} id="entry-summary">
        {say('bidding.summary')}
      </h2>
      <div className={css.sumsFrame}>
        <CostSums cost={costOfDrafts(drafts, setting)} setting={setting} quantity={quantity} />
        <p className={css.label}>{say(`direction.${setting.terms.auctionType}.summaryHint`)}</p>
      </div>
      {isRefusedBeside && (
        <p className={notes.note} data-tone="bad" role="alert">
          <IconAlertTriangle size={17} aria-hidden />
          {say('bidding.noneWasPlaced')}
        </p>
      )}
      {refusal && <HindranceNote hindrance={refusal} />}
      <Button size="md" fullWidth disabled={count === 0 || refusal !== undefined} onClick={onReview}>
        {say('bidding.reviewBids', { count })}
      </Button>
      {count === 0 && !refusal && (
        <p className={css.label}>{say(entry.own.length > 0 ? 'bidding.nothingChanged' : 'bidding.nothingTyped')}</p>
      )}
    </aside>
  );
}

export function CostSums({ cost, setting, quantity }: { cost: Cost; setting: RoomSetting; quantity: number }) {
  const say = useSay();
  const { currency } = env();
  const { auctionType } = setting.terms;
  const fee = bidderFeeHundredths(setting.terms, setting.fees);
  return (
    <Sums
      lines={[
        { label: say('bidding.totalQuantity'), value: say('unit.recCount', { quantity }) },
        { label: say('bidding.amount'), value: formatCents(cost.amountCents, currency) },
        {
          label: say(`direction.${auctionType}.fee`, { percent: formatPercent(fee / 100) }),
          value: formatCents(cost.feeCents, currency),
        },
      ]}
      total={{ label: say(`direction.${auctionType}.total`), value: formatCents(cost.totalCents, currency) }}
    />
  );
}

/** What the server refused about the call as a whole. */
export function CallRefusal({ entry }: { entry: Entry }) {
  const say = useSay();
  const textOf = useErrorText();
  const { error } = entry.place;
  if (!error || Object.keys(entry.refused).length > 0) return null;
  return (
    <p className={notes.note} data-tone="bad" role="alert">
      <IconAlertTriangle size={17} aria-hidden />
      <span>
        <strong>{say('bidding.noneWasPlaced')}</strong> {textOf(error)} <LateTimes error={error} />
      </span>
    </p>
  );
}
