import type { ItemId } from '#domain/basics/ids.ts';
import { softEndMs } from '#domain/auction/soft-close.ts';
import { statusAt } from '#domain/auction/status.ts';
import { isWonAlike, type Ranking } from '#domain/bidding/ranking.ts';
import { lineTime, type RoomState } from '#server/bidding/room-state.ts';
import type { NewLine } from '#server/bidding/write-lines.ts';
import { addConduct } from '#server/bidding/add-conduct.ts';

/** How every item stood before a request in the last minutes, and the end that it may bring about. */
export type LastMinutes = {
  readonly atMs: number;
  readonly untilMs: number;
  readonly before: ReadonlyMap<ItemId, Ranking>;
};

/**
 * Whether a request comes in the minutes that soft close watches (rules 3). Outside of them, and in auctions without soft
 * close, that is all that is asked: rankings are values, so that holding one costs nothing.
 */
export function lastMinutes(state: RoomState, receivedAtMs: number): LastMinutes | undefined {
  const { settings, times, conduct } = state;
  const atMs = lineTime(state, receivedAtMs);
  const where = { auctionEndsAtMs: times.auctionEndsAtMs, extensions: conduct.extensions };
  const untilMs = softEndMs(settings.softClose, where, atMs);
  if (untilMs === undefined || statusAt(times, atMs) !== 'live') return undefined;
  return {
    atMs,
    untilMs,
    before: new Map([...state.standings].map(([itemId, standing]) => [itemId, standing.ranking()])),
  };
}

/**
 * The line that moves the end after the lines of one request, right behind them: every later bid, of the same batch too,
 * is judged against the new end. Cancellations move nothing: whoever cancels a bid can extend the auction as well.
 */
export function extendSoftly(state: RoomState, last: LastMinutes, lines: readonly NewLine[]): NewLine[] {
  const items = new Set(
    lines.flatMap(({ line }) => (line.kind === 'placed' || line.kind === 'revised' ? (line.itemId ?? []) : [])),
  );
  const isChanged = [...items].some((itemId) => {
    const [before, after] = [last.before.get(itemId), state.standings.get(itemId)?.ranking()];
    return before && after && !isWonAlike(before, after);
  });
  if (!isChanged) return [];
  const by = { by: 'system', reason: 'soft_close', userId: null } as const;
  return [addConduct(state, { kind: 'extended', atMs: last.atMs, untilMs: last.untilMs, ...by })];
}
