import { IconBan, IconEye, IconHourglass, IconPlayerPause, IconPlugConnectedX, type Icon } from '@tabler/icons-react';
import type { BiddingRefusal } from '#domain/access/may.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import type { Hindrance } from '#web/bidding/room/staleness.ts';
import css from '#web/bidding/bid-form/notes.module.css';

const LOOKS: Record<Hindrance | BiddingRefusal, readonly [PhraseKey, Icon]> = {
  sealed: ['room.hindranceSealed', IconHourglass],
  paused: ['room.hindrancePaused', IconPlayerPause],
  counting: ['room.hindranceCounting', IconHourglass],
  closed: ['room.hindranceClosed', IconHourglass],
  offline: ['room.hindranceOffline', IconPlugConnectedX],
  signedOut: ['room.hindranceSignedOut', IconPlugConnectedX],
  refused: ['room.hindranceRefused', IconPlugConnectedX],
  connecting: ['room.hindranceConnecting', IconPlugConnectedX],
  stale: ['room.hindranceStale', IconPlugConnectedX],
  account_blacklisted: ['error.account_blacklisted', IconBan],
  viewer_cannot_act: ['error.viewer_cannot_act', IconEye],
  bids_through_colleague: ['error.bids_through_colleague', IconEye],
  no_permission_to_join_auction: ['error.no_permission_to_join_auction', IconBan],
};

/** Why bidding rests; what was typed stays where it is. */
export function HindranceNote({ hindrance }: { hindrance: Hindrance | BiddingRefusal }) {
  const say = useSay();
  const [words, Picture] = LOOKS[hindrance];
  return (
    <p className={css.note} data-tone="warn" role="status">
      <Picture size={17} aria-hidden />
      {say(words)}
    </p>
  );
}
