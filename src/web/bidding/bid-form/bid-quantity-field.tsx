import { TextInput } from '@mantine/core';
import { afterPress } from '#web/design/forms/after-press.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay, type Wrong } from '#web/platform/phrases/phrase.ts';
import { touchField, typeDraft } from '#web/bidding/bid-form/bid-form.ts';
import { useDesk, useRoom } from '#web/bidding/room/desk-context.ts';
import { QUANTITY_FIELD_ID } from '#web/bidding/bid-form/field-ids.ts';
import { quantityBounds, quantityOf } from '#web/bidding/bid-form/draft.ts';
import { textOfNumber, useNumberComplaint } from '#web/design/fields/number-text.ts';
import css from './bid-panel.module.css';
import type { BidAtHand } from '#web/bidding/bid-form/bid-at-hand.ts';

/** The quantity with its bounds and what the own maximum leaves; filled in and fixed where the item is sold as a whole. */
export function QuantityField({ bid }: { bid: BidAtHand }) {
  const say = useSay();
  const complaintOf = useNumberComplaint();
  const desk = useDesk();
  const { itemId, view, setting, form, complaints, present } = bid;
  const isFixed = view.item.disableQuantity;
  const left = (useRoom((room) => room.position.leftQuantity) ?? 0) + (present?.bid.quantity ?? 0);
  const { least, most } = quantityBounds(view, setting);
  const leave = () =>
    desk.change(itemId, (before) => {
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
        error={complaintOf(form.draft.quantity, complaints.quantity as Wrong | undefined)}
        inputMode="numeric"
        autoComplete="off"
        size="md"
        readOnly={isFixed}
        data-fixed={isFixed || undefined}
        value={form.draft.quantity}
        onChange={(event) => {
          const quantity = event.currentTarget.value;
          desk.change(itemId, (before) => typeDraft(before, { quantity }));
        }}
        onBlur={() => afterPress(leave)}
      />
    </div>
  );
}
