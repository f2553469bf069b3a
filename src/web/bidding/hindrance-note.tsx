import { IconHourglass, IconPlugConnectedX } from '@tabler/icons-react';
import { useSay, type PhraseKey } from '#web/platform/phrase.ts';
import type { Hindrance } from '#web/bidding/staleness.ts';
import css from './notes.module.css';

const WORDS: Record<Hindrance, PhraseKey> = {
  sealed: 'room.hindranceSealed',
  counting: 'room.hindranceCounting',
  closed: 'room.hindranceClosed',
  offline: 'room.hindranceOffline',
  refused: 'room.hindranceRefused',
  connecting: 'room.hindranceConnecting',
  stale: 'room.hindranceStale',
};

/** Why bidding rests; what was typed stays where it is. */
export function HindranceNote({ hindrance }: { hindrance: Hindrance }) {
  const say = useSay();
  const Picture =
    hindrance === 'sealed' || hindrance === 'counting' || hindrance === 'closed' ? IconHourglass : IconPlugConnectedX;
  return (
    <p className={css.note} data-tone="warn" role="status">
      <Picture size={17} aria-hidden />
      {say(WORDS[hindrance])}
    </p>
  );
}
