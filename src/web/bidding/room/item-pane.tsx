import { Button } from '@mantine/core';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { env } from '#web/platform/page/env.ts';
import { formatQuantity, formatStep } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useItem, useRoomSession, useToWinLabel } from '#web/bidding/room/room-session-context.ts';
import { NearRanking } from '#web/bidding/ranking/near-ranking.tsx';
import { OwnStrip } from '#web/bidding/ranking/own-bids.tsx';
import type { RoomPhase } from '#web/bidding/room/phase.ts';
import { Ranking, type Jump, type RankingAction } from '#web/bidding/ranking/ranking.tsx';
import { takenSign } from '#web/bidding/ranking/taken-words.ts';
import css from './room.module.css';
import { Pictures } from '#web/design/layout/pictures.tsx';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { BehindNote } from '#web/bidding/bid-form/bid-notes.tsx';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import { lastWinningPrice } from '#web/bidding/room/room-view.ts';
import headCss from './item-head.module.css';
import { decimalOfCents } from '#domain/basics/price.ts';

/** Lazy-loaded after the ranking, because readers need the ranking first. A space is reserved for the chart. */
const Depth = lazy(async () => ({ default: (await import('#web/bidding/depth/depth.tsx')).Depth }));

type Props = {
  itemId: string;
  phase: RoomPhase;
  isNarrow: boolean;
  /** Undefined for a person who only watches. */
  onRevise: (() => void) | undefined;
  action: RankingAction | undefined;
  /** Opens the dialog to place a bid for a bidder. */
  onBid: ((itemId: string) => void) | undefined;
};

/** Shows one item: its description, the price to win, the reader's own bids, the ranking, and the price depth. */
export function ItemPane({ itemId, phase, isNarrow, onRevise, action, onBid }: Props) {
  const jump = useRef<Jump>(() => undefined);
  return (
    <section className={css.pane}>
      <ItemHead itemId={itemId} />
      <OwnStrip itemId={itemId} jump={isNarrow ? undefined : jump} onRevise={onRevise} />
      <RankingPart key={itemId} {...{ itemId, phase, isNarrow, jump, action, onBid }} />
      {env().flags.auctionRoomChart && (
        <Suspense fallback={<div className={css.depthPlace} />}>
          <Depth key={`depth-${itemId}`} itemId={itemId} />
        </Suspense>
      )}
    </section>
  );
}

type PartProps = Omit<Props, 'onRevise'> & { jump: { current: Jump } };

/**
 * Shows the ranking of the selected item. A narrow screen shows only the ranks near the reader's own bids, until the
 * reader asks for the whole ranking.
 */
function RankingPart({ itemId, phase, isNarrow, jump, action, onBid }: PartProps) {
  const say = useSay();
  const view = useItem(itemId);
  const [isWhole, setIsWhole] = useState(false);
  if (!view) return null;
  const { rows } = view;
  return (
    <div className={css.ranking}>
      <div className={css.rankingHead}>
        <h3 className={css.subtitle}>{say('room.ranking')}</h3>
        <span className={css.count}>
          {say('room.bidCount', { count: rows.length, shown: formatQuantity(rows.length) })}
        </span>
        {onBid && (
          <Button size="compact-sm" variant="light" onClick={() => onBid(itemId)}>
            {say('room.onBehalf')}
          </Button>
        )}
        {isNarrow && rows.length > 0 && (
          <Button size="compact-sm" variant="subtle" className={css.whole} onClick={() => setIsWhole(!isWhole)}>
            {say(isWhole ? 'room.showNear' : 'room.showAll')}
          </Button>
        )}
      </div>
      {rows.length === 0 ? (
        <p className={css.none}>{say(phase === 'sealed' && !action ? 'room.sealed' : 'room.noBidsYet')}</p>
      ) : isNarrow ? (
        <NearRanking rows={rows} isWhole={isWhole} action={action} />
      ) : (
        <Ranking rows={rows} item={view.bidding} jump={jump} action={action} />
      )}
      {rows.some((row) => takenSign(row) === '÷') && (
        <p className={css.legend}>
          <strong aria-hidden>÷</strong> {say('bidding.allowsPartial')}
        </p>
      )}
      {rows.some(({ couldDropOut }) => couldDropOut) && (
        <p className={css.legend}>
          <strong aria-hidden>!</strong> {say('room.dropOutLegend')}
        </p>
      )}
    </div>
  );
}

/** Shows the product and the most important figure: the price to win now. */
function ItemHead({ itemId }: { itemId: string }) {
  const say = useSay();
  const wordsOf = useItemWords();
  const labelOf = useToWinLabel();
  const { setting } = useRoomSession();
  const view = useItem(itemId);
  if (!view) return null;
  const { item, bidding, toWin, lowestPrice, behind, rows } = view;
  const lastWinning = lastWinningPrice(rows);
  const best = rows[0]?.bid.priceCents;
  return (
    <header className={headCss.head}>
      <div className={headCss.what}>
        <h2 className={headCss.name}>{item.name}</h2>
        <p className={headCss.words}>{wordsOf(item)}</p>
        <p className={headCss.words}>
          {say('unit.recCount', { quantity: bidding.quantity })}
          {' · '}
          {say(bidding.partialFulfillment ? 'item.soldInParts' : 'item.soldWhole')}
        </p>
        {item.address && <p className={headCss.words}>{item.address}</p>}
        <Pictures images={item.images} subject={item.name} />
      </div>
      <div className={headCss.win}>
        <span className={headCss.label}>{labelOf(view)}</span>
        <span className={headCss.price} data-full={toWin.isFull || undefined}>
          <span className={headCss.currency}>{env().currency}</span>
          <FreshFigure key={itemId} text={centsText(toWin.priceCents)} />
        </span>
        {behind && (
          <span className={headCss.accepted}>
            {say(`direction.${setting.terms.auctionType}.acceptedFrom`)}{' '}
            <strong>{centsText(lowestPrice.priceCents)}</strong>
          </span>
        )}
      </div>
      {behind && (
        <p className={headCss.behind}>
          <BehindNote {...{ toWin, behind }} fromCents={lowestPrice.priceCents} />
        </p>
      )}
      <dl className={headCss.figures}>
        <Fact label={say('room.leadingPrice')}>{best === undefined ? '–' : centsText(best)}</Fact>
        <Fact label={say('room.lastWinning')}>{lastWinning === undefined ? '–' : centsText(lastWinning)}</Fact>
        <Fact label={say('item.bounds')}>
          {`${centsText(bidding.minimumBidPriceCents)} – ${centsText(bidding.maximumBidPriceCents)}`}
        </Fact>
        <Fact label={say('item.tick')}>{formatStep(decimalOfCents(setting.terms.tickCents), env().currency)}</Fact>
      </dl>
    </header>
  );
}

/** Shows a figure, and flashes when the figure changes. The figure that was shown first never flashes. */
function FreshFigure({ text }: { text: string }) {
  const [first] = useState(text);
  return (
    <span key={text} className={text === first ? undefined : headCss.fresh}>
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
