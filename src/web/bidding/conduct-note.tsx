import { IconHandStop, IconHourglassHigh, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { Auction } from '#contract/auction.ts';
import type { ConductView } from '#contract/conduct.ts';
import { formatTime } from '#web/platform/format.ts';
import { useSay, type Say } from '#web/platform/phrase.ts';
import type { RoomTimes } from '#web/bidding/phase.ts';
import css from './room.module.css';

type Conducted = Pick<RoomTimes, 'conduct' | 'extensions' | 'isClosed'>;
type Props = { times: Conducted; softClose: Auction['softClose'] };

/**
 * What was done to the auction last, and what soft close may do next. One live region for all of it, which stays in the
 * page: what appears in it is spoken, the new end together with its reason.
 */
export function ConductNote({ times, softClose }: Props) {
  const say = useSay();
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
            {conduct && conductText(say, conduct, softClose)}
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
export function conductText(say: Say, conduct: ConductView, softClose: Auction['softClose']): string {
  const time = conduct.until === null ? '' : formatTime(conduct.until);
  const reason = conduct.reason ?? '';
  if (conduct.kind === 'extended' && conduct.by === 'system')
    return say('room.extendedSoftly', { time, minutes: softClose?.minutes ?? 0 });
  if (conduct.kind === 'extended') return say('room.extendedByAdmin', { time, reason });
  if (conduct.kind === 'resumed') return say('room.resumed', { time, reason });
  return say(conduct.kind === 'paused' ? 'room.paused' : 'room.annulled', { reason });
}

function softCloseText(say: Say, softClose: Auction['softClose'], extensions: number): string | undefined {
  if (!softClose) return undefined;
  const left = softClose.maximum - extensions;
  return left > 0 ? say('room.softClose', { minutes: softClose.minutes, left }) : say('room.softCloseUsed');
}
