import { Button } from '@mantine/core';
import { IconPencil, IconArrowBarToDown, IconLoader2 } from '@tabler/icons-react';
import { formatQuantity, formatTime } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { chooseTarget } from '#web/bidding/bid-form/bid-form.ts';
import { useRoomSession, useRoom, useItem, useOutgoing } from '#web/bidding/room/room-session-context.ts';
import { OutcomeBadge, outcomeOfRow } from '#web/bidding/ranking/outcome-mark.tsx';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import type { ItemView, RoomRow } from '#web/bidding/room/room-view.ts';
import { thenWords, unfitWords } from '#web/bidding/ranking/taken-words.ts';
import css from './own-bids.module.css';
import { memo } from 'react';
import type { Outgoing } from '#web/bidding/bid-form/bid-sender.ts';
import type { Jump } from '#web/bidding/ranking/ranking.tsx';
import stripCss from './own-strip.module.css';
import { nearestCents } from '#domain/basics/price.ts';

/** All own bids on all items, and the own bids that an administrator cancelled. */
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

/** Shows the own bids on one item, with buttons to revise them. */
function ItemLines({ view, onRevise }: { view: ItemView; onRevise: (() => void) | undefined }) {
  const say = useSay();
  const roomSession = useRoomSession();
  const itemId = view.item.auctionItemId;
  const revise = (bidId: string) => {
    roomSession.selected.set(itemId);
    roomSession.change(itemId, () => chooseTarget(view, bidId));
    onRevise?.();
  };
  return (
    <>
      {view.own.map(({ bid, rank, won, backup }) => (
        <li key={bid.bidId} className={css.line}>
          <button type="button" className={css.item} onClick={() => roomSession.selected.set(itemId)}>
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

type Props = {
  itemId: string;
  /** Scrolls the ranking to an own bid. Undefined if the whole ranking is visible. */
  jump: { current: Jump } | undefined;
  /** Undefined for a person who only watches. */
  onRevise: (() => void) | undefined;
};

/** The own bids on this item, and the bid that is being sent. The strip is always visible above the ranking. */
export function OwnStrip({ itemId, jump, onRevise }: Props) {
  const say = useSay();
  const roomSession = useRoomSession();
  const view = useItem(itemId);
  const outgoing = useOutgoing(itemId);
  if (!view || !roomSession.setting.own || (view.own.length === 0 && !outgoing)) return null;
  return (
    <ul className={stripCss.strip} aria-label={say('room.ownBids')}>
      {view.own.map((row) => (
        <OwnLine key={row.bid.bidId} row={row} why={unfitWords(say, view, row)} jump={jump} onRevise={onRevise} />
      ))}
      {outgoing && <SendingLine outgoing={outgoing} />}
    </ul>
  );
}

type LineProps = Pick<Props, 'jump' | 'onRevise'> & {
  row: RoomRow;
  /** The reason why the bid loses although RECs are left; empty for any other bid. */
  why: string;
};

/** One own bid. If it loses although RECs are left, its line shows the reason. */
const OwnLine = memo(function OwnLine({ row, why, jump, onRevise }: LineProps) {
  const say = useSay();
  const { bid, rank, won, backup } = row;
  return (
    <li className={stripCss.line}>
      <span className={stripCss.rank}>
        <span className="visually-hidden">{say('room.rank')} </span>#{rank}
      </span>
      <span className={stripCss.offer}>
        {centsText(bid.priceCents)} × {formatQuantity(bid.quantity)}
      </span>
      <OutcomeBadge outcome={outcomeOfRow(won, bid.quantity)} />
      <span className={stripCss.won}>{won > 0 ? say('room.wonCount', { quantity: formatQuantity(won) }) : why}</span>
      {backup && <span className={stripCss.then}>{thenWords(say, backup)}</span>}
      <LineButtons itemId={bid.itemId} bidId={bid.bidId} jump={jump} onRevise={onRevise} />
    </li>
  );
});

type ButtonProps = Props & { bidId: string };

/** The buttons of one own bid. Memoized, because ranks change ten times a second but the buttons do not. */
const LineButtons = memo(function LineButtons({ itemId, bidId, jump, onRevise }: ButtonProps) {
  const say = useSay();
  const roomSession = useRoomSession();
  const viewNow = () => roomSession.view.get()?.items.get(itemId);
  const revise = () => {
    const view = viewNow();
    if (view) roomSession.change(itemId, () => chooseTarget(view, bidId));
    onRevise?.();
  };
  const show = () => {
    const row = viewNow()?.own.find(({ bid }) => bid.bidId === bidId);
    if (row) jump?.current(row.rank);
  };
  return (
    <span className={stripCss.buttons}>
      {onRevise && (
        <Button size="compact-sm" variant="light" leftSection={<IconPencil size={14} />} onClick={revise}>
          {say('room.revise')}
        </Button>
      )}
      {jump && (
        <Button size="compact-sm" variant="subtle" leftSection={<IconArrowBarToDown size={14} />} onClick={show}>
          {say('room.jump')}
        </Button>
      )}
    </span>
  );
});

/** A bid that is being sent. It is shown immediately, without a rank, because only the server can assign a rank. */
function SendingLine({ outgoing: { input, state, key, reason } }: { outgoing: Outgoing }) {
  const say = useSay();
  const roomSession = useRoomSession();
  const words = { sending: 'room.sending', asking: 'room.askingAgain', unknown: 'room.unknown' } as const;
  return (
    <li className={stripCss.line} data-pending>
      <IconLoader2 size={16} className={state === 'unknown' ? undefined : stripCss.turning} aria-hidden />
      <span className={stripCss.offer}>
        {centsText(nearestCents(input.price ?? 0))} × {formatQuantity(input.quantity ?? 0)}
      </span>
      <span className={stripCss.pending} role="status">
        {reason ?? say(words[state])}
      </span>
      {state === 'unknown' && (
        <Button size="compact-sm" onClick={() => void roomSession.askAgain(key)}>
          {say('room.askAgain')}
        </Button>
      )}
    </li>
  );
}
