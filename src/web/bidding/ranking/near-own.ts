import type { RoomRow } from '#web/bidding/room/room-view.ts';

/** A line of the shortened ranking: a bid, or a gap. */
type NearLine =
  | { readonly kind: 'row'; readonly row: RoomRow }
  /** The number of ranks that are left out here. */
  | { readonly kind: 'gap'; readonly count: number };

const AROUND = 3;
const TOP_WITHOUT_OWN = 7;

/**
 * Returns the ranking for a phone: the first rank, the own bids with three ranks above and below each, and the size of
 * each gap. Without own bids, returns the first seven ranks.
 */
export function nearOwn(rows: readonly RoomRow[]): readonly NearLine[] {
  const ownRanks = rows.filter((row) => row.isOwn).map((row) => row.rank);
  const isNear = (row: RoomRow): boolean =>
    row.rank === 1 ||
    (ownRanks.length === 0
      ? row.rank <= TOP_WITHOUT_OWN
      : ownRanks.some((rank) => Math.abs(rank - row.rank) <= AROUND));
  const lines: NearLine[] = [];
  let shown = 0;
  for (const row of rows) {
    if (!isNear(row)) continue;
    const count = row.rank - shown - 1;
    if (count > 0) lines.push({ kind: 'gap', count });
    lines.push({ kind: 'row', row });
    shown = row.rank;
  }
  const rest = rows.length - shown;
  return rest > 0 ? [...lines, { kind: 'gap', count: rest }] : lines;
}
