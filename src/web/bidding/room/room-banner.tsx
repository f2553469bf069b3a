import { IconEyeOff, IconHourglass } from '@tabler/icons-react';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useDesk } from '#web/bidding/room/desk-context.ts';
import type { RoomPhase } from '#web/bidding/room/phase.ts';
import css from './room.module.css';

/** What the room waits for: the start, or the last bids to be counted. */
export function RoomBanner({ phase }: { phase: RoomPhase }) {
  const say = useSay();
  const { role } = useDesk();
  if (phase === 'live' || phase === 'paused') return null;
  if (phase === 'sealed') {
    return (
      <div className={css.banner} data-tone="info" role="status">
        <IconEyeOff size={20} aria-hidden />
        <p>{say(role === 'admin' ? 'room.sealedAdmin' : 'room.sealed')}</p>
      </div>
    );
  }
  return (
    <div className={css.banner} role="status">
      <IconHourglass size={20} aria-hidden />
      <div>
        {say('room.counting')}
        <p>{say('room.countingHint')}</p>
      </div>
    </div>
  );
}
