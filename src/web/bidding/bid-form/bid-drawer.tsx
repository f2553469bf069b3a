import { Button } from '@mantine/core';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useLater } from '#web/platform/clock/use-later.ts';
import { BidPanel } from '#web/bidding/bid-form/bid-panel.tsx';
import { useItem } from '#web/bidding/room/desk-context.ts';
import { OUTCOME_WORDS } from '#web/bidding/ranking/outcome-mark.tsx';
import type { RoomPhase, RoomTimes } from '#web/bidding/room/phase.ts';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import { TimeLeft } from '#web/bidding/room/room-bar.tsx';
import { useToWinLabel } from '#web/bidding/room/to-win-label.ts';
import css from '#web/bidding/room/room.module.css';

const loadDialog = () => import('#web/design/dialogs/dialog.tsx');

type Props = {
  itemId: string;
  phase: RoomPhase;
  times: RoomTimes;
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
};

/** On a phone the price to win and the way to bid stay at the thumb; the form rises from below. */
export function BidDrawer({ itemId, phase, times, isOpen, onOpen, onClose }: Props) {
  const say = useSay();
  const labelOf = useToWinLabel();
  const view = useItem(itemId);
  // Whoever has the form beside the ranking never needs it; here it is ready before a thumb is.
  const [dialog] = useLater(loadDialog, 0);
  const Dialog = dialog?.Dialog;
  if (!view) return null;
  return (
    <>
      <div className={css.bar} role="region" aria-label={say('bidding.bar')}>
        <span className={css.barPrice}>
          {labelOf(view)} · {say(OUTCOME_WORDS[view.outcome])}
          <strong>
            {env().currency} {centsText(view.toWin.priceCents)}
          </strong>
        </span>
        <Button size="md" onClick={onOpen}>
          {say(view.own.length > 0 ? 'bidding.raise' : 'bidding.bid')}
        </Button>
      </div>
      {Dialog && (
        <Dialog title={say('bidding.bar')} isOpen={isOpen} onClose={onClose} at="bottom">
          {/* The sheet covers the bar of the room. */}
          <TimeLeft phase={phase} times={times} />
          <BidPanel key={itemId} itemId={itemId} phase={phase} />
        </Dialog>
      )}
    </>
  );
}
