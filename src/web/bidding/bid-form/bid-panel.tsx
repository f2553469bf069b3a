import { Button } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { useDeferredLoad } from '#web/platform/clock/use-deferred-load.ts';
import { useStore } from '#web/platform/storage/store.ts';
import { keysSheetStore } from '#web/platform/page/keys.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { BidEdit } from '#web/bidding/bid-form/bid-edit.tsx';
import { LastPlacedNote, RefusalNote, HindranceNote } from '#web/bidding/bid-form/bid-notes.tsx';
import {
  useRoomSession,
  useBidForm,
  useItem,
  useOutgoing,
  useRoom,
  useToWinLabel,
} from '#web/bidding/room/room-session-context.ts';
import { BID_PANEL_ID } from '#web/bidding/bid-form/field-ids.ts';
import { answerableUntil } from '#web/bidding/room/answer-time.ts';
import { type RoomPhase, hindranceOf, type RoomTimes } from '#web/bidding/room/phase.ts';
import css from './bid-panel.module.css';
import { useAtSecond } from '#web/platform/clock/clock.ts';
import { assessBid, type BidAssessment } from '#web/bidding/bid-form/assess-bid.ts';
import { env } from '#web/platform/page/env.ts';
import { OUTCOME_MARKS } from '#web/bidding/ranking/outcome-mark.tsx';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import { TimeLeft } from '#web/bidding/room/room-bar.tsx';
import roomCss from '#web/bidding/room/room.module.css';

const loadReview = () => import('#web/bidding/bid-form/bid-review.tsx');

/** The bid form of the selected item: editing, then the review in the same place, then the result. */
export function BidPanel({ itemId, phase }: { itemId: string; phase: RoomPhase }) {
  const say = useSay();
  const bid = useBid(itemId);
  const { live } = useRoomSession();
  const hasRoom = useStore(live.state, ({ room }) => room !== undefined);
  const hindrance = useStore(live.connection, (connection) => hindranceOf(phase, connection, hasRoom));
  // Loaded right after the form, before any user can fill in the form.
  const [review, bringReview] = useDeferredLoad(loadReview, 0);
  const BidReview = review?.BidReview;
  const isReview = bid?.form.step === 'review';
  useEffect(() => {
    if (isReview) bringReview();
  }, [isReview, bringReview]);
  if (!bid) return null;
  return (
    <section id={BID_PANEL_ID} className={css.panel} aria-labelledby="bid-title" tabIndex={-1}>
      <header className={css.head}>
        <h2 id="bid-title" className={css.title}>
          {say(isReview ? 'bidding.reviewTitle' : bid.present ? 'bidding.reviseTitle' : 'bidding.newTitle')}
          <span className={css.item}>{bid.view.item.name}</span>
        </h2>
        <Button
          size="compact-xs"
          variant="subtle"
          className={css.keys}
          leftSection={<IconKeyboard size={15} aria-hidden />}
          onClick={() => keysSheetStore.set(true)}
        >
          {say('keys.short')}
        </Button>
      </header>
      {hindrance && <HindranceNote hindrance={hindrance} />}
      {!isReview && !bid.form.refused && !bid.isSending && <LastPlacedNote itemId={itemId} />}
      <RefusalNote form={bid.form} />
      {isReview ? (
        BidReview && <BidReview bid={bid} isHindered={hindrance !== undefined} />
      ) : (
        <BidEdit bid={bid} isHindered={hindrance !== undefined} />
      )}
    </section>
  );
}

/** Returns the checked bid form of an item. Undefined until the room's first snapshot. */
function useBid(itemId: string): BidAssessment | undefined {
  const { live, setting } = useRoomSession();
  const room = useRoom((view) => view);
  const view = useItem(itemId);
  const form = useBidForm(itemId);
  const isSending = useOutgoing(itemId) !== undefined;
  const untilMs = useStore(live.state, (state) =>
    state.room ? answerableUntil(setting.softClose, state.room.times) : 0,
  );
  // Estimated with this browser's copy of the server's clock: true while rivals have the full time to answer a bid.
  const isAnswerable = useAtSecond((nowMs) => nowMs <= untilMs, untilMs);
  return useMemo(
    () =>
      room && view && form ? assessBid({ itemId, setting, room, view, form, isSending, isAnswerable }) : undefined,
    [itemId, setting, room, view, form, isSending, isAnswerable],
  );
}

const loadDialog = () => import('#web/design/dialogs/dialog.tsx');

type Props = {
  itemId: string;
  phase: RoomPhase;
  times: RoomTimes;
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
};

/**
 * The bid form on a phone. The price to win and the button to bid are at the bottom, within reach of the thumb. The
 * form opens as a sheet from below.
 */
export function BidDrawer({ itemId, phase, times, isOpen, onOpen, onClose }: Props) {
  const say = useSay();
  const labelOf = useToWinLabel();
  const view = useItem(itemId);
  // Lazy-loaded: wide screens do not need the dialog. On a phone it loads before a user can tap the button.
  const [dialog] = useDeferredLoad(loadDialog, 0);
  const Dialog = dialog?.Dialog;
  if (!view) return null;
  return (
    <>
      <div className={roomCss.bar} role="region" aria-label={say('bidding.bar')}>
        <span className={roomCss.barPrice}>
          {labelOf(view)} · {say(OUTCOME_MARKS[view.outcome].label)}
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
          {/* The sheet covers the room's bar, so the remaining time is repeated here. */}
          <TimeLeft phase={phase} times={times} />
          <BidPanel key={itemId} itemId={itemId} phase={phase} />
        </Dialog>
      )}
    </>
  );
}
