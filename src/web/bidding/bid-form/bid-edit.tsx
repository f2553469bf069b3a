import { Button, TextInput } from '@mantine/core';
import { focusFirstInvalid } from '#web/design/forms/focus-invalid.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import { reviewForm, typeDraft, attemptsLeft, chooseTarget, touchField } from '#web/bidding/bid-form/bid-form.ts';
import { PriceField } from '#web/bidding/bid-form/bid-price-field.tsx';
import { useRoomSession, useRoom } from '#web/bidding/room/room-session-context.ts';
import { PartField } from '#web/bidding/bid-form/part-field.tsx';
import { Outlook } from '#web/bidding/bid-form/outlook.tsx';
import css from './bid-panel.module.css';
import type { BidAssessment } from '#web/bidding/bid-form/assess-bid.ts';
import { useId } from 'react';
import { BIDS_PER_ITEM_MAX } from '#domain/bidding/judge-bid.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import { afterPress } from '#web/design/forms/after-press.ts';
import { QUANTITY_FIELD_ID } from '#web/bidding/bid-form/field-ids.ts';
import { quantityBounds, quantityOf } from '#web/bidding/bid-form/draft.ts';
import { textOfNumber, useNumberComplaint } from '#web/design/fields/number-text.ts';

/** The fields for price and quantity. The rules are shown before any error. Enter leads to the review. */
export function BidEdit({ bid, isHindered }: { bid: BidAssessment; isHindered: boolean }) {
  const say = useSay();
  const textOf = useErrorText();
  const roomSession = useRoomSession();
  const { itemId, view, form, verdict, complaints, isSending } = bid;
  const isOff = isHindered || isSending;
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isOff) return;
        roomSession.change(itemId, (before) => reviewForm(before, verdict.ok));
        if (!verdict.ok) focusFirstInvalid(event.currentTarget);
      }}
    >
      <BidTarget bid={bid} />
      <PriceField bid={bid} />
      <QuantityField bid={bid} />
      {view.bidding.partialFulfillment && (
        <PartField
          label={say('bidding.allowPartialLong')}
          draft={form.draft}
          complaints={complaints}
          onType={(change) => roomSession.change(itemId, (before) => typeDraft(before, change))}
        />
      )}
      {complaints.bid && (
        <p className={css.complaint} role="alert">
          {textOf(complaints.bid)}
        </p>
      )}
      <Outlook bid={bid} isShort />
      <Button type="submit" size="md" fullWidth disabled={isOff}>
        {say(isSending ? 'room.sending' : 'bidding.review')}
      </Button>
    </form>
  );
}

/** Selects the bid to edit: a new bid, if another is allowed, or one of the bidder's own bids. */
function BidTarget({ bid }: { bid: BidAssessment }) {
  const say = useSay();
  const roomSession = useRoomSession();
  const name = useId();
  const { itemId, view, form } = bid;
  const left = attemptsLeft(view);
  const choose = (bidId: string | undefined) => roomSession.change(itemId, () => chooseTarget(view, bidId));
  if (view.own.length === 0) {
    return <p className={css.hint}>{say('bidding.attemptsLeft', { left, maximum: BIDS_PER_ITEM_MAX })}</p>;
  }
  return (
    <fieldset className={css.targets}>
      <legend>{say('bidding.attemptsLeft', { left, maximum: BIDS_PER_ITEM_MAX })}</legend>
      {view.own.map(({ bid: own, rank }) => (
        <label key={own.bidId} className={css.target}>
          <input type="radio" name={name} checked={form.draft.bidId === own.bidId} onChange={() => choose(own.bidId)} />
          <span>
            {say('bidding.reviseOne', { price: centsText(own.priceCents), quantity: formatQuantity(own.quantity) })}
          </span>
          <span className={css.rank}>#{rank}</span>
        </label>
      ))}
      {left > 0 && (
        <label className={css.target}>
          <input type="radio" name={name} checked={form.draft.bidId === undefined} onChange={() => choose(undefined)} />
          <span>{say('bidding.newBid')}</span>
        </label>
      )}
    </fieldset>
  );
}

/**
 * The quantity field, with its limits and the RECs that remain of the bidder's maximum. Read-only if the item is sold
 * as a whole.
 */
function QuantityField({ bid }: { bid: BidAssessment }) {
  const say = useSay();
  const complaintOf = useNumberComplaint();
  const roomSession = useRoomSession();
  const { itemId, view, setting, form, complaints, present } = bid;
  const isFixed = view.item.disableQuantity;
  const left = (useRoom((room) => room.position.leftQuantity) ?? 0) + (present?.bid.quantity ?? 0);
  const { least, most } = quantityBounds(view, setting);
  const leave = () =>
    roomSession.change(itemId, (before) => {
      const quantity = quantityOf(before.draft);
      const grouped =
        quantity === undefined ? before : { ...before, draft: { ...before.draft, quantity: textOfNumber(quantity) } };
      return before.draft.quantity === '' ? before : touchField(grouped, 'quantity');
    });
  const rule = isFixed
    ? say('bidding.ruleWhole')
    : say(left < most ? 'bidding.ruleQuantityLeft' : 'bidding.ruleQuantity', {
        least: formatQuantity(Math.max(least, present?.bid.quantity ?? 0)),
        most: formatQuantity(most),
        left: formatQuantity(left),
      });
  return (
    <div className={css.field}>
      <TextInput
        id={QUANTITY_FIELD_ID}
        label={say('bidding.quantity')}
        description={rule}
        error={complaintOf(form.draft.quantity, complaints.quantity)}
        inputMode="numeric"
        autoComplete="off"
        size="md"
        readOnly={isFixed}
        data-fixed={isFixed || undefined}
        value={form.draft.quantity}
        onChange={(event) => {
          const quantity = event.currentTarget.value;
          roomSession.change(itemId, (before) => typeDraft(before, { quantity }));
        }}
        onBlur={() => afterPress(leave)}
      />
    </div>
  );
}
