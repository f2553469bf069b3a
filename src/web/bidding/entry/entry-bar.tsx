import type { Auction } from '#contract/auction/auction.ts';
import { Countdown } from '#web/design/dates/countdown.tsx';
import { formatDateTime, formatQuantity, formatUtc } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { ClockCertainty } from '#web/bidding/room/room-bar.tsx';
import type { Entry } from '#web/bidding/entry/use-entry.ts';
import css from './entry.module.css';

/** Time left, and how much of the own maximum is used by what is typed. */
export function EntryBar({ auction, entry }: { auction: Auction; entry: Entry }) {
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
