import {
  annulAuction,
  extendAuction,
  pauseAuction,
  resumeAuction,
  type ConductReply,
} from '#contract/bidding/conduct.ts';
import type { ConductAction } from '#domain/auction/judge-conduct.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { presentTimes } from '#server/room/present-room.ts';
import type { RoomAnswer } from '#server/room/room-answer.ts';
import type { RoomState } from '#server/room/room-state.ts';
import type { Call } from '#server/platform/http/operation.ts';
import { actorOf } from '#server/platform/http/audit.ts';
import { requireReason } from '#server/bidding/require-reason.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

type ConductCall = Pick<Call<typeof pauseAuction>, 'params' | 'caller' | 'key' | 'address'> & {
  readonly body: { readonly reason: string; readonly until?: string | null };
};

/** How the auction stands once it is durable; a repeat of the key is told how it stands by then. */
function look(answer: RoomAnswer, state: RoomState | undefined): ConductReply | Extract<RoomAnswer, { ok: false }> {
  if (!answer.ok) return answer;
  if (!state) throw new Refused('not_found');
  const { auctionEndTime, latestEndTime, pausedAt, annulledAt, extensions, conduct } = presentTimes(state);
  return { version: answer.version, auctionEndTime, latestEndTime, pausedAt, annulledAt, extensions, conduct };
}

async function submit(parts: AuctionParts, action: ConductAction, call: ConductCall): Promise<ConductReply> {
  const { params, caller, key, body } = call;
  const reason = requireReason(body.reason);
  const { userId, accounts } = caller;
  const request = {
    userId,
    accounts,
    actor: actorOf(call),
    type: 'conduct',
    action,
    reason,
    until: body.until ?? null,
  } as const;
  const answer = await parts.rooms.submit(params.id as AuctionId, request, key, look);
  if ('refused' in answer) throw new Refused(answer.refused.code, answer.refused.params, answer.refused.fields);
  return answer;
}

/** What an admin does to a live auction; everybody in its room is told by the line that it leaves (decision 15). */
export const conductOperations = (parts: AuctionParts): Operation[] => [
  operation(pauseAuction, (call) => submit(parts, 'pause', call), { ownTransactions: true }),
  operation(resumeAuction, (call) => submit(parts, 'resume', call), { ownTransactions: true }),
  operation(extendAuction, (call) => submit(parts, 'extend', call), { ownTransactions: true }),
  operation(annulAuction, (call) => submit(parts, 'annul', call), { ownTransactions: true }),
];
