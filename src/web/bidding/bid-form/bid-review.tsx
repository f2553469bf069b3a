import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { env } from '#web/platform/page/env.ts';
import { formatCents, formatQuantity } from '#web/platform/format/format.ts';
import { useErrorText, useSay, type Say } from '#web/platform/phrases/phrase.ts';
import { firstRefusal, type ProposedBid } from '#domain/bidding/judge-bid.ts';
import { attemptsLeft, editForm } from '#web/bidding/bid-form/bid-form.ts';
import { useRoomSession } from '#web/bidding/room/room-session-context.ts';
import { priceOf, proposedOf, quantityOf } from '#web/bidding/bid-form/draft.ts';
import { BID_PANEL_ID, focusOn, PRICE_FIELD_ID } from '#web/bidding/bid-form/field-ids.ts';
import { UnusualPriceConsent, UnusualPriceNote } from '#web/bidding/bid-form/unusual-price-note.tsx';
import { Outlook } from '#web/bidding/bid-form/outlook.tsx';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import css from './bid-panel.module.css';
import type { BidAssessment } from '#web/bidding/bid-form/assess-bid.ts';

/**
 * Shows the bid before it is placed: its terms, what it would win now, and its maximum cost. Enter places the bid, Esc
 * returns to the fields. An unusual price must be confirmed with a checkbox, so that pressing Enter twice cannot place
 * a mistyped bid.
 */
export function BidReview({ bid, isHindered }: { bid: BidAssessment; isHindered: boolean }) {
  const say = useSay();
  const textOf = useErrorText();
  const roomSession = useRoomSession();
  const confirm = useRef<HTMLButtonElement>(null);
  const consent = useRef<HTMLInputElement>(null);
  const [isMeant, setIsMeant] = useState(false);
  const { itemId, view, form, verdict, outlook, present, far } = bid;
  const { draft } = form;
  const priceCents = priceOf(draft) ?? 0;
  const isFar = far !== undefined;
  // The room may have changed since the review was opened.
  const refusal = verdict.ok ? undefined : firstRefusal(verdict.fields);
  // The room may change during the review. When the price becomes unusual, moves the focus to the checkbox.
  useEffect(() => (isFar ? consent : confirm).current?.focus(), [isFar]);
  // A short loss of the connection disables the focused button, which then loses the focus. Restores the focus.
  useEffect(() => {
    if (!isHindered && document.activeElement === document.body)
      (isFar ? consent : confirm).current?.focus({ preventScroll: true });
  }, [isHindered, isFar]);
  const back = () => {
    roomSession.change(itemId, editForm);
    focusOn(PRICE_FIELD_ID);
  };
  const place = () => {
    void roomSession.confirm(itemId);
    focusOn(BID_PANEL_ID);
  };
  return (
    // The group handles Escape for all its buttons. The group itself is not an interactive control.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={css.form}
      role="group"
      aria-label={say('bidding.reviewTitle')}
      onKeyDown={(event) => event.key === 'Escape' && (event.stopPropagation(), back())}
    >
      <p className={css.offer}>
        {env().currency} {centsText(priceCents)} × {formatQuantity(quantityOf(draft) ?? 0)}
      </p>
      <ul className={css.points}>
        <li>
          {present
            ? say('bidding.revises', {
                price: centsText(present.bid.priceCents),
                quantity: formatQuantity(present.bid.quantity),
              })
            : say('bidding.isNew', { left: attemptsLeft(view) - 1 })}
        </li>
        {view.bidding.partialFulfillment && <li>{partTaken(say, proposedOf(draft))}</li>}
        {outlook && (
          <li>
            {say(`direction.${bid.setting.terms.auctionType}.atMost`, {
              total: formatCents(outlook.wholeCost.totalCents, env().currency),
            })}
          </li>
        )}
      </ul>
      <Outlook bid={bid} />
      {refusal && (
        <p className={css.complaint} role="alert">
          {textOf(refusal)}
        </p>
      )}
      {far && (
        <UnusualPriceConsent isMeant={isMeant} onMean={setIsMeant} ref={consent}>
          <UnusualPriceNote far={far} auctionType={bid.setting.terms.auctionType} />
        </UnusualPriceConsent>
      )}
      <Button
        ref={confirm}
        size="md"
        fullWidth
        disabled={isHindered || !verdict.ok || (isFar && !isMeant)}
        onClick={place}
      >
        {say(isFar ? 'bidding.placeFar' : 'bidding.place')}
      </Button>
      <Button variant="default" fullWidth onClick={back}>
        {say('bidding.change')}
      </Button>
    </div>
  );
}

/** Returns in words which quantity the bid takes: only the whole, any part, or at least a minimum. */
function partTaken(say: Say, { allowsPartial, minimumAcceptable }: ProposedBid): string {
  if (!allowsPartial) return say('bidding.allOrNothing');
  return minimumAcceptable === null
    ? say('bidding.takesPart')
    : say('bidding.takesPartFrom', { least: formatQuantity(minimumAcceptable) });
}
