import { Button } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useLater } from '#web/platform/clock/use-later.ts';
import { useStore } from '#web/platform/storage/store.ts';
import { keysSheetStore } from '#web/platform/page/keys.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { BidEdit } from '#web/bidding/bid-form/bid-edit.tsx';
import { LastPlacedNote, RefusalNote } from '#web/bidding/bid-form/bid-notes.tsx';
import { useDesk } from '#web/bidding/room/desk-context.ts';
import { BID_PANEL_ID } from '#web/bidding/bid-form/field-ids.ts';
import { HindranceNote } from '#web/bidding/room/hindrance-note.tsx';
import type { RoomPhase } from '#web/bidding/room/phase.ts';
import { hindranceOf, type Hindrance } from '#web/bidding/room/staleness.ts';
import { useBid } from '#web/bidding/bid-form/use-bid.ts';
import css from './bid-panel.module.css';

const loadReview = () => import('#web/bidding/bid-form/bid-review.tsx');

/** The bid form of the item that is looked at: editing, then a review in place, then what became of it. */
export function BidPanel({ itemId, phase }: { itemId: string; phase: RoomPhase }) {
  const say = useSay();
  const bid = useBid(itemId);
  const hindrance = useHindrance(phase);
  // Loaded right after the form, because nobody can finish the form before that.
  const [review, bringReview] = useLater(loadReview, 0);
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

function useHindrance(phase: RoomPhase): Hindrance | undefined {
  const { live } = useDesk();
  const hasRoom = useStore(live.state, ({ room }) => room !== undefined);
  return useStore(live.connection, (connection) => hindranceOf(phase, connection, hasRoom));
}
