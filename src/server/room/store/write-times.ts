import type { ConductTimes } from '#domain/auction/conduct.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { Db } from '#server/platform/database/database.ts';

/** Where a paused auction's end is put: beyond every clock, so that it is over for nobody. */
const END_OF_TIME = new Date('9999-12-31T23:59:59.999Z');

/** As far as a new line of the history moves its auction's times. */
type Timed = { readonly auctionId: AuctionId; readonly times?: ConductTimes | undefined };

/** Stores the times that lines of conduct lead to; a batch without any has nothing to store. */
export async function writeTimes(db: Db, lines: readonly Timed[]): Promise<void> {
  const changed = new Map(
    lines.flatMap(({ auctionId, times }): [AuctionId, ConductTimes][] => (times ? [[auctionId, times]] : [])),
  );
  for (const [auctionId, times] of changed)
    await db.updateTable('auction').set(columnsOfTimes(times)).where('id', '=', auctionId).execute();
}

/** The same as the auction's row has them. */
export function columnsOfTimes(times: ConductTimes) {
  const end = new Date(times.auctionEndsAtMs);
  const isPaused = times.pausedAtMs !== null;
  return {
    auction_end_time: isPaused ? END_OF_TIME : end,
    end_when_paused: isPaused ? end : null,
    paused_at: dateOf(times.pausedAtMs),
    annulled_at: dateOf(times.annulledAtMs),
    closed_at: dateOf(times.closedAtMs),
  };
}

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
