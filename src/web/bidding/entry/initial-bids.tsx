import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconEyeOff, IconInfoCircle } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import type { Auction } from '#contract/auction/auction.ts';
import type { PlacedBids } from '#contract/bidding/bidding.ts';
import { ConductNote } from '#web/bidding/conduct/conduct-note.tsx';
import { CancelledBids } from '#web/bidding/entry/cancelled-bids.tsx';
import { EntryItems } from '#web/bidding/entry/entry-items.tsx';
import { EntryReview, EntrySummary } from '#web/bidding/entry/entry-review.tsx';
import { type Entry, useEntry } from '#web/bidding/entry/use-entry.ts';
import type { CarriedDraft } from '#web/bidding/room/room-session.ts';
import { useBiddingRefusal } from '#web/bidding/room/use-bidding-refusal.ts';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { AgreementField } from '#web/document/agreement-field.tsx';
import { useTermsToAccept } from '#web/document/use-terms-to-accept.ts';
import { newKey } from '#web/platform/calls/api.ts';
import { useAtSecond } from '#web/platform/clock/clock.ts';
import { formatTime, formatDateTime, formatQuantity, formatUtc } from '#web/platform/format/format.ts';
import { useSay, useLanguage } from '#web/platform/phrases/phrase.ts';
import { LoadedTerms } from '#web/settlement/terms-text.tsx';
import { TourGuide } from '#web/tour/tour-guide.tsx';
import css from './entry.module.css';
import { Countdown } from '#web/design/dates/countdown.tsx';
import { ClockCertainty } from '#web/bidding/room/room-bar.tsx';

type Props = {
  auction: Auction;
  /**
   * `initial`: placed bids are sealed, and the bidder can change them freely until the start. `live`: placed bids are
   * live bids (docs/rules.md#initial-bids).
   */
  phase: 'initial' | 'live';
  /** True if the auction is paused. No bid can be placed until it is resumed; the input is kept. */
  isPaused: boolean;
  /** Always holds the typed bids that are not placed. The room takes them over at the start. */
  carried: RefObject<readonly CarriedDraft[]>;
};

/**
 * The page on which a bidder places initial bids or the first live bids. The bidder types up to three bids on each
 * item, reviews them, and places all or none.
 */
export function InitialBids({ auction, phase, isPaused, carried }: Props) {
  const say = useSay();
  // The idempotency key of one intent to place bids. It is created when the review opens, and every retry uses it.
  const [intent, setIntent] = useState<string>();
  const [isChecked, setIsChecked] = useState(false);
  const onPlaced = (placed: PlacedBids) => {
    setIntent(undefined);
    setIsChecked(false);
    toast(
      'good',
      say('bidding.placedAll', { count: placed.bids.length, time: formatTime(placed.receivedAt, { withMs: true }) }),
    );
    window.scrollTo({ top: 0 });
  };
  const { agreement, withAcceptance } = useTermsToAccept();
  const change = () => setIntent(undefined);
  const stepBack = intent === undefined ? undefined : change;
  const entry = useEntry(auction, phase, { withAcceptance, onPlaced, stepBack });
  const { toSend } = entry.judged;
  useEffect(() => {
    carried.current = toSend.map(({ slot }) => ({ itemId: slot.itemId, draft: slot.draft }));
  }, [toSend, carried]);
  const refused = useBiddingRefusal(auction);
  const refusal = refused ?? (isPaused ? 'paused' : undefined);
  const review = () => {
    setIsChecked(true);
    if (!entry.judged.isFit) return focusFirstComplaint();
    entry.place.reset();
    setIntent(newKey());
    window.scrollTo({ top: 0 });
  };
  if (entry.loadError) return <ErrorState error={entry.loadError} onRetry={entry.reload} />;
  if (!entry.slots) return <EntrySkeleton count={auction.items.length} />;
  const isRefusedBeside = Object.keys(entry.refused).length > 0;
  return (
    <>
      <EntryBar auction={auction} entry={entry} />
      <ConductNote times={auction} auction={auction} />
      <CancelledBids auctionId={auction.id} own={entry.own} mayDismiss={!refused} />
      <Notice phase={phase} auction={auction} />
      {intent !== undefined && !isRefusedBeside ? (
        <EntryReview
          entry={entry}
          hindrance={refusal}
          onBack={change}
          terms={
            <>
              {auction.rehearsalOf === null && <ShownTerms auctionId={auction.id} />}
              <AgreementField agreement={agreement} />
            </>
          }
          onConfirm={() => agreement.check() && entry.place.run(intent)}
        />
      ) : (
        <div className={css.grid}>
          <EntryItems
            entry={entry}
            slots={entry.slots}
            isChecked={isChecked}
            mayWithdraw={phase === 'initial' && !refused}
            isDisabled={refused !== undefined}
          />
          <EntrySummary entry={entry} refusal={refusal} isRefusedBeside={isRefusedBeside} onReview={review} />
        </div>
      )}
    </>
  );
}

/** The terms of settlement, which the bidder sees again before it confirms its bids. */
function ShownTerms({ auctionId }: { auctionId: string }) {
  const say = useSay();
  return (
    <section>
      <h3 className={css.termsTitle}>{say('settlement.terms')}</h3>
      <LoadedTerms owner="auction" role="user" id={auctionId} />
    </section>
  );
}

/** The length of the last minute, in ms. During this time, the tour cannot be started. */
const LAST_MS = 60_000;

/**
 * Explains that bids are sealed before the start, or that the auction is live. The tour can be started here, except in
 * the last minute.
 */
function Notice({ phase, auction }: Pick<Props, 'phase' | 'auction'>) {
  const say = useSay();
  const Picture = phase === 'initial' ? IconEyeOff : IconInfoCircle;
  const endsAtMs = Date.parse(phase === 'initial' ? auction.startTime : auction.auctionEndTime);
  const isUrgent = useAtSecond((nowMs) => nowMs > endsAtMs - LAST_MS, endsAtMs);
  return (
    <div className={css.notice}>
      <p data-tour={phase === 'initial' ? 'sealed' : 'late'}>
        <Picture size={18} aria-hidden />
        {say(phase === 'initial' ? 'bidding.sealedNotice' : 'bidding.liveNotice')}
      </p>
      <TourGuide page="initialBids" mayBegin={phase === 'initial'} isUrgent={isUrgent} size="xs" />
    </div>
  );
}

/** Focuses the first field with an error. Waits one frame, because the errors are not rendered yet. */
function focusFirstComplaint(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-entry] [aria-invalid="true"]')?.focus());
}

const MOST = 4;

function EntrySkeleton({ count }: { count: number }) {
  const say = useSay();
  return (
    <div aria-busy>
      <span className="visually-hidden" role="status">
        {say('shell.loading')}
      </span>
      <Skeleton height={66} mb={14} />
      <Skeleton height={42} mb={14} />
      <div className={css.grid} aria-hidden>
        <div className={css.items}>
          {Array.from({ length: Math.min(count, MOST) }, (_, index) => (
            <Skeleton key={index} height={198} />
          ))}
        </div>
        <Skeleton height={260} />
      </div>
    </div>
  );
}

/** Shows the remaining time, and how much of the bidder's maximum bid quantity the typed bids use. */
function EntryBar({ auction, entry }: { auction: Auction; entry: Entry }) {
  const say = useSay();
  const language = useLanguage();
  const isInitial = entry.phase === 'initial';
  const until = isInitial ? auction.startTime : auction.auctionEndTime;
  const maximum = entry.setting.own?.maximumQuantity ?? 0;
  const used = entry.judged.totalQuantity;
  return (
    <section className={css.bar} aria-label={say('room.status')}>
      <div className={css.time}>
        <span className={css.label}>
          {say(isInitial ? 'room.startsIn' : auction.pausedAt === null ? 'room.endsIn' : 'room.standsStill')}
        </span>
        <Countdown
          untilMs={Date.parse(until)}
          standsAtMs={auction.pausedAt === null ? undefined : Date.parse(auction.pausedAt)}
          size="large"
        />
        <ClockCertainty />
        <time className={css.label} dateTime={until} title={formatUtc(until)}>
          {formatDateTime(until, language)}
        </time>
      </div>
      <div className={css.limit} data-tour="maximum">
        <span>
          {say('bidding.maximumUsed', { used: formatQuantity(used), maximum })}
          <strong>{say('bidding.maximumLeft', { left: formatQuantity(Math.max(0, maximum - used)) })}</strong>
        </span>
        <span className={css.meter} data-over={used > maximum || undefined} aria-hidden>
          <span style={{ width: `${Math.min(100, maximum > 0 ? (used / maximum) * 100 : 0)}%` }} />
        </span>
      </div>
    </section>
  );
}
