import { IconHandStop, IconHourglassHigh, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { Auction } from '#contract/auction/auction.ts';
import type { ConductView } from '#contract/bidding/conduct.ts';
import { formatDateTime, formatTime } from '#web/platform/format/format.ts';
import type { Language } from '#domain/basics/language.ts';
import { useAtSecond } from '#web/platform/clock/clock.ts';
import { useLanguage, useSay, type Say } from '#web/platform/phrases/phrase.ts';
import { answerableUntil, isResumedLongAgo } from '#web/bidding/room/answer-time.ts';
import type { RoomTimes } from '#web/bidding/room/phase.ts';
import css from '#web/bidding/room/room.module.css';

const HALF_A_DAY_MS = 43_200_000;
const MINUTE_MS = 60_000;

type Props = {
  times: Omit<RoomTimes, 'annulledAt'>;
  auction: Pick<Auction, 'softClose' | 'biddingRules'>;
};

/**
 * Shows the last pause, resumption, extension or annulment, and the possible effect of soft close. The live region
 * always stays in the page, so screen readers announce a new end together with its reason.
 */
export function ConductNote({ times, auction }: Props) {
  const say = useSay();
  const language = useLanguage();
  const isOldNews = useAtSecond((nowMs) => isResumedLongAgo(times.conduct, nowMs));
  const conduct = isOldNews ? null : times.conduct;
  const { softClose } = auction;
  const isPaused = !times.isClosed && times.pausedAt !== null;
  const soft = times.isClosed || isPaused ? undefined : endingText(say, language, times, auction);
  const { tone, icon: Picture } = conduct ? LOOKS[conduct.kind] : { tone: 'quiet', icon: IconHourglassHigh };
  const isShown = conduct !== null || soft !== undefined;
  return (
    <div role="status">
      {isShown && (
        <div className={css.banner} data-tone={isPaused ? 'warn' : tone}>
          <Picture size={20} aria-hidden />
          <div>
            {conduct && conductText(say, language, conduct, softClose)}
            {isPaused && <p>{say('room.pausedHint')}</p>}
            {soft && <p>{soft}</p>}
          </div>
        </div>
      )}
    </div>
  );
}

/** The color and icon of each auction control. */
const LOOKS = {
  extended: { tone: 'info', icon: IconHourglassHigh },
  paused: { tone: 'warn', icon: IconPlayerPause },
  resumed: { tone: 'info', icon: IconPlayerPlay },
  annulled: { tone: 'bad', icon: IconHandStop },
} as const satisfies Record<ConductView['kind'], unknown>;

/** Returns a sentence about a pause, resumption, extension or annulment, with its reason. */
function conductText(say: Say, language: Language, conduct: ConductView, softClose: Auction['softClose']): string {
  const time = conduct.until === null ? '' : endText(language, conduct.until, conduct.at);
  const reason = conduct.reason ?? '';
  if (conduct.kind === 'extended' && conduct.by === 'system' && reason !== 'outage')
    return say('room.extendedSoftly', { time, minutes: softClose?.minutes ?? 0 });
  if (conduct.kind === 'extended')
    return say(conduct.by === 'system' ? 'room.extendedByOutage' : 'room.extendedByAdmin', { time, reason });
  if (conduct.kind === 'resumed') return say('room.resumed', { time, reason });
  return say(conduct.kind === 'paused' ? 'room.paused' : 'room.annulled', { reason });
}

/** Formats the new end `until`. Adds the date if `until` is twelve hours or more after `at`. */
export const endText = (language: Language, until: string, at: string): string =>
  Date.parse(until) - Date.parse(at) < HALF_A_DAY_MS ? formatTime(until) : formatDateTime(until, language);

/**
 * Returns a text that says whether bids can still move the end. In the last minutes before a final end, the text also
 * says that bids may not lower an item's value (docs/rules.md#soft-close, docs/rules.md#no-hidden-withdrawal).
 */
function endingText(
  say: Say,
  language: Language,
  times: Props['times'],
  { softClose, biddingRules }: Props['auction'],
): string | undefined {
  const { auctionEndTime, latestEndTime } = times;
  const isFinal = latestEndTime === auctionEndTime;
  const time = endText(language, latestEndTime, auctionEndTime);
  const moves =
    softClose && (isFinal ? say('room.softCloseUsed') : say('room.softClose', { minutes: softClose.minutes, time }));
  const lastMs = Date.parse(auctionEndTime) - answerableUntil(softClose, times);
  const lowers = biddingRules !== 1 && lastMs > 0 ? say('room.noLowering', spanOf(lastMs)) : undefined;
  return [moves, lowers].filter(Boolean).join(' ') || undefined;
}

/** Returns a duration for phrases, in minutes and in seconds. `minutes` is 0 if the duration is not whole minutes. */
const spanOf = (ms: number) => ({
  minutes: ms % MINUTE_MS === 0 ? ms / MINUTE_MS : 0,
  seconds: Math.ceil(ms / 1_000),
});
