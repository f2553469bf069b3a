import type { ConductKind } from '#domain/auction/conduct.ts';
import type { HistoryLine } from '#domain/bidding/history.ts';
import type { Actor } from '#server/platform/http/audit.ts';
import { applyLine, type RoomState } from '#server/room/room-state.ts';
import { ABOUT_NO_BID } from '#server/room/store/write-event.ts';
import { type NewLine, columnsOfTimes } from '#server/room/store/write-lines.ts';

/** Makes the next line of conduct, and applies it: from here on the state has the times that it leads to. */
export function addConduct(
  state: RoomState,
  conduct: {
    readonly kind: ConductKind;
    readonly atMs: number;
    readonly untilMs: number | null;
    readonly by: HistoryLine['by'];
    readonly reason: string;
    readonly userId: string | null;
    readonly actor?: Actor | undefined;
  },
): NewLine {
  const line: HistoryLine = {
    ...ABOUT_NO_BID,
    seq: state.version + 1,
    kind: conduct.kind,
    at: new Date(conduct.atMs).toISOString(),
    by: conduct.by,
    reason: conduct.reason,
    until: conduct.untilMs === null ? null : new Date(conduct.untilMs).toISOString(),
  };
  const { auctionId } = state.settings;
  const before = columnsOfTimes(state.times);
  const hash = applyLine(state, line);
  const change = { table: 'auction', id: auctionId, before, after: columnsOfTimes(state.times) };
  const act = conduct.actor && { actor: conduct.actor, change };
  return { auctionId, line, hash, actingUserId: conduct.userId, times: state.times, ...(act && { act }) };
}
