import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { BiddingRefusal } from '#domain/access/may.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { costOfDrafts } from '#web/bidding/bid-form/cost.ts';
import { HindranceNote } from '#web/bidding/bid-form/bid-notes.tsx';
import { quantityOf, type Draft } from '#web/bidding/bid-form/draft.ts';
import { CostSums } from '#web/bidding/bid-form/outlook.tsx';
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
        <EntryCosts {...{ setting, drafts, quantity }} />
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

type CostsProps = { setting: RoomSetting; drafts: readonly Draft[]; quantity: number };

/** What bids come to if all of them are won whole. */
export function EntryCosts({ setting, drafts, quantity }: CostsProps) {
  const say = useSay();
  return (
    <>
      <CostSums
        cost={costOfDrafts(drafts, setting)}
        setting={setting}
        before={[{ label: say('bidding.totalQuantity'), value: say('unit.recCount', { quantity }) }]}
      />
      <p className={css.label}>{say(`direction.${setting.terms.auctionType}.summaryHint`)}</p>
    </>
  );
}
