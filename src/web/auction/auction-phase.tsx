import {
  IconBroadcast,
  IconCalendarTime,
  IconCircleCheck,
  IconHandStop,
  IconHourglass,
  IconPlayerPause,
} from '@tabler/icons-react';
import type { AuctionSummary } from '#contract/auction.ts';
import { statusAt, type AuctionStatus } from '#domain/auction/status.ts';
import { Countdown } from '#web/design/countdown.tsx';
import { StatusBadge } from '#web/design/status-badge.tsx';
import { useAtSecond } from '#web/platform/clock.ts';
import { formatDateTime, formatUtc } from '#web/platform/format.ts';
import { useLanguage, useSay } from '#web/platform/phrase.ts';
import css from './auction-phase.module.css';

/** Status by the clock, and the drain after the end in which the last bids are counted (rules 3.3). */
export type AuctionPhase = AuctionStatus | 'counting';

type Timed = Pick<AuctionSummary, 'startTime' | 'auctionEndTime' | 'isClosed' | 'pausedAt' | 'annulledAt'>;

/** The moment at which a paused auction's clock stands still. */
const standsAtMs = ({ pausedAt }: Timed): number | undefined => (pausedAt === null ? undefined : Date.parse(pausedAt));

export function phaseAt(auction: Timed, nowMs: number): AuctionPhase {
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
  useAtSecond((nowMs) => phaseAt(auction, nowMs), Date.parse(auction.auctionEndTime));

const BADGES = {
  upcoming: { tone: 'info', label: 'status.upcoming', icon: IconCalendarTime },
  live: { tone: 'good', label: 'status.live', icon: IconBroadcast },
  counting: { tone: 'warn', label: 'status.counting', icon: IconHourglass },
  ended: { tone: 'quiet', label: 'status.ended', icon: IconCircleCheck },
  paused: { tone: 'warn', label: 'status.paused', icon: IconPlayerPause },
  annulled: { tone: 'bad', label: 'status.annulled', icon: IconHandStop },
} as const;

export function PhaseBadge({ auction }: { auction: Timed }) {
  const phase = usePhase(auction);
  const shown = auction.annulledAt !== null ? 'annulled' : auction.pausedAt !== null ? 'paused' : phase;
  return <StatusBadge {...BADGES[shown]} pulsing={shown === 'live'} />;
}

const LABELS = { upcoming: 'auction.startsIn', live: 'auction.endsIn' } as const;

/** Until the start, until the end, or when it ended. */
export function PhaseTime({ auction }: { auction: Timed }) {
  const say = useSay();
  const language = useLanguage();
  const phase = usePhase(auction);
  if (phase === 'upcoming' || phase === 'live') {
    const untilMs = Date.parse(phase === 'upcoming' ? auction.startTime : auction.auctionEndTime);
    return (
      <span className={css.time}>
        <span className={css.label}>{say(auction.pausedAt === null ? LABELS[phase] : 'auction.timeLeft')}</span>
        <Countdown untilMs={untilMs} standsAtMs={standsAtMs(auction)} />
      </span>
    );
  }
  return (
    <time className={css.time} dateTime={auction.auctionEndTime} title={formatUtc(auction.auctionEndTime)}>
      {formatDateTime(auction.auctionEndTime, language)}
    </time>
  );
}
