import { ActionIcon, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { memo, useState } from 'react';
import type { FieldError } from '#contract/errors/errors.ts';
import { amountCents } from '#domain/basics/amount.ts';
import type { BidFieldRefusals } from '#domain/bidding/judge-bid.ts';
import { afterPress } from '#web/design/forms/after-press.ts';
import { textOfNumber, useNumberComplaint } from '#web/design/fields/number-text.ts';
import { env } from '#web/platform/page/env.ts';
import { formatCents } from '#web/platform/format/format.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import { priceOf, quantityOf, type Draft } from '#web/bidding/bid-form/draft.ts';
import { priceFieldOf } from '#web/bidding/bid-form/field-ids.ts';
import type { Slot } from '#web/bidding/entry/initial-slots.ts';
import { PartField } from '#web/bidding/bid-form/part-field.tsx';
import type { RoomItem } from '#web/bidding/room/room-setting.ts';
import css from './entry.module.css';

type Props = {
  slot: Slot;
  room: RoomItem;
  index: number;
  isChecked: boolean;
  refusals: BidFieldRefusals | undefined;
  refused: Readonly<Record<string, FieldError>> | undefined;
  mayRemove: boolean;
  mayWithdraw: boolean;
  onType: (slotId: string, change: Partial<Draft>) => void;
  onRemove: (slot: Slot) => Promise<void>;
};

/**
 * One bid on an item. A field shows its error after the user has left the field or asked for the review, or if the
 * server refused its value.
 */
export const EntrySlot = memo(function EntrySlot(props: Props) {
  const { slot, room, index, isChecked, refusals, refused, onType } = props;
  const say = useSay();
  const textOf = useErrorText();
  const complaintOf = useNumberComplaint();
  const [touched, setTouched] = useState({ price: false, quantity: false });
  const { draft, slotId } = slot;
  const found = (field: 'price' | 'quantity') =>
    (isChecked || touched[field] ? refusals?.[field] : undefined) ?? refused?.[field];
  const errorOf = (field: 'price' | 'quantity') => complaintOf(draft[field], found(field));
  const whole = (isChecked ? refusals?.bid : undefined) ?? refused?.bid;
  const leave = (field: 'price' | 'quantity') => {
    if (draft[field] !== '') afterPress(() => setTouched((before) => ({ ...before, [field]: true })));
    const quantity = quantityOf(draft);
    if (field === 'quantity' && quantity !== undefined) onType(slotId, { quantity: textOfNumber(quantity) });
  };
  const name = `${room.item.name}, ${say('bidding.bidNumber', { number: index + 1 })}`;
  return (
    <fieldset className={css.slot} data-tour="fields" data-standing={draft.bidId !== undefined || undefined}>
      <legend className="visually-hidden">{name}</legend>
      <TextInput
        id={priceFieldOf(slotId)}
        label={say('bidding.priceShort', { currency: env().currency })}
        inputMode="decimal"
        autoComplete="off"
        value={draft.price}
        error={errorOf('price')}
        onChange={(event) => onType(slotId, { price: event.currentTarget.value })}
        onBlur={() => leave('price')}
      />
      <TextInput
        label={say('bidding.quantity')}
        inputMode="numeric"
        autoComplete="off"
        readOnly={room.item.disableQuantity}
        data-fixed={room.item.disableQuantity || undefined}
        value={draft.quantity}
        error={errorOf('quantity')}
        onChange={(event) => onType(slotId, { quantity: event.currentTarget.value })}
        onBlur={() => leave('quantity')}
      />
      <SlotEnd {...props} name={name} />
      {whole && (
        <p className={css.complaint} role="alert">
          {textOf(whole)}
        </p>
      )}
    </fieldset>
  );
}, isSame);

const COMPARED = ['slot', 'room', 'index', 'isChecked', 'mayRemove', 'mayWithdraw', 'refused'] as const;

/** Compares refusals by content, because every key press on the page creates new refusal objects. */
function isSame(before: Props, now: Props): boolean {
  const isAsBefore = COMPARED.every((name) => before[name] === now[name]);
  return isAsBefore && JSON.stringify(before.refusals) === JSON.stringify(now.refusals);
}

function SlotEnd({ slot, room, refusals, refused, name, ...props }: Props & { name: string }) {
  const say = useSay();
  const { draft, slotId } = slot;
  const price = priceOf(draft);
  const quantity = quantityOf(draft);
  const isStanding = draft.bidId !== undefined;
  const isRefused = Object.values({ ...refused, ...refusals }).some(Boolean);
  return (
    <>
      <div className={css.partial} data-tour={room.bidding.partialFulfillment ? 'part' : undefined}>
        {room.bidding.partialFulfillment ? (
          <PartField
            label={say('bidding.allowPartial')}
            draft={draft}
            complaints={{ ...refused, ...refusals }}
            onType={(change) => props.onType(slotId, change)}
          />
        ) : (
          <span className={css.label}>{say('item.soldWhole')}</span>
        )}
        {isStanding && <span className={css.stands}>{say('bidding.stands')}</span>}
      </div>
      <output className={css.amount}>
        <span className={css.label}>{say('bidding.amount')}</span>
        {price !== undefined && quantity !== undefined && !isRefused
          ? formatCents(amountCents(price, quantity), env().currency)
          : '–'}
      </output>
      {props.mayRemove && (!isStanding || props.mayWithdraw) ? (
        <ActionIcon
          className={css.remove}
          color="gray"
          aria-label={`${say(isStanding ? 'bidding.withdraw' : 'action.remove')}: ${name}`}
          onClick={() => void props.onRemove(slot)}
        >
          <IconTrash size={17} />
        </ActionIcon>
      ) : (
        <span className={css.remove} />
      )}
    </>
  );
}
