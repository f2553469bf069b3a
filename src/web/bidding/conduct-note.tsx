import { IconHandStop, IconHourglassHigh, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { Auction } from '#contract/auction.ts';
import type { ConductView } from '#contract/conduct.ts';
import { formatDateTime, formatTime } from '#web/platform/format.ts';
import type { Language } from '#domain/basics/language.ts';
import { useLanguage, useSay, type Say } from '#web/platform/phrase.ts';
import type { RoomTimes } from '#web/bidding/phase.ts';
import css from './room.module.css';

const HALF_A_DAY_MS = 43_200_000;

type Conducted = Pick<RoomTimes, 'conduct' | 'extensions' | 'isClosed'>;
type Props = { times: Conducted; softClose: Auction['softClose'] };

/**
 * What was done to the auction last, and what soft close may do next. One live region for all of it, which stays in the
 * page: what appears in it is spoken, the new end together with its reason.
 */
export function ConductNote({ times, softClose }: Props) {
  const say = useSay();
  const language = useLanguage();
  const { conduct } = times;
  const soft =
    times.isClosed || conduct?.kind === 'paused' ? undefined : softCloseText(say, softClose, times.extensions);
  const Picture = conduct ? PICTURES[conduct.kind] : IconHourglassHigh;
  const isShown = conduct !== null || soft !== undefined;
  return (
    <div role="status">
      {isShown && (
        <div className={css.banner} data-tone={conduct ? TONES[conduct.kind] : 'quiet'}>
          <Picture size={20} aria-hidden />
          <div>
            {conduct && conductText(say, language, conduct, softClose)}
            {conduct?.kind === 'paused' && <p>{say('room.pausedHint')}</p>}
            {soft && <p>{soft}</p>}
          </div>
        </div>
      )}
    </div>
  );
}

const PICTURES = {
  extended: IconHourglassHigh,
  paused: IconPlayerPause,
  resumed: IconPlayerPlay,
  annulled: IconHandStop,
} as const satisfies Record<ConductView['kind'], unknown>;

const TONES = { extended: 'info', paused: 'warn', resumed: 'info', annulled: 'bad' } as const satisfies Record<
  ConductView['kind'],
  string
>;

/** The newest thing that was done to an auction, in a sentence with its reason. */
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

/** With its day only where the time of day alone could mean another one. */
const endText = (language: Language, until: string, at: string): string =>
  Date.parse(until) - Date.parse(at) < HALF_A_DAY_MS ? formatTime(until) : formatDateTime(until, language);

function softCloseText(say: Say, softClose: Auction['softClose'], extensions: number): string | undefined {
  if (!softClose) return undefined;
  const left = softClose.maximum - extensions;
  return left > 0 ? say('room.softClose', { minutes: softClose.minutes, left }) : say('room.softCloseUsed');
}
