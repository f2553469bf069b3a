import type { ConductKind } from '#domain/auction/conduct.ts';
import type { HistoryLine } from '#domain/bidding/history.ts';
import { applyLine, type RoomState } from '#server/bidding/room-state.ts';
import { ABOUT_NO_BID } from '#server/bidding/write-event.ts';
import type { NewLine } from '#server/bidding/write-lines.ts';

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
  const hash = applyLine(state, line);
  return { auctionId: state.settings.auctionId, line, hash, actingUserId: conduct.userId, times: state.times };
}
