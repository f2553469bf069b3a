import {
  dismissCancelledBids,
  listCancelledBids,
  cancelBid,
  listOwnBids,
  placeBid,
  placeBidOnBehalf,
  placeInitialBids,
  withdrawBid,
  type PlacedBids,
} from '#contract/bidding/bidding.ts';
import type { BodyOf, ReplyOf, Route } from '#contract/basics/route.ts';
import {
  annulAuction,
  extendAuction,
  pauseAuction,
  resumeAuction,
  type ConductReply,
} from '#contract/bidding/conduct.ts';
import { judgeBidding } from '#domain/access/may.ts';
import type { AuctionId, BidderId } from '#domain/basics/ids.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import type { CancellationCause } from '#domain/bidding/cancellation.ts';
import { conductStateAt, judgeConduct, type ConductAction } from '#domain/auction/judge-conduct.ts';
import { findAuction } from '#server/auction/auction-rows.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { cancelledBidsOf, dismissCancelled, sayCause } from '#server/auction/settling/settle-edit.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, RefusedWithReceipt, refuseFields } from '#server/platform/http/refused.ts';
import { standingBidsOf, type RoomState } from '#server/room/room-state.ts';
import { companyStatusOf } from '#server/auction/participants.ts';
import { actorOf } from '#server/platform/http/audit.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { withSpan } from '#server/platform/telemetry/trace.ts';
import type { RoomRequest } from '#server/room/judging/judge-request.ts';
import { adminsIn, presentAnswer, presentBid, presentTimes, type Audience } from '#server/room/present-room.ts';
import type { RoomAnswer } from '#server/room/store/room-store.ts';
import { hasAcceptedTerms } from '#server/template/acceptances.ts';

type RoomCall = Pick<Call, 'db' | 'caller' | 'key'> & { readonly params: { readonly id: string } };

/** Returns an operation whose request is handled by a room. The room manages the transactions. */
const roomOperation = <R extends Route>(route: R, handler: (call: Call<R>) => Promise<ReplyOf<R>>): Operation =>
  operation(route, handler, { ownTransactions: true });

export const bidOperations = (parts: AuctionParts): Operation[] => [
  roomOperation(placeInitialBids, async (call) => {
    await requireTermsToEnter(call);
    const { bids } = call.body;
    return submitRequest(parts, call, 'participants', { ...whoOf(call), type: 'place', entry: 'initial', bids });
  }),

  roomOperation(placeBid, (call) => {
    const bids = [call.body];
    return submitRequest(parts, call, 'participants', { ...whoOf(call), type: 'place', entry: 'live', bids });
  }),

  roomOperation(withdrawBid, (call) => {
    const { bidId } = call.params;
    return submitRequest(parts, call, 'participants', { ...whoOf(call), type: 'withdraw', bidId });
  }),

  operation(listOwnBids, async ({ db, params, caller }) => {
    const bidderId = (await requireSeat({ db, params, caller })).bidderId as BidderId;
    const own = await parts.rooms.read(params.id as AuctionId, (state) =>
      [...standingBidsOf(state, bidderId).values()].map((bid) => presentBid(state, bid, 'participants')),
    );
    if (!own) throw new Refused('not_found');
    return own;
  }),
];

/** Operations on the company's bids that a change cancelled, for the entry page (decision 56). */
export const cancelledBidOperations = (parts: AuctionParts): readonly Operation[] => [
  operation(listCancelledBids, async (call) => {
    const { db, params, language } = call;
    const { bidderId } = await requireSeat(call);
    const lastBidAtMs = await parts.rooms.read(params.id as AuctionId, (state) =>
      Math.max(0, ...[...standingBidsOf(state, bidderId as BidderId).values()].map((bid) => bid.updatedAtMs)),
    );
    const rows = await cancelledBidsOf(db, { auctionId: params.id, bidderId }, lastBidAtMs ?? 0);
    return rows.map((row) => ({
      bidId: row.bid_id,
      itemName: row.item_name,
      bidValue: decimalOfCents(row.price_cents),
      bidRECQuantity: row.quantity,
      cause: sayCause(language, { code: row.code, params: row.params } as CancellationCause),
      cancelledAt: row.at.toISOString(),
    }));
  }),

  operation(dismissCancelledBids, async (call) => {
    const { db, params, caller } = call;
    const seat = await requireSeat(call);
    const refused = judgeBidding(caller, seat);
    if (refused) throw new Refused(refused);
    await dismissCancelled(db, { auctionId: params.id, bidderId: seat.bidderId });
    return {};
  }),
];

async function requireSeat({ db, caller, params }: Omit<RoomCall, 'key'>) {
  const auction = await findAuction(db, caller, params.id);
  if (!auction) throw new Refused('not_found');
  const { own_bidder_id: bidderId, own_user_id: userId, own_account_id: accountId } = auction;
  if (bidderId === null || userId === null || accountId === null) throw new Refused('no_permission_to_join_auction');
  return { bidderId, userId, accountId };
}

/**
 * Administrators' operations on bidders' bids (docs/rules.md#acting-for-a-bidder) and on live auctions (decision 15).
 */
export const adminBidOperations = (parts: AuctionParts): Operation[] => [
  roomOperation(cancelBid, async (call) => {
    const { body, params, language } = call;
    const asked = { type: 'cancel', bidId: params.bidId, reason: requireReason(body) } as const;
    return submitRequest(parts, call, adminsIn(language), { ...whoOf(call), actor: actorOf(call), ...asked });
  }),

  roomOperation(placeBidOnBehalf, async (call) => {
    const { bidderId, reason: _, ...bid } = call.body;
    const asked = { type: 'placeOnBehalf', bidderId, bid, reason: requireReason(call.body) } as const;
    // A blacklisted company cannot bid through an administrator either (docs/rules.md#business-accounts).
    if ((await companyStatusOf(call.db, bidderId)) === 'Blacklisted') throw new Refused('account_blacklisted');
    return submitRequest(parts, call, adminsIn(call.language), { ...whoOf(call), actor: actorOf(call), ...asked });
  }),

  // These calls need no announcement: the line of the history updates everyone in the room.
  roomOperation(pauseAuction, (call) => submitConduct(parts, 'pause', call)),
  roomOperation(resumeAuction, (call) => submitConduct(parts, 'resume', call)),
  roomOperation(extendAuction, (call) => submitConduct(parts, 'extend', call)),
  { ...roomOperation(annulAuction, (call) => submitConduct(parts, 'annul', call)), tryOut: tryAnnulment(parts) },
];

/**
 * Refuses the first bids of a bidder who has not accepted the terms in force. A bidder who has a bid in the auction may
 * continue under older terms. If the caller is not a bidder, this function accepts the call, and the room refuses it.
 */
async function requireTermsToEnter({ db, caller, params }: RoomCall): Promise<void> {
  if (await hasAcceptedTerms(db, caller.userId)) return;
  const auction = await findAuction(db, caller, params.id);
  if (auction?.own_bidder_id && !auction.own_has_bid) throw new Refused('template_not_accepted');
}

/** Returns the trimmed reason of an admin's act in a room. Refuses a blank reason. */
function requireReason({ reason }: { readonly reason: string }): string {
  const said = reason.trim();
  if (said === '') refuseFields({ reason: { code: 'field_required' } });
  return said;
}

const whoOf = ({ caller: { userId, accounts, apiKeyId } }: { readonly caller: Caller }) => ({
  userId,
  accounts,
  apiKeyId,
});

/** Queues a request in the auction's room, and presents the result as soon as it is durable. */
async function submitRequest(
  parts: AuctionParts,
  call: RoomCall,
  audience: Audience,
  request: RoomRequest,
): Promise<PlacedBids> {
  const auctionId = call.params.id as AuctionId;
  if (audience === 'participants') {
    await requireSeen(parts, call);
    parts.bidCalls.take(`${auctionId} ${call.caller.userId}`);
  }
  const answer = await withSpan('request to a room', { 'greenlot.auction_id': auctionId }, () =>
    parts.rooms.submit(auctionId, request, call.key, presentAnswer(audience)),
  );
  if (answer.ok) return answer.placed;
  const { code, params, fields } = answer.refused;
  // A stranger must not learn from a refusal that the auction exists (docs/rules.md#answers).
  const isStranger = code === 'no_permission_to_join_auction' && !(await findAuction(call.db, call.caller, auctionId));
  if (isStranger) throw new Refused('not_found');
  throw answer.receipt ? new RefusedWithReceipt(answer.refused, answer.receipt) : new Refused(code, params, fields);
}

/** The maximum number of pairs of a user and an auction in memory. When it is reached, all pairs are removed. */
const SEEN_MAX = 200_000;

/**
 * Refuses users who may not see the auction, so that neither the room's answer nor its duration reveals that the
 * auction exists (docs/rules.md#answers). Each user is looked up only once per auction, because a look-up for each bid
 * would cost too many statements. After that, only the room decides about the user's requests.
 */
async function requireSeen({ seenAuctions: seen }: AuctionParts, { db, caller, params }: RoomCall): Promise<void> {
  const key = `${params.id} ${caller.userId}`;
  if (seen.has(key)) return;
  if (!(await findAuction(db, caller, params.id))) throw new Refused('not_found');
  if (seen.size >= SEEN_MAX) seen.clear();
  seen.add(key);
}

/** Refuses an annulment that the room would refuse now. */
const tryAnnulment =
  ({ rooms }: AuctionParts) =>
  async ({ params, body, nowMs }: Call): Promise<void> => {
    requireReason(body as BodyOf<typeof annulAuction>);
    const id = (params as { readonly id: AuctionId }).id;
    const refusal = await rooms.read(id, ({ times, conduct }) => ({
      found: judgeConduct('annul', conductStateAt(times, nowMs)),
      params: { reason: conduct.last?.reason ?? '' },
    }));
    if (!refusal) throw new Refused('not_found');
    if (refusal.found) throw new Refused(refusal.found.code, refusal.params);
  };

type ConductCall = RoomCall &
  Pick<Call, 'address'> & { readonly body: Partial<BodyOf<typeof extendAuction>> & BodyOf<typeof pauseAuction> };

async function submitConduct(parts: AuctionParts, action: ConductAction, call: ConductCall): Promise<ConductReply> {
  const { params, caller, key, body } = call;
  const { userId, accounts } = caller;
  const asked = { type: 'conduct', action, reason: requireReason(body), until: body.until ?? null } as const;
  const request = { userId, accounts, actor: actorOf(call), ...asked };
  const answer = await parts.rooms.submit(params.id as AuctionId, request, key, presentConducted);
  if ('refused' in answer) throw new Refused(answer.refused.code, answer.refused.params, answer.refused.fields);
  return answer;
}

/**
 * Returns the state of the auction after an auction control. A repeated call with the same key gets the state at the
 * time of the repeat.
 */
function presentConducted(
  answer: RoomAnswer,
  state: RoomState | undefined,
): ConductReply | Extract<RoomAnswer, { ok: false }> {
  if (!answer.ok) return answer;
  if (!state) throw new Refused('not_found');
  const { auctionEndTime, latestEndTime, pausedAt, annulledAt, extensions, conduct } = presentTimes(state);
  return { version: answer.version, auctionEndTime, latestEndTime, pausedAt, annulledAt, extensions, conduct };
}
