import type { ReactNode } from 'react';
import { memo, useMemo, useState } from 'react';
import { useAliasText } from '#web/platform/format/alias-text.ts';
import { nowMs } from '#web/platform/clock/clock.ts';
import { formatQuantity, formatTime } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Backup } from '#web/bidding/room/backup.ts';
import { OUTCOME_WORDS, outcomeOfRow } from '#web/bidding/ranking/outcome-mark.tsx';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import type { Outcome, RoomRow } from '#web/bidding/room/room-view.ts';
import { takenSign, takenWords, thenWords } from '#web/bidding/ranking/taken-words.ts';
import css from './ranking.module.css';

/** What lines say, found once for all of them: two hundred would look for the same words ten times a second. */
export type RowWords = {
  readonly you: string;
  readonly byAdmin: string;
  readonly partOf: (row: RoomRow) => string;
  readonly thenOf: (backup: Backup) => string;
  readonly outcomes: Readonly<Record<Outcome, string>>;
  readonly nameOf: (alias: string) => string;
};

export function useRowWords(): RowWords {
  const say = useSay();
  const aliasText = useAliasText();
  return useMemo(() => {
    const names = new Map<string, string>();
    const { winning, partly, losing, none } = OUTCOME_WORDS;
    return {
      you: say('room.you'),
      byAdmin: say('result.byAdmin'),
      partOf: (row) => takenWords(say, row),
      thenOf: (backup) => thenWords(say, backup),
      outcomes: { winning: say(winning), partly: say(partly), losing: say(losing), none: say(none) },
      nameOf(alias) {
        const name = names.get(alias) ?? aliasText(alias);
        names.set(alias, name);
        return name;
      },
    };
  }, [say, aliasText]);
}

type Props = { row: RoomRow; index: number; words: RowWords; action?: RankingAction };

/** Plain on purpose: this is what redraws ten times a second. The row is the same object until something in it changes. */
export const RankingRow = memo(function RankingRow({ row, index, words, action }: Props) {
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
            {/* The column is as wide as its figures; how many, the title says. */}
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

/** A sign beside the word and the colour: full, half, empty. Drawn by the stylesheet, two hundred pictures cost more. */
export const OutcomeSign = ({ outcome }: { outcome: Outcome }) => (
  <span className={css.sign} data-outcome={outcome} aria-hidden />
);

const FRESH_MS = 1_500;

/** Flashes where the bid has just come, not where a row has just scrolled into sight. */
function Price({ cents, updatedAtMs }: { cents: number; updatedAtMs: number }) {
  const [isFresh] = useState(() => nowMs() - updatedAtMs < FRESH_MS);
  return <span className={isFresh ? css.fresh : undefined}>{centsText(cents)}</span>;
}

export type RankingAction = (row: RoomRow) => ReactNode;
