import { useId } from 'react';
import { BIDS_PER_ITEM_MAX } from '#domain/bidding/judge-bid.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { attemptsLeft, chooseTarget } from '#web/bidding/bid-form/bid-form.ts';
import { useDesk } from '#web/bidding/room/desk-context.ts';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import css from './bid-panel.module.css';
import type { BidAtHand } from '#web/bidding/bid-form/bid-at-hand.ts';

/** A new bid, while some are left, or a revision of one of the own. */
export function BidTarget({ bid }: { bid: BidAtHand }) {
  const say = useSay();
  const desk = useDesk();
  const name = useId();
  const { itemId, view, form } = bid;
  const left = attemptsLeft(view);
  const choose = (bidId: string | undefined) => desk.change(itemId, () => chooseTarget(view, bidId));
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
