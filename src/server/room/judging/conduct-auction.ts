import type { ErrorCode, ErrorParams } from '#contract/errors/errors.ts';
import type { ConductKind } from '#domain/auction/conduct.ts';
import { conductStateAt, judgeConduct, judgeEnd, type ConductAction } from '#domain/auction/judge-conduct.ts';
import type { Refusal } from '#domain/basics/result.ts';
import type { Actor } from '#server/platform/http/audit.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { addConduct } from '#server/room/judging/add-line.ts';
import { lineTime, type RoomState } from '#server/room/room-state.ts';
import type { BidId } from '#domain/basics/ids.ts';
import type { NewLine } from '#server/room/store/write-lines.ts';

/** An admin's request to pause, resume, extend or annul an auction; `until` is the new end of an extension. */
export type ConductRequest = {
  readonly type: 'conduct';
  readonly action: ConductAction;
  readonly reason: string;
  readonly until: string | null;
};

const KINDS: Record<ConductAction, ConductKind> = {
  pause: 'paused',
  resume: 'resumed',
  extend: 'extended',
  annul: 'annulled',
};

/** Returns the reason of the last auction control, as a parameter of an error message. */
export const reasonOf = ({ conduct }: RoomState): ErrorParams => ({ reason: conduct.last?.reason ?? '' });

/**
 * Judges an auction control and applies it to the state. The request waits in the same queue as bids: bids before it
 * count, and bids after it are judged against the new state (decision 15).
 */
export function conductAuction(
  state: RoomState,
  { userId, actor, action, reason, until }: ConductRequest & { readonly userId: string; readonly actor?: Actor },
  receivedAtMs: number,
): Verdict {
  const atMs = lineTime(state, receivedAtMs);
  const refused = judgeConduct(action, conductStateAt(state.times, atMs));
  if (refused) return refusal({ ...refused, params: reasonOf(state) });
  const end = judgeEnd(action, state.times, atMs, until);
  if (!end.ok) return refusal(end.refused, 'until');
  const line = addConduct(state, { kind: KINDS[action], atMs, untilMs: end.value, by: 'admin', reason, userId, actor });
  return { ok: true, bidIds: [], lines: [line] };
}

const refusal = ({ code, params }: Refusal<ErrorCode>, field?: string): Verdict => ({
  ok: false,
  refused: new Refused(
    code,
    params,
    field === undefined ? undefined : { [field]: { code, ...(params && { params }) } },
  ),
  lines: [],
});

/** The answer to a request, with the lines that the request adds to the history. A refused late bid adds lines, too. */
export type Verdict = { readonly lines: readonly NewLine[] } & (
  | { readonly ok: true; readonly bidIds: readonly BidId[] }
  | { readonly ok: false; readonly refused: Refused }
);
