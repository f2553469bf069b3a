import { ActionIcon, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { boundPriceCents } from '#domain/bidding/price-to-win.ts';
import { afterPress } from '#web/design/forms/after-press.ts';
import { useNumberComplaint } from '#web/design/fields/number-text.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { BehindNote } from '#web/bidding/bid-form/bid-notes.tsx';
import { pickPrice, touchField, typeDraft } from '#web/bidding/bid-form/bid-form.ts';
import { useRoomSession } from '#web/bidding/room/room-session-context.ts';
import { PRICE_FIELD_ID } from '#web/bidding/bid-form/field-ids.ts';
import { priceOf } from '#web/bidding/bid-form/draft.ts';
import { offeredPrices, stepPrice, type OfferedPrice } from '#web/bidding/bid-form/price-steps.ts';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import css from './bid-panel.module.css';
import type { BidAssessment } from '#web/bidding/bid-form/assess-bid.ts';

const OFFERED = 3;
const LEAP = 10;

/**
 * The price field. The user types a price, changes it by one tick with the arrow keys (ten with Shift), or selects one
 * of the next valid prices with a button.
 */
export function PriceField({ bid }: { bid: BidAssessment }) {
  const say = useSay();
  const complaintOf = useNumberComplaint();
  const roomSession = useRoomSession();
  const { itemId, view, setting, form, complaints, toWin, lowestPrice, behind, fromCents } = bid;
  const grid = { item: view.bidding, terms: setting.terms };
  const pick = (cents: number) => roomSession.change(itemId, (before) => pickPrice(before, cents));
  const typed = priceOf(form.draft);
  const target = toWin.isFull ? lowestPrice : toWin;
  const step = (ticks: number) => pick(typed === undefined ? target.priceCents : stepPrice(typed, ticks, grid));
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by * (event.shiftKey ? LEAP : 1));
  };
  const leave = () =>
    roomSession.change(itemId, (before) => (before.draft.price === '' ? before : touchField(before, 'price')));
  return (
    <div className={css.field}>
      <TextInput
        id={PRICE_FIELD_ID}
        label={say('bidding.price', { currency: env().currency })}
        description={<PriceRules bid={bid} />}
        error={complaintOf(form.draft.price, complaints.price)}
        inputMode="decimal"
        autoComplete="off"
        size="md"
        value={form.draft.price}
        placeholder={target.isFull ? '' : centsText(target.priceCents)}
        onChange={(event) => {
          const price = event.currentTarget.value;
          roomSession.change(itemId, (before) => typeDraft(before, { price }));
        }}
        onKeyDown={onKeyDown}
        onBlur={() => afterPress(leave)}
        rightSectionWidth={84}
        rightSection={<Steps onStep={step} />}
      />
      <NextPrices prices={offeredPrices(bid, grid, bid.present?.bid.priceCents, OFFERED)} onPick={pick} />
      {behind && (
        <p className={css.behind}>
          <BehindNote {...{ toWin, fromCents, behind }} /> {say('bidding.backup')}
        </p>
      )}
    </div>
  );
}

/** Buttons that change the price by one tick. Keyboard users have the arrow keys instead. */
function Steps({ onStep }: { onStep: (ticks: number) => void }) {
  const say = useSay();
  return (
    <span className={css.steps}>
      <ActionIcon color="gray" aria-label={say('bidding.tickDown')} tabIndex={-1} onClick={() => onStep(-1)}>
        <IconMinus size={16} />
      </ActionIcon>
      <ActionIcon color="gray" aria-label={say('bidding.tickUp')} tabIndex={-1} onClick={() => onStep(1)}>
        <IconPlus size={16} />
      </ActionIcon>
    </span>
  );
}

/** Offers the next acceptable prices. It marks prices at which the bid would rank behind bids that could drop out. */
function NextPrices({ prices, onPick }: { prices: readonly OfferedPrice[]; onPick: (cents: number) => void }) {
  const say = useSay();
  if (prices.length === 0) return null;
  const isMixed = prices.some(({ isBehind }) => isBehind);
  return (
    <div className={css.next} role="group" aria-label={say('bidding.nextPrices')}>
      {prices.map(({ priceCents, isBehind }) => (
        <button key={priceCents} type="button" className={css.nextPrice} onClick={() => onPick(priceCents)}>
          {centsText(priceCents)}
          {isMixed && <small>{say(isBehind ? 'bidding.backupPrice' : 'bidding.winsNowPrice')}</small>}
        </button>
      ))}
    </div>
  );
}

/** Shows the rules before any error: the price to win or the lowest accepted price, the tick size and the limit. */
function PriceRules({ bid }: { bid: BidAssessment }) {
  const say = useSay();
  const { toWin, toWinAll, lowestPrice, fromCents, behind, setting, view } = bid;
  const { auctionType } = setting.terms;
  if (lowestPrice.isFull) return say('bidding.ruleFull', { price: centsText(lowestPrice.priceCents) });
  const figures = {
    from: centsText(fromCents),
    tick: centsText(setting.terms.tickCents),
    limit: centsText(boundPriceCents(view.bidding, setting.terms)),
  };
  return (
    <>
      {say(`direction.${auctionType}.${behind ? 'ruleAccepted' : 'rule'}`, figures)}
      {toWinAll && !toWinAll.isFull && toWinAll.priceCents !== toWin.priceCents && (
        <strong className={css.all}>
          {say('bidding.toWinAll', { price: centsText(toWinAll.priceCents), quantity: bid.form.draft.quantity })}
        </strong>
      )}
    </>
  );
}
