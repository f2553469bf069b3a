import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { formatQuantity, formatTime } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { chooseTarget } from '#web/bidding/bid-form/bid-form.ts';
import { useDesk, useRoom } from '#web/bidding/room/desk-context.ts';
import { OutcomeBadge, outcomeOfRow } from '#web/bidding/ranking/outcome-mark.tsx';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import type { ItemView } from '#web/bidding/room/room-view.ts';
import { thenWords, unfitWords } from '#web/bidding/ranking/taken-words.ts';
import css from './own-bids.module.css';

/** All own bids, whichever item they are on, and those that an administrator took away. */
export function OwnBids({ onRevise }: { onRevise: (() => void) | undefined }) {
  const say = useSay();
  const items = useRoom((view) => view.items);
  const bidOn = [...(items?.values() ?? [])].filter(({ own, gone }) => own.length + gone.length > 0);
  return (
    <section className={css.own} aria-labelledby="own-bids">
      <h2 id="own-bids" className={css.title}>
        {say('room.allOwnBids')}
      </h2>
      {bidOn.length === 0 ? (
        <p className={css.none}>{say('room.noOwnBids')}</p>
      ) : (
        <ul className={css.lines}>
          {bidOn.map((view) => (
            <ItemLines key={view.item.auctionItemId} view={view} onRevise={onRevise} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ItemLines({ view, onRevise }: { view: ItemView; onRevise: (() => void) | undefined }) {
  const say = useSay();
  const desk = useDesk();
  const itemId = view.item.auctionItemId;
  const revise = (bidId: string) => {
    desk.selected.set(itemId);
    desk.change(itemId, () => chooseTarget(view, bidId));
    onRevise?.();
  };
  return (
    <>
      {view.own.map(({ bid, rank, won, backup }) => (
        <li key={bid.bidId} className={css.line}>
          <button type="button" className={css.item} onClick={() => desk.selected.set(itemId)}>
            {view.item.name}
          </button>
          <span className={css.offer}>
            {centsText(bid.priceCents)} × {formatQuantity(bid.quantity)}
          </span>
          <span className={css.small}>#{rank}</span>
          <OutcomeBadge outcome={outcomeOfRow(won, bid.quantity)} />
          <span className={css.small}>
            {won > 0 ? say('room.wonCount', { quantity: formatQuantity(won) }) : unfitWords(say, view, { bid })}
            {won === 0 && backup && <> {thenWords(say, backup)}</>}
          </span>
          <time className={css.small}>{formatTime(bid.updatedAtMs, { withMs: true })}</time>
          {onRevise && (
            <Button
              size="compact-sm"
              variant="subtle"
              className={css.revise}
              leftSection={<IconPencil size={14} aria-hidden />}
              aria-label={say('room.reviseNamed', { item: view.item.name, price: centsText(bid.priceCents) })}
              onClick={() => revise(bid.bidId)}
            >
              {say('room.revise')}
            </Button>
          )}
        </li>
      ))}
      {view.gone.map((bid) => (
        <li key={bid.bidId} className={css.line} data-gone>
          <span className={css.item}>{view.item.name}</span>
          <s className={css.offer}>
            {centsText(bid.priceCents)} × {formatQuantity(bid.quantity)}
          </s>
          <span className={css.gone}>{say('room.gone')}</span>
        </li>
      ))}
    </>
  );
}
