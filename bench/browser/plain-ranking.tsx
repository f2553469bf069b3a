import { memo, useState } from 'react';
import { formatQuantity, formatTime } from '#web/platform/format/format.ts';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import type { RoomRow } from '#web/bidding/room/room-view.ts';
import css from '#web/bidding/ranking/ranking.module.css';

/**
 * The anchor: rows of a ranking in plain React, with the same elements and data as our ranking. The texts are written
 * in the code. The component gets the rows already ranked and shows all of them. A row is rendered again only if it
 * changes.
 */
export const PlainRanking = ({ rows }: { rows: readonly RoomRow[] }) => (
  <div className={css.scroll} tabIndex={0}>
    <table className={css.table}>
      <thead>
        <tr>
          <th>Rank</th>
          <th>Bidder</th>
          <th>Price</th>
          <th>Quantity</th>
          <th>Won</th>
          <th>State</th>
          <th>Time</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <PlainRow key={index} row={row} />
        ))}
      </tbody>
    </table>
  </div>
);

const PlainRow = memo(function PlainRow({ row }: { row: RoomRow }) {
  const { bid, rank, won, isOwn, name } = row;
  const outcome = won === 0 ? 'losing' : won < bid.quantity ? 'partly' : 'winning';
  return (
    <tr className={css.row} aria-rowindex={rank + 1} data-own={isOwn || undefined} data-outcome={outcome}>
      <td data-align="end">{rank}</td>
      <td className={css.name} title={name}>
        {isOwn ? <strong>You</strong> : name}
      </td>
      <td data-align="end">
        <PlainPrice key={bid.seq} cents={bid.priceCents} updatedAtMs={bid.updatedAtMs} />
      </td>
      <td data-align="end">
        {formatQuantity(bid.quantity)}
        {bid.allowsPartial && (
          <span className={css.partial} title="Accepts a part">
            <span aria-hidden>÷</span>
            <span className="visually-hidden">Accepts a part</span>
          </span>
        )}
      </td>
      <td data-align="end">{won > 0 ? formatQuantity(won) : '–'}</td>
      <td className={css.state}>
        <span className={css.sign} data-outcome={outcome} aria-hidden />
        {outcome}
      </td>
      <td data-align="end" className={css.time}>
        {formatTime(bid.updatedAtMs, { withMs: true })}
      </td>
    </tr>
  );
});

function PlainPrice({ cents, updatedAtMs }: { cents: number; updatedAtMs: number }) {
  const [isFresh] = useState(() => Date.now() - updatedAtMs < 1_500);
  return <span className={isFresh ? css.fresh : undefined}>{centsText(cents)}</span>;
}
