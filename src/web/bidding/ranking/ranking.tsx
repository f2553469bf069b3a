import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import { RankingRow, useRowWords, type RankingAction } from '#web/bidding/ranking/ranking-row.tsx';
import type { ItemView, RoomRow } from '#web/bidding/room/room-view.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { type PhraseKey, useSay } from '#web/platform/phrases/phrase.ts';
import css from './ranking.module.css';

export const ROW_PX = 36;
/** Brings a rank into sight, when asked by a person. */
export type Jump = (rank: number) => void;

type Props = {
  rows: readonly RoomRow[];
  /** Says how wide prices and quantities can get. */
  item: ItemView['bidding'];
  /** Filled in here, called by the buttons beside own bids. */
  jump: { current: Jump };
  /** What may be done with a bid; a constant of the caller, since rows are remembered. */
  action?: RankingAction;
};

const COLUMNS = [
  { title: 'room.rank', align: 'end' },
  { title: 'room.bidder', align: 'start' },
  { title: 'room.price', align: 'end' },
  { title: 'room.quantity', align: 'end' },
  { title: 'room.won', align: 'end' },
  { title: 'room.state', align: 'start' },
  { title: 'room.time', align: 'end' },
] as const satisfies readonly { title: PhraseKey; align: 'start' | 'end' }[];

/**
 * All bids of an item in rank order. Rows are plain and only those in sight exist; they stay where they are while what
 * they show changes, so that neither focus nor scroll position moves with the ranking.
 */
export function Ranking({ rows, item, jump, action }: Props) {
  const say = useSay();
  const words = useRowWords();
  const scroll = useRef<HTMLDivElement>(null);
  const { first, end } = useRowsInSight(scroll, ROW_PX, rows.length);
  useEffect(() => {
    jump.current = (rank) => {
      const element = scroll.current;
      // In the middle of what is in sight.
      element?.scrollTo({ top: (rank - 0.5) * ROW_PX - element.clientHeight / 2 });
    };
  }, [jump]);
  const width = COLUMNS.length + (action ? 1 : 0);
  return (
    <div ref={scroll} className={css.scroll} role="region" aria-label={say('room.ranking')} tabIndex={0}>
      <table
        className={css.table}
        aria-label={say('room.ranking')}
        style={widthsOf(item)}
        aria-rowcount={rows.length + 1}
        data-actions={action ? true : undefined}
      >
        <Head hasActions={action !== undefined} />
        <tbody>
          <Space px={first * ROW_PX} width={width} />
          {rows.slice(first, end).map((row, place) => (
            <RankingRow key={first + place} row={row} index={first + place} words={words} {...(action && { action })} />
          ))}
          <Space px={(rows.length - end) * ROW_PX} width={width} />
        </tbody>
      </table>
    </div>
  );
}

/** Columns of figures are as wide as the item's largest figures: they never move while the ranking does. */
const widthsOf = (item: ItemView['bidding']): CSSProperties & Record<`--${string}`, number> => ({
  '--price': centsText(item.maximumBidPriceCents).length,
  '--quantity': formatQuantity(item.quantity).length,
});

/** Stands for the rows above or below those in sight. */
const Space = ({ px, width }: { px: number; width: number }) =>
  px > 0 ? (
    <tr aria-hidden style={{ height: px }}>
      <td colSpan={width} className={css.space}>
        {' '}
      </td>
    </tr>
  ) : null;

function Head({ hasActions }: { hasActions: boolean }) {
  const say = useSay();
  return (
    <thead>
      <tr aria-rowindex={1}>
        {COLUMNS.map(({ title, align }) => (
          <th key={title} scope="col" data-align={align}>
            {say(title)}
          </th>
        ))}
        {hasActions && (
          <th scope="col">
            <span className="visually-hidden">{say('room.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

type Sight = { readonly first: number; readonly end: number };

/** Rows beyond either edge that are drawn as well, so that scrolling shows no gap. */
const BEYOND = 5;

/** Which rows of a scrolled area are in sight, where all are equally high: `first` up to, and without, `end`. */
function useRowsInSight(area: RefObject<HTMLElement | null>, rowPx: number, count: number): Sight {
  const [sight, setSight] = useState<Sight>({ first: 0, end: 0 });
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const look = () => {
      const first = Math.floor(element.scrollTop / rowPx);
      const end = Math.ceil((element.scrollTop + element.clientHeight) / rowPx);
      setSight((seen) => (seen.first === first && seen.end === end ? seen : { first, end }));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      resized.disconnect();
    };
  }, [area, rowPx]);
  const end = Math.min(count, sight.end + BEYOND);
  return { first: Math.max(0, Math.min(sight.first - BEYOND, end)), end };
}
