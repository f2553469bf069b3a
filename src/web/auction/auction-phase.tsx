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

/** Status by the clock, and the drain after the end in which the last bids are counted (docs/rules.md#closing). */
export type AuctionPhase = AuctionStatus | 'counting';

type Timed = Pick<AuctionSummary, 'startTime' | 'auctionEndTime' | 'isClosed' | 'pausedAt' | 'annulledAt' | 'isDraft'>;

/** The moment at which a paused auction's clock stands still. */
const standsAtMs = ({ pausedAt }: Timed): number | undefined => (pausedAt === null ? undefined : Date.parse(pausedAt));

export function auctionPhaseAt(auction: Timed, nowMs: number): AuctionPhase {
  // Its times are only planned, and may have passed (decision 27).
  if (auction.isDraft) return 'upcoming';
  const times = {
    startsAtMs: Date.parse(auction.startTime),
    auctionEndsAtMs: Date.parse(auction.auctionEndTime),
    pausedAtMs: standsAtMs(auction) ?? null,
  };
  const status = statusAt(times, nowMs);
  return status === 'ended' && !auction.isClosed ? 'counting' : status;
}

/** Redraws only in the second in which the phase changes. */
export const usePhase = (auction: Timed): AuctionPhase =>
  useAtSecond((nowMs) => auctionPhaseAt(auction, nowMs), Date.parse(auction.auctionEndTime));

const BADGES = {
  draft: { tone: 'warn', label: 'status.draft', icon: IconFilePencil },
  upcoming: { tone: 'info', label: 'status.upcoming', icon: IconCalendarTime },
  live: { tone: 'good', label: 'status.live', icon: IconBroadcast },
  counting: { tone: 'warn', label: 'status.counting', icon: IconHourglass },
  ended: { tone: 'quiet', label: 'status.ended', icon: IconCircleCheck },
  paused: { tone: 'warn', label: 'status.paused', icon: IconPlayerPause },
  annulled: { tone: 'bad', label: 'status.annulled', icon: IconHandStop },
} as const;

export function PhaseBadge({ auction }: { auction: Timed }) {
  const phase = usePhase(auction);
  const shown = shownAs(auction, phase);
  return <StatusBadge {...BADGES[shown]} pulsing={shown === 'live'} />;
}

function shownAs({ annulledAt, pausedAt, isDraft }: Timed, phase: AuctionPhase): keyof typeof BADGES {
  if (annulledAt !== null) return 'annulled';
  if (pausedAt !== null) return 'paused';
  return isDraft ? 'draft' : phase;
}

const LABELS = { upcoming: 'auction.startsIn', live: 'auction.endsIn' } as const;

/** Beside the name of an auction: its phase, and how long that lasts. */
export const PhaseMarks = ({ auction }: { auction: Timed }) => (
  <>
    <PhaseBadge auction={auction} />
    <PhaseTime auction={auction} />
  </>
);

/** Until the start, until the end, or when it ended; of a draft when it would start. */
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
