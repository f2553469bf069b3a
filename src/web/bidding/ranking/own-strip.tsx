import { Button } from '@mantine/core';
import { memo } from 'react';
import { IconArrowBarToDown, IconLoader2, IconPencil } from '@tabler/icons-react';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { chooseTarget } from '#web/bidding/bid-form/bid-form.ts';
import { useDesk, useItem, useOutgoing } from '#web/bidding/room/desk-context.ts';
import { OutcomeBadge, outcomeOfRow } from '#web/bidding/ranking/outcome-mark.tsx';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import type { Jump } from '#web/bidding/ranking/ranking.tsx';
import type { RoomRow } from '#web/bidding/room/room-view.ts';
import { thenWords, unfitWords } from '#web/bidding/ranking/taken-words.ts';
import css from './own-strip.module.css';

type Props = {
  itemId: string;
  /** Undefined where the whole ranking is in sight anyway. */
  jump: { current: Jump } | undefined;
  /** Undefined for a person who only watches. */
  onRevise: (() => void) | undefined;
};

/** The own bids on this item, always in sight above the ranking, and the one that is on its way. */
export function OwnStrip({ itemId, jump, onRevise }: Props) {
  const say = useSay();
  const desk = useDesk();
  const view = useItem(itemId);
  const outgoing = useOutgoing(itemId);
  if (!view || !desk.setting.own || (view.own.length === 0 && !outgoing)) return null;
  return (
    <ul className={css.strip} aria-label={say('room.ownBids')}>
      {view.own.map((row) => (
        <OwnLine key={row.bid.bidId} row={row} why={unfitWords(say, view, row)} jump={jump} onRevise={onRevise} />
      ))}
      {outgoing && <SendingLine itemId={itemId} />}
    </ul>
  );
}

type LineProps = Pick<Props, 'jump' | 'onRevise'> & {
  row: RoomRow;
  /** Why it loses though RECs are left; empty where it doesn't. */
  why: string;
};

const OwnLine = memo(function OwnLine({ row, why, jump, onRevise }: LineProps) {
  const say = useSay();
  const { bid, rank, won, backup } = row;
  return (
    <li className={css.line}>
      <span className={css.rank}>
        <span className="visually-hidden">{say('room.rank')} </span>#{rank}
      </span>
      <span className={css.offer}>
        {centsText(bid.priceCents)} × {formatQuantity(bid.quantity)}
      </span>
      <OutcomeBadge outcome={outcomeOfRow(won, bid.quantity)} />
      <span className={css.won}>{won > 0 ? say('room.wonCount', { quantity: formatQuantity(won) }) : why}</span>
      {backup && <span className={css.then}>{thenWords(say, backup)}</span>}
      <LineButtons itemId={bid.itemId} bidId={bid.bidId} jump={jump} onRevise={onRevise} />
    </li>
  );
});

type ButtonProps = Props & { bidId: string };

/** Ranks change ten times a second, what can be done about a bid doesn't. */
const LineButtons = memo(function LineButtons({ itemId, bidId, jump, onRevise }: ButtonProps) {
  const say = useSay();
  const desk = useDesk();
  const viewNow = () => desk.view.get()?.items.get(itemId);
  const revise = () => {
    const view = viewNow();
    if (view) desk.change(itemId, () => chooseTarget(view, bidId));
    onRevise?.();
  };
  const show = () => {
    const row = viewNow()?.own.find(({ bid }) => bid.bidId === bidId);
    if (row) jump?.current(row.rank);
  };
  return (
    <span className={css.buttons}>
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

/** Shown at once, and as nothing more than what it is: no rank before the server has said so. */
function SendingLine({ itemId }: { itemId: string }) {
  const say = useSay();
  const desk = useDesk();
  const outgoing = useOutgoing(itemId);
  if (!outgoing) return null;
  const { input, state, key } = outgoing;
  const words = { sending: 'room.sending', asking: 'room.askingAgain', unknown: 'room.unknown' } as const;
  return (
    <li className={css.line} data-pending>
      <IconLoader2 size={16} className={state === 'unknown' ? undefined : css.turning} aria-hidden />
      <span className={css.offer}>
        {centsText(Math.round((input.price ?? 0) * 100))} × {formatQuantity(input.quantity ?? 0)}
      </span>
      <span className={css.pending} role="status">
        {say(words[state])}
      </span>
      {state === 'unknown' && (
        <Button size="compact-sm" onClick={() => void desk.askAgain(key)}>
          {say('room.askAgain')}
        </Button>
      )}
    </li>
  );
}
