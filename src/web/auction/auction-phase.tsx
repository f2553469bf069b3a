import {
  IconBroadcast,
  IconCalendarTime,
  IconCircleCheck,
  IconFilePencil,
  IconHandStop,
  IconHourglass,
  IconPlayerPause,
} from '@tabler/icons-react';
import type { AuctionSummary } from '#contract/auction/auction.ts';
import { statusAt, type AuctionStatus } from '#domain/auction/status.ts';
import { Countdown } from '#web/design/dates/countdown.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { useAtSecond } from '#web/platform/clock/clock.ts';
import { formatDateTime, formatUtc } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import css from './auction-phase.module.css';

/**
 * The status of an auction by the clock, or `closing`: the period after the end in which the server still judges the
 * last bids (docs/rules.md#closing).
 */
export type AuctionPhase = AuctionStatus | 'closing';

type Timed = Pick<AuctionSummary, 'startTime' | 'auctionEndTime' | 'isClosed' | 'pausedAt' | 'annulledAt' | 'isDraft'>;

/** Returns the moment, in ms, at which the clock of a paused auction stopped. */
const standsAtMs = ({ pausedAt }: Timed): number | undefined => (pausedAt === null ? undefined : Date.parse(pausedAt));

/** Returns the phase of an auction at a time. */
export function auctionPhaseAt(auction: Timed, nowMs: number): AuctionPhase {
  // The times of a draft are only planned, and may have passed (decision 27).
  if (auction.isDraft) return 'upcoming';
  const times = {
    startsAtMs: Date.parse(auction.startTime),
    auctionEndsAtMs: Date.parse(auction.auctionEndTime),
    pausedAtMs: standsAtMs(auction) ?? null,
  };
  const status = statusAt(times, nowMs);
  return status === 'ended' && !auction.isClosed ? 'closing' : status;
}

/** Returns the current phase. The component renders again only in the second in which the phase changes. */
export const usePhase = (auction: Timed): AuctionPhase =>
  useAtSecond((nowMs) => auctionPhaseAt(auction, nowMs), Date.parse(auction.auctionEndTime));

/** The badge of each phase. */
export const STATUS_BADGES = {
  draft: { tone: 'warn', label: 'status.draft', icon: IconFilePencil },
  upcoming: { tone: 'info', label: 'status.upcoming', icon: IconCalendarTime },
  live: { tone: 'good', label: 'status.live', icon: IconBroadcast },
  closing: { tone: 'warn', label: 'status.counting', icon: IconHourglass },
  ended: { tone: 'quiet', label: 'status.ended', icon: IconCircleCheck },
  paused: { tone: 'warn', label: 'status.paused', icon: IconPlayerPause },
  annulled: { tone: 'bad', label: 'status.annulled', icon: IconHandStop },
} as const;

/** Shows the phase of an auction as a badge. The badge changes automatically when a phase ends. */
export function PhaseBadge({ auction }: { auction: Timed }) {
  const phase = usePhase(auction);
  const shown = shownAs(auction, phase);
  return <StatusBadge {...STATUS_BADGES[shown]} pulsing={shown === 'live'} />;
}

/** Returns the badge to show: an annulment or a pause is more important than the phase by the clock. */
function shownAs({ annulledAt, pausedAt, isDraft }: Timed, phase: AuctionPhase): keyof typeof STATUS_BADGES {
  if (annulledAt !== null) return 'annulled';
  if (pausedAt !== null) return 'paused';
  return isDraft ? 'draft' : phase;
}

const LABELS = { upcoming: 'auction.startsIn', live: 'auction.endsIn' } as const;

/** Shows an auction's phase and the time until the next phase. Its place is beside the auction's name. */
export const PhaseMarks = ({ auction }: { auction: Timed }) => (
  <>
    <PhaseBadge auction={auction} />
    <PhaseTime auction={auction} />
  </>
);

/**
 * Shows the time until the start or the end; after the end, the time of the end. For a draft, it shows the planned
 * start.
 */
export function PhaseTime({ auction }: { auction: Timed }) {
  const say = useSay();
  const language = useLanguage();
  const phase = usePhase(auction);
  if (!auction.isDraft && (phase === 'upcoming' || phase === 'live')) {
    const untilMs = Date.parse(phase === 'upcoming' ? auction.startTime : auction.auctionEndTime);
    return (
      <span className={css.time}>
        <span className={css.label}>{say(auction.pausedAt === null ? LABELS[phase] : 'auction.timeLeft')}</span>
        <Countdown untilMs={untilMs} standsAtMs={standsAtMs(auction)} />
      </span>
    );
  }
  const time = auction.isDraft ? auction.startTime : auction.auctionEndTime;
  return (
    <time className={css.time} dateTime={time} title={formatUtc(time)}>
      {auction.isDraft && <span className={css.label}>{say('draft.starts')}</span>}
      {formatDateTime(time, language)}
    </time>
  );
}
