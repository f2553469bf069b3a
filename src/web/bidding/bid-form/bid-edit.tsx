import { Button } from '@mantine/core';
import { focusFirstWrong } from '#web/design/forms/focus-wrong.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import { reviewForm, typeDraft, type Complaint } from '#web/bidding/bid-form/bid-form.ts';
import { PriceField } from '#web/bidding/bid-form/bid-price-field.tsx';
import { QuantityField } from '#web/bidding/bid-form/bid-quantity-field.tsx';
import { BidTarget } from '#web/bidding/bid-form/bid-target.tsx';
import { useDesk } from '#web/bidding/room/desk-context.ts';
import { PartField } from '#web/bidding/bid-form/part-field.tsx';
import { Outlook } from '#web/bidding/bid-form/outlook.tsx';
import css from './bid-panel.module.css';
import type { BidAtHand } from '#web/bidding/bid-form/bid-at-hand.ts';

/** Price and quantity, with the rules in sight before anything is wrong. Enter leads on to the review. */
export function BidEdit({ bid, isHindered }: { bid: BidAtHand; isHindered: boolean }) {
  const say = useSay();
  const desk = useDesk();
  const { itemId, view, form, verdict, complaints, isSending } = bid;
  const isOff = isHindered || isSending;
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isOff) return;
        desk.change(itemId, (before) => reviewForm(before, verdict.ok));
        if (!verdict.ok) focusFirstWrong(event.currentTarget);
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
          onType={(change) => desk.change(itemId, (before) => typeDraft(before, change))}
        />
      )}
      {complaints.bid && <WholeComplaint complaint={complaints.bid} />}
      <Outlook bid={bid} isShort />
      <Button type="submit" size="md" fullWidth disabled={isOff}>
        {say(isSending ? 'room.sending' : 'bidding.review')}
      </Button>
    </form>
  );
}

function WholeComplaint({ complaint }: { complaint: Complaint }) {
  const textOf = useErrorText();
  return (
    <p className={css.complaint} role="alert">
      {textOf(complaint as Parameters<typeof textOf>[0])}
    </p>
  );
}
