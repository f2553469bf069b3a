import {
  type CSSProperties,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  memo,
  useMemo,
} from 'react';
import { useCentsText, type CentsText } from '#web/bidding/bid-form/price-text.ts';
import type { ItemView, RoomRow, Outcome } from '#web/bidding/room/room-view.ts';
import { formatQuantity, formatTime } from '#web/platform/format/format.ts';
import { type PhraseKey, useSay } from '#web/platform/phrases/phrase.ts';
import css from './ranking.module.css';
import { useAliasText } from '#web/platform/format/alias-text.ts';
import { nowMs } from '#web/platform/clock/clock.ts';
import type { Backup } from '#web/bidding/room/backup.ts';
import { OUTCOME_MARKS, outcomeOfRow } from '#web/bidding/ranking/outcome-mark.tsx';
import { takenSign, takenWords, thenWords } from '#web/bidding/ranking/taken-words.ts';

const ROW_PX = 36;
/** Scrolls the ranking to a rank when the reader asks for it. */
export type Jump = (rank: number) => void;

type Props = {
  rows: readonly RoomRow[];
  /** The item's largest figures determine the width of the columns for prices and quantities. */
  item: ItemView['bidding'];
  /** The ranking sets `current` to a function. The buttons beside the own bids call this function. */
  jump?: { current: Jump };
  /** The actions on a bid. Callers must always pass the same function, because rows are memoized. */
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
 * All bids of an item in rank order. Only the visible rows are in the DOM. Elements stay in place and only their
 * contents change, so the focus and the scroll position do not move with the ranking.
 */
export function Ranking({ rows, item, jump, action }: Props) {
  const say = useSay();
  const words = useRowWords();
  const scroll = useRef<HTMLDivElement>(null);
  const { first, end } = useRowsInSight(scroll, rows.length);
  useEffect(() => {
    if (!jump) return;
    jump.current = (rank) => {
      const element = scroll.current;
      // Centers the row in the visible area.
      element?.scrollTo({ top: (rank - 0.5) * ROW_PX - element.clientHeight / 2 });
    };
  }, [jump]);
  const centsText = useCentsText();
  const width = COLUMNS.length + (action ? 1 : 0);
  return (
    <div ref={scroll} className={css.scroll} role="region" aria-label={say('room.ranking')} tabIndex={0}>
      <table
        className={css.table}
        aria-label={say('room.ranking')}
        style={widthsOf(item, centsText)}
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

/**
 * Returns column widths for the largest possible figures of the item. The columns never move when the ranking changes.
 */
const widthsOf = (item: ItemView['bidding'], centsText: CentsText) =>
  ({
    '--price': centsText(item.maximumBidPriceCents).length,
    '--quantity': formatQuantity(item.quantity).length,
  }) as CSSProperties;

/** Fills the space of the rows that are not rendered above or below the visible rows. */
const Space = ({ px, width }: { px: number; width: number }) =>
  px > 0 ? (
    <tr aria-hidden style={{ height: px }}>
      <td colSpan={width} className={css.space}>
        {' '}
      </td>
    </tr>
  ) : null;

/** The head of the ranking. Only admins have a column of actions. */
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

/** The number of extra rows rendered above and below the visible rows. Without them, fast scrolling would show gaps. */
const BEYOND = 5;

/**
 * Returns the range of visible rows in a scrolled area. All rows must have the same height. `end` is the row after the
 * last visible one.
 */
function useRowsInSight(area: RefObject<HTMLElement | null>, count: number) {
  const [sight, setSight] = useState({ first: 0, end: 0 });
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const look = () => {
      const first = Math.floor(element.scrollTop / ROW_PX);
      const end = Math.ceil((element.scrollTop + element.clientHeight) / ROW_PX);
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
  }, [area]);
  const end = Math.min(count, sight.end + BEYOND);
  return { first: Math.max(0, Math.min(sight.first - BEYOND, end)), end };
}

type RowWords = ReturnType<typeof useRowWords>;

/**
 * Returns the texts that rows show, and functions that create texts. All rows share the result. Otherwise two hundred
 * rows would look up their texts ten times a second.
 */
function useRowWords() {
  const say = useSay();
  const aliasText = useAliasText();
  return useMemo(() => {
    const names = new Map<string, string>();
    const wordOf = (outcome: Outcome) => say(OUTCOME_MARKS[outcome].label);
    return {
      you: say('room.you'),
      byAdmin: say('result.byAdmin'),
      partOf: (row: RoomRow) => takenWords(say, row),
      thenOf: (backup: Backup) => thenWords(say, backup),
      outcomes: { winning: wordOf('winning'), partly: wordOf('partly'), losing: wordOf('losing') },
      nameOf(alias: string) {
        const name = names.get(alias) ?? aliasText(alias);
        names.set(alias, name);
        return name;
      },
    };
  }, [say, aliasText]);
}

type RowProps = { row: RoomRow; index: number; words: RowWords; action?: RankingAction };

/**
 * One row of the ranking. Kept simple, because rows are rendered ten times a second. `row` keeps its identity until its
 * contents change.
 */
const RankingRow = memo(function RankingRow({ row, index, words, action }: RowProps) {
  const { bid, rank, won, isOwn, couldDropOut, backup } = row;
  const sign = takenSign(row);
  const name = words.nameOf(row.name);
  const outcome = outcomeOfRow(won, bid.quantity);
  return (
    <tr className={css.row} aria-rowindex={index + 2} data-own={isOwn || undefined} data-outcome={outcome}>
      <td data-align="end">{rank}</td>
      <td className={css.name} title={name}>
        {isOwn ? <strong>{words.you}</strong> : name}
        {bid.byAdmin && <span className={css.byAdmin}>{words.byAdmin}</span>}
      </td>
      <td data-align="end">
        <Price key={bid.seq} cents={bid.priceCents} updatedAtMs={bid.updatedAtMs} />
      </td>
      <td data-align="end">
        {formatQuantity(bid.quantity)}
        {sign && (
          <span className={css.partial} data-drop={couldDropOut || undefined} title={words.partOf(row)}>
            {/* The column is as wide as its figures, so it shows only the sign. The title shows the quantity. */}
            <span aria-hidden>{sign}</span>
            <span className="visually-hidden">{words.partOf(row)}</span>
          </span>
        )}
      </td>
      <td data-align="end" title={backup && words.thenOf(backup)}>
        {won > 0 ? formatQuantity(won) : '–'}
        {backup && <span className="visually-hidden">{words.thenOf(backup)}</span>}
      </td>
      <td className={css.state}>
        <OutcomeSign outcome={outcome} />
        {words.outcomes[outcome]}
      </td>
      <td data-align="end" className={css.time}>
        {formatTime(bid.updatedAtMs, { withMs: true })}
      </td>
      {action && <td className={css.action}>{action(row)}</td>}
    </tr>
  );
});

/**
 * A full, half or empty sign beside the word and the color of an outcome. The stylesheet draws the sign, because two
 * hundred SVGs would be slower.
 */
export const OutcomeSign = ({ outcome }: { outcome: Outcome }) => (
  <span className={css.sign} data-outcome={outcome} aria-hidden />
);

const FRESH_MS = 1_500;

/** Shows a price. It flashes if the bid is new, but not if the row only scrolled into view. */
function Price({ cents, updatedAtMs }: { cents: number; updatedAtMs: number }) {
  const centsText = useCentsText();
  const [isFresh] = useState(() => nowMs() - updatedAtMs < FRESH_MS);
  return <span className={isFresh ? css.fresh : undefined}>{centsText(cents)}</span>;
}

/** Renders the buttons beside a bid. Only administrators have them. */
export type RankingAction = (row: RoomRow) => ReactNode;
