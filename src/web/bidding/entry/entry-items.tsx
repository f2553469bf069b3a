import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallbackRef } from '@mantine/hooks';
import { memo } from 'react';
import { type BidFieldRefusals, BIDS_PER_ITEM_MAX } from '#domain/bidding/judge-bid.ts';
import { quantityBounds } from '#web/bidding/bid-form/draft.ts';
import { focusOn, priceFieldOf } from '#web/bidding/bid-form/field-ids.ts';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import { EntrySlot } from '#web/bidding/entry/entry-slot.tsx';
import {
  emptySlot,
  mayAddSlot,
  type Slot,
  publishedLowestPrice,
  publishedPriceToWin,
} from '#web/bidding/entry/initial-slots.ts';
import type { Entry } from '#web/bidding/entry/use-entry.ts';
import type { RoomItem, RoomSetting } from '#web/bidding/room/room-setting.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { Pictures } from '#web/design/layout/pictures.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { newKey } from '#web/platform/calls/api.ts';
import { formatQuantity, formatStep } from '#web/platform/format/format.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { env } from '#web/platform/page/env.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import css from './entry.module.css';
import { decimalOfCents } from '#domain/basics/price.ts';

type Props = {
  entry: Entry;
  slots: readonly Slot[];
  isChecked: boolean;
  mayWithdraw: boolean;
  /** True for a person who may only watch. */
  isDisabled: boolean;
};

/** Shows every item with its rules and the bidder's own bids. */
export function EntryItems({ entry, slots, isChecked, mayWithdraw, isDisabled }: Props) {
  const say = useSay();
  const textOf = useErrorText();
  const { setting, judged, refused, setSlots } = entry;
  const found = new Map<string, BidFieldRefusals | undefined>(
    judged.toSend.map(({ slot, refusals }) => [slot.slotId, refusals]),
  );
  // `type` and `remove` must stay the same functions, because the components that use them are memoized.
  const type = useCallbackRef(entry.type);
  const remove = useCallbackRef(async ({ slotId, draft }: Slot) => {
    if (draft.bidId === undefined) return setSlots((before) => before.filter((slot) => slot.slotId !== slotId));
    const isSure = await confirm({
      title: 'bidding.withdrawTitle',
      text: 'bidding.withdrawText',
      yes: 'bidding.withdraw',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await entry.withdraw(draft.bidId);
      toast('good', say('bidding.withdrawn'));
    } catch (thrown) {
      toast('bad', textOf(asApiError(thrown)));
    }
  });
  return (
    <fieldset className={css.items} data-entry disabled={isDisabled}>
      {setting.items.map((room) => {
        const own = slots.filter((slot) => slot.itemId === room.item.auctionItemId);
        return (
          <section
            key={room.item.auctionItemId}
            className={css.card}
            aria-labelledby={`item-${room.item.auctionItemId}`}
          >
            <ItemRules room={room} setting={setting} isLive={entry.phase === 'live'} />
            {own.map((slot, index) => (
              <EntrySlot
                key={slot.slotId}
                {...{ slot, room, index, isChecked, mayWithdraw }}
                refusals={found.get(slot.slotId)}
                refused={refused[slot.slotId]}
                mayRemove={own.length > 1 || slot.draft.bidId !== undefined}
                onType={type}
                onRemove={remove}
              />
            ))}
            <AddSlot
              room={room}
              isOff={!mayAddSlot(slots, room.item.auctionItemId)}
              left={BIDS_PER_ITEM_MAX - own.length}
              onAdd={() => {
                const slot = emptySlot(room, newKey());
                setSlots((before) => [...before, slot]);
                focusOn(priceFieldOf(slot.slotId));
              }}
            />
          </section>
        );
      })}
    </fieldset>
  );
}

/** A button that adds another bid on an item. At the maximum number of bids, a text replaces the button. */
function AddSlot({ room, isOff, left, onAdd }: { room: RoomItem; isOff: boolean; left: number; onAdd: () => void }) {
  const say = useSay();
  if (isOff) return <p className={css.label}>{say('bidding.allBidsUsed', { maximum: BIDS_PER_ITEM_MAX })}</p>;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      className={css.add}
      leftSection={<IconPlus size={15} aria-hidden />}
      aria-label={`${say('bidding.addBid', { left })}: ${room.item.name}`}
      onClick={onAdd}
    >
      {say('bidding.addBid', { left })}
    </Button>
  );
}

type RulesProps = { room: RoomItem; setting: RoomSetting; isLive: boolean };

/** The item's rules. They are shown before any error. */
const ItemRules = memo(function ItemRules({ room, setting, isLive }: RulesProps) {
  const say = useSay();
  const wordsOf = useItemWords();
  const { item, bidding } = room;
  const { auctionType } = setting.terms;
  const { least, most } = quantityBounds(room, setting);
  const rules = [
    [say(`direction.${auctionType}.quantity`), say('unit.recCount', { quantity: bidding.quantity })],
    [say('item.bounds'), `${centsText(bidding.minimumBidPriceCents)} – ${centsText(bidding.maximumBidPriceCents)}`],
    [say('item.tick'), formatStep(decimalOfCents(setting.terms.tickCents), env().currency)],
    [
      say('item.perBid'),
      item.disableQuantity ? say('item.soldWhole') : `${formatQuantity(least)} – ${formatQuantity(most)}`,
    ],
  ];
  if (isLive) {
    const [toWin, lowest] = [publishedPriceToWin(room, setting), publishedLowestPrice(room, setting)];
    rules.push([say(`direction.${auctionType}.priceToWin`), centsText(toWin.priceCents)]);
    if (lowest.priceCents !== toWin.priceCents)
      rules.push([say(`direction.${auctionType}.acceptedFrom`), centsText(lowest.priceCents)]);
  }
  return (
    <header className={css.itemHead}>
      <div>
        <h2 className={css.itemName} id={`item-${item.auctionItemId}`}>
          {item.name}
        </h2>
        <p className={css.label}>{wordsOf(item)}</p>
        <Pictures images={item.images} subject={item.name} />
      </div>
      <dl className={css.rules} data-tour="rules">
        {rules.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
});
