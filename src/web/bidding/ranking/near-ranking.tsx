import { memo } from 'react';
import { useAliasText } from '#web/platform/format/alias-text.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { nearOwn } from '#web/bidding/ranking/near-own.ts';
import { OUTCOME_MARKS, outcomeOfRow } from '#web/bidding/ranking/outcome-mark.tsx';
import { useCentsText } from '#web/bidding/bid-form/price-text.ts';
import { OutcomeSign, type RankingAction } from '#web/bidding/ranking/ranking.tsx';
import type { RoomRow } from '#web/bidding/room/room-view.ts';
import { longTakenSign, takenWords, thenWords } from '#web/bidding/ranking/taken-words.ts';
import css from './ranking.module.css';

type Props = { rows: readonly RoomRow[]; isWhole: boolean; action?: RankingAction | undefined };

/** The ranking on a phone, in compact lines. It shows the ranks near the own bids, or all ranks on request. */
export function NearRanking({ rows, isWhole, action }: Props) {
  const say = useSay();
  const lines = isWhole ? rows.map((row) => ({ kind: 'row' as const, row })) : nearOwn(rows);
  return (
    <ol className={css.near} aria-label={say('room.ranking')}>
      {lines.map((line, index) =>
        line.kind === 'gap' ? (
          <li key={`gap-${index}`} className={css.gap}>
            {say('room.moreBids', { count: line.count })}
          </li>
        ) : (
          <Line key={index} row={line.row} action={action} />
        ),
      )}
    </ol>
  );
}

/** One bid of the shortened ranking. Renders again only when its row changes. */
const Line = memo(function Line({ row, action }: { row: RoomRow; action: RankingAction | undefined }) {
  const say = useSay();
  const centsText = useCentsText();
  const { bid, rank, won, isOwn, backup } = row;
  const name = useAliasText()(row.name);
  const sign = longTakenSign(row);
  const outcome = outcomeOfRow(won, bid.quantity);
  return (
    <li className={css.line} data-own={isOwn || undefined} data-outcome={outcome}>
      <span className={css.rank}>
        <span className="visually-hidden">{say('room.rank')} </span>
        {rank}
      </span>
      <span>
        {isOwn ? <strong>{say('room.you')}</strong> : name}
        {bid.byAdmin && <span className={css.byAdmin}>{say('result.byAdmin')}</span>}
      </span>
      <span className={`${css.end} ${css.figure}`}>
        {centsText(bid.priceCents)} × {formatQuantity(bid.quantity)}
        {sign !== '' && (
          <span className={css.part} data-drop={row.couldDropOut || undefined}>
            <span aria-hidden>{sign}</span>
            <span className="visually-hidden">{takenWords(say, row)}</span>
          </span>
        )}
      </span>
      <span className={css.state}>
        <OutcomeSign outcome={outcome} />
        {say(OUTCOME_MARKS[outcome].label)}
      </span>
      <span className={`${css.end} ${css.second}`}>
        {action ? action(row) : won > 0 && say('room.wonCount', { quantity: formatQuantity(won) })}
      </span>
      {backup && <span className={css.then}>{thenWords(say, backup)}</span>}
    </li>
  );
});
