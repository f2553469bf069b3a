import type { ReactNode, Ref } from 'react';
import type { AuctionType } from '#domain/auction/direction.ts';
import type { FarBid } from '#domain/bidding/far-bid.ts';
import { formatPercent } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import css from './far-note.module.css';

type Far = { far: FarBid; auctionType: AuctionType };

/** Returns the phrase parameters: the unusual price, the price it is compared with, and the difference in percent. */
export const unusualPriceParams = ({ far, auctionType }: Far) => ({
  price: centsText(far.priceCents),
  percent: formatPercent(far.percent),
  way: auctionType,
  measure: far.measure,
  figure: centsText(far.measureCents),
});

/** Warns that a price is far from the other bids and may be mistyped. */
export function UnusualPriceNote({ name, ...far }: Far & { /** The item's name. */ name?: string | undefined }) {
  const say = useSay();
  return (
    <p role="alert">
      {name && <strong>{name} </strong>}
      {say('bidding.farOff', unusualPriceParams(far))}
    </p>
  );
}

type Props = { isMeant: boolean; onMean: (isMeant: boolean) => void; ref?: Ref<HTMLInputElement>; children: ReactNode };

/** The checkbox that the user must check before placing bids at unusual prices. */
export function UnusualPriceConsent({ isMeant, onMean, ref, children }: Props) {
  const say = useSay();
  return (
    <div className={css.far}>
      {children}
      <label className={css.consent}>
        <input ref={ref} type="checkbox" checked={isMeant} onChange={(event) => onMean(event.currentTarget.checked)} />
        {say('bidding.farMeant')}
      </label>
    </div>
  );
}
