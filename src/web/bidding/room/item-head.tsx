import { useState, type ReactNode } from 'react';
import { env } from '#web/platform/page/env.ts';
import { formatStep } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { Pictures } from '#web/design/layout/pictures.tsx';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { BehindNote } from '#web/bidding/ranking/behind-note.tsx';
import { useDesk, useItem } from '#web/bidding/room/desk-context.ts';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import { lastWinningPrice } from '#web/bidding/room/room-view.ts';
import { useToWinLabel } from '#web/bidding/room/to-win-label.ts';
import css from './item-head.module.css';

/** What is traded, and the one figure that matters: the price that wins now. */
export function ItemHead({ itemId }: { itemId: string }) {
  const say = useSay();
  const wordsOf = useItemWords();
  const labelOf = useToWinLabel();
  const { setting } = useDesk();
  const view = useItem(itemId);
  if (!view) return null;
  const { item, bidding, toWin, lowestPrice, behind, rows } = view;
  const lastWinning = lastWinningPrice(rows);
  const best = rows[0]?.bid.priceCents;
  return (
    <header className={css.head}>
      <div className={css.what}>
        <h2 className={css.name}>{item.name}</h2>
        <p className={css.words}>{wordsOf(item)}</p>
        <p className={css.words}>
          {say('unit.recCount', { quantity: bidding.quantity })}
          {' · '}
          {say(bidding.partialFulfillment ? 'item.soldInParts' : 'item.soldWhole')}
        </p>
        {item.address && <p className={css.words}>{item.address}</p>}
        <Pictures images={item.images} subject={item.name} />
      </div>
      <div className={css.win}>
        <span className={css.label}>{labelOf(view)}</span>
        <span className={css.price} data-full={toWin.isFull || undefined}>
          <span className={css.currency}>{env().currency}</span>
          <FreshFigure key={itemId} text={centsText(toWin.priceCents)} />
        </span>
        {behind && (
          <span className={css.accepted}>
            {say(`direction.${setting.terms.auctionType}.acceptedFrom`)}{' '}
            <strong>{centsText(lowestPrice.priceCents)}</strong>
          </span>
        )}
      </div>
      {behind && (
        <p className={css.behind}>
          <BehindNote {...{ toWin, behind }} fromCents={lowestPrice.priceCents} />
        </p>
      )}
      <dl className={css.figures}>
        <Fact label={say('room.leadingPrice')}>{best === undefined ? '–' : centsText(best)}</Fact>
        <Fact label={say('room.lastWinning')}>{lastWinning === undefined ? '–' : centsText(lastWinning)}</Fact>
        <Fact label={say('item.bounds')}>
          {`${centsText(bidding.minimumBidPriceCents)} – ${centsText(bidding.maximumBidPriceCents)}`}
        </Fact>
        <Fact label={say('item.tick')}>{formatStep(setting.terms.tickCents / 100, env().currency)}</Fact>
      </dl>
    </header>
  );
}

/** Flashes once, in steps, when the figure becomes another one than it was when the item came on screen. */
function FreshFigure({ text }: { text: string }) {
  const [first] = useState(text);
  return (
    <span key={text} className={text === first ? undefined : css.fresh}>
      {text}
    </span>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
