import { randomUUID } from 'node:crypto';
import type { BidInput } from '#contract/bidding/bidding.ts';
import type { ErrorCode, ErrorParams } from '#contract/errors/errors.ts';
import { judgeBidding, type Person } from '#domain/access/may.ts';
import { isAnswerable } from '#domain/auction/soft-close.ts';
import { statusAt } from '#domain/auction/status.ts';
import type { BidderId, BidId, ItemId } from '#domain/basics/ids.ts';
import { centsOfDecimal } from '#domain/basics/price.ts';
import type { AdminReason } from '#domain/bidding/history.ts';
import { judgeBid, type BidContext } from '#domain/bidding/judge-bid.ts';
import { judgeLineCount } from '#domain/bidding/line-limits.ts';
import { addLine, BY_BIDDER, endOf, type By } from '#server/room/judging/add-line.ts';
import { markState } from '#server/room/mark-state.ts';
import {
  endTermsOf,
  lineTime,
  linesOfBidder,
  standingBidsOf,
  type RoomBidder,
  type RoomState,
} from '#server/room/room-state.ts';
import { conductAuction, reasonOf, type ConductRequest, type Verdict } from '#server/room/judging/conduct-auction.ts';
import type { NewLine } from '#server/room/store/write-lines.ts';
import type { Actor } from '#server/platform/http/audit.ts';
import { Refused, type FieldRefusal } from '#server/platform/http/refused.ts';

/** A request to a room, with the accounts that the caller belongs to now. */
export type RoomRequest = Pick<Person, 'userId' | 'accounts'> & {
  /** The administrator who acts, with address and session, for the audit trail. Simulations have no actor. */
  readonly actor?: Actor;
  /** The API key that the bidder uses, if any. */
  readonly apiKeyId?: string | undefined;
} & (
    | { readonly type: 'place'; readonly entry: 'initial' | 'live'; readonly bids: readonly BidInput[] }
    | { readonly type: 'placeOnBehalf'; readonly bidderId: string; readonly bid: BidInput; readonly reason: string }
    | { readonly type: 'withdraw'; readonly bidId: string }
    | { readonly type: 'cancel'; readonly bidId: string; readonly reason: string }
    | ConductRequest
  );

type RequestOf<Type extends RoomRequest['type']> = Extract<RoomRequest, { type: Type }>;

/** Returns the fields that name this bidder as a request's caller. For the demo and simulations, without real users. */
export const asBidder = ({
  userId,
  accountId,
}: Pick<RoomBidder, 'userId' | 'accountId'>): Pick<Person, 'userId' | 'accounts'> => ({
  userId,
  accounts: [{ id: accountId, status: 'Active', role: 'trader' }],
});

/**
 * Judges one request at `receivedAtMs` (database clock), and applies all of it to the state, or nothing. Checks the
 * caller, then the auction, then each bid (docs/rules.md#bid-checks).
 */
export function judgeRequest(state: RoomState, request: RoomRequest, receivedAtMs: number): Verdict {
  if (request.type === 'conduct') return conductAuction(state, request, receivedAtMs);
  if (request.type === 'cancel') return cancelBid(state, request, receivedAtMs);
  if (request.type === 'placeOnBehalf') return placeOnBehalf(state, request, receivedAtMs);
  const bidder = state.settings.bidderOfUser.get(request.userId) ?? bidderOfCompany(state, request);
  if (!bidder) return refusal('no_permission_to_join_auction');
  const refused = judgeBidding(request, bidder);
  if (refused) return refusal(refused);
  if (request.type === 'withdraw') return withdrawBid(state, bidder, request, receivedAtMs);
  // The request has the caller's present companies. `isRelatedToOwner` may be older, so check here, too.
  if (request.accounts.some(({ id }) => id === state.settings.ownerAccountId))
    return refusal('bidder_related_to_owner');
  return placeBids(state, bidder, { ...request, by: byBidder(request) }, receivedAtMs);
}

/** Returns the bidder of one of the caller's companies. This search is slow: try `bidderOfUser` first. */
const bidderOfCompany = ({ settings }: RoomState, { accounts }: RoomRequest): RoomBidder | undefined =>
  settings.bidders.values().find(({ accountId }) => accounts.some(({ id }) => id === accountId));

const refusal = (code: ErrorCode, params?: ErrorParams, lines: readonly NewLine[] = []): Verdict => ({
  ok: false,
  refused: new Refused(code, params),
  lines,
});

const byBidder = ({ apiKeyId }: RoomRequest): By => ({ ...BY_BIDDER, apiKeyId });

const byAdmin = (
  { reason: typedReason, userId, actor }: RequestOf<'placeOnBehalf' | 'cancel'>,
  reason: AdminReason,
): By => ({ by: 'admin', reason, typedReason, userId, actor });

/** The bids of one request. `onBehalf` is a single bid as in the live room, but also allowed before the start. */
type Placing = {
  readonly entry: 'initial' | 'live' | 'onBehalf';
  readonly bids: readonly BidInput[];
  readonly by: By;
};

/**
 * Places a bid that a bidder asked an administrator to enter. The quantity limits and the no-decrease rules do not
 * apply (docs/rules.md#acting-for-a-bidder).
 */
function placeOnBehalf(state: RoomState, request: RequestOf<'placeOnBehalf'>, receivedAtMs: number): Verdict {
  const bidder = state.settings.bidders.get(request.bidderId as BidderId);
  if (!bidder) return refusal('bidder_account_unknown');
  const placing: Placing = { entry: 'onBehalf', bids: [request.bid], by: byAdmin(request, 'on_behalf') };
  return placeBids(state, bidder, placing, receivedAtMs);
}

function placeBids(state: RoomState, bidder: RoomBidder, request: Placing, receivedAtMs: number): Verdict {
  // An administrator who bids on behalf cannot accept the terms for the bidder.
  if (bidder.mustAcceptTerms || bidder.mustAcceptSettlement) return refusal('terms_not_accepted');
  if (bidder.isRelatedToOwner) return refusal('bidder_related_to_owner');
  if (state.settings.items.size === 0) return refusal('auction_has_no_items');
  const status = statusAt(state.times, lineTime(state, receivedAtMs));
  if (state.times.annulledAtMs !== null) return refusal('auction_annulled', reasonOf(state));
  if (state.times.pausedAtMs !== null) return refusal('auction_paused', reasonOf(state));
  if (status === 'ended') return refuseLate(state, bidder, request, receivedAtMs);
  if (status === 'upcoming' && request.entry === 'live') return refusal('auction_not_started');
  const phase = status === 'live' ? 'live' : 'initial';
  const tooMany = refuseMany(state, bidder, { ...request, phase }, receivedAtMs);
  if (tooMany) return refusal(tooMany.code, tooMany.params);
  const known = new Set(request.bids.map((bid) => bid.bidId));
  const placed = request.bids.map((bid) => bid.bidId ?? randomUUID()) as BidId[];
  const undo = markState(state, bidder.bidderId, placed);
  const fields: Record<string, FieldRefusal> = {};
  const lines: NewLine[] = [];
  for (const [index, bid] of request.bids.entries()) {
    const bidId = placed[index] as BidId;
    const one = { bid, bidId, isNew: !known.has(bidId), by: request.by };
    const judged = judgeOne(state, bidder, one, status, receivedAtMs);
    if (judged.ok) lines.push(judged.line);
    else for (const [field, found] of Object.entries(judged.fields)) fields[fieldName(request, index, field)] = found;
  }
  const first = Object.values(fields)[0];
  if (!first) return { ok: true, bidIds: placed, lines };
  undo();
  return { ok: false, refused: new Refused(first.code, first.params, fields), lines: [] };
}

/**
 * Refuses a request with more lines than its bidder may still write (decision 57). Withdrawals and lines by
 * administrators are not limited.
 */
function refuseMany(
  state: RoomState,
  { bidderId }: RoomBidder,
  { by, bids, phase }: Pick<Placing, 'by' | 'bids'> & { readonly phase: 'initial' | 'live' },
  receivedAtMs: number,
) {
  if (by.by === 'admin') return undefined;
  const { numbers, lastAtMs } = linesOfBidder(state, bidderId);
  const wish = { phase, lines: bids.length, atMs: lineTime(state, receivedAtMs) };
  return judgeLineCount({ count: numbers.length, lastAtMs }, wish);
}

/** Returns `price` for a single bid, or `bids.2.price` for the entry page, which sends several bids in one request. */
const fieldName = ({ entry }: Placing, index: number, field: string): string =>
  entry === 'initial' ? `bids.${index}.${field}` : field;

type OneBid = { readonly bid: BidInput; readonly bidId: BidId; readonly isNew: boolean; readonly by: By };

function judgeOne(
  state: RoomState,
  bidder: RoomBidder,
  one: OneBid,
  status: 'upcoming' | 'live',
  receivedAtMs: number,
):
  | { readonly ok: true; readonly line: NewLine }
  | { readonly ok: false; readonly fields: Record<string, FieldRefusal> } {
  const { bid, bidId } = one;
  const own = standingBidsOf(state, bidder.bidderId);
  const present = own.get(bidId);
  const item = state.settings.items.get(bid.auctionItemId as ItemId);
  if (!item || (!one.isNew && present?.itemId !== item.itemId))
    return { ok: false, fields: { bid: { code: 'bid_not_found' } } };
  const allowsPartial = bid.bidderPartialFulfillment && item.partialFulfillment;
  const minimumAcceptable = allowsPartial ? (bid.minimumAcceptable ?? null) : null;
  const others = [...own.values()].filter((other) => other.bidId !== bidId);
  const ranking = state.standings.get(item.itemId)?.ranking();
  if (!ranking) throw new Error(`item ${item.itemId} has no standing`);
  const context: BidContext = {
    phase: status === 'live' ? 'live' : 'initial',
    isAdmin: one.by.by === 'admin',
    item,
    terms: state.settings.terms,
    maximumQuantity: bidder.maximumQuantity,
    present,
    otherQuantity: others.reduce((sum, other) => sum + other.quantity, 0),
    otherBidsOnItem: others.filter((other) => other.itemId === item.itemId),
    market: { ranking, isAnswerable: isAnswerable(endTermsOf(state), state.times, lineTime(state, receivedAtMs)) },
  };
  const verdict = judgeBid({ price: bid.price, quantity: bid.quantity, allowsPartial, minimumAcceptable }, context);
  if (!verdict.ok) return { ok: false, fields: { ...verdict.fields } };
  const { priceCents, quantity } = verdict;
  const offer = { bidId, itemId: item.itemId, priceCents, quantity, allowsPartial, minimumAcceptable };
  const kind = present ? 'revised' : 'placed';
  return { ok: true, line: addLine(state, bidder, { ...offer, kind }, receivedAtMs, one.by) };
}

/**
 * Refuses late bids. The refusal names the time of receipt and the end. Until the auction is closed, the late bids are
 * also added to the record (docs/rules.md#record).
 */
function refuseLate(state: RoomState, bidder: RoomBidder, request: Placing, receivedAtMs: number): Verdict {
  const lines: NewLine[] = [];
  const isTooMany = refuseMany(state, bidder, { ...request, phase: 'live' }, receivedAtMs) !== undefined;
  if (state.times.closedAtMs === null && !isTooMany) {
    for (const bid of request.bids) {
      const item = state.settings.items.get(bid.auctionItemId as ItemId);
      if (!item) continue;
      const offer = {
        bidId: null,
        itemId: item.itemId,
        priceCents: storable(centsOfDecimal(bid.price ?? Number.NaN)),
        quantity: storable(bid.quantity),
        allowsPartial: bid.bidderPartialFulfillment,
        minimumAcceptable: storable(bid.minimumAcceptable),
      };
      lines.push(addLine(state, bidder, { kind: 'refusedLate', ...offer }, receivedAtMs, request.by));
    }
  }
  const receivedAt = new Date(receivedAtMs).toISOString();
  const auctionEndTime = new Date(state.times.auctionEndsAtMs).toISOString();
  return refusal('auction_has_ended', { receivedAt, auctionEndTime }, lines);
}

const INTEGER_MAX = 2_147_483_647;
/** Returns a value of a late bid, or null if a line cannot store it. Nobody judged the value, so it can be anything. */
const storable = (value: number | null | undefined): number | null =>
  value !== null && value !== undefined && Number.isInteger(value) && Math.abs(value) <= INTEGER_MAX ? value : null;

function withdrawBid(
  state: RoomState,
  bidder: RoomBidder,
  request: RequestOf<'withdraw'>,
  receivedAtMs: number,
): Verdict {
  const bid = standingBidsOf(state, bidder.bidderId).get(request.bidId as BidId);
  if (!bid) return refusal('bid_not_found');
  if (statusAt(state.times, lineTime(state, receivedAtMs)) !== 'upcoming') return refusal('auction_has_started');
  const line = addLine(state, bidder, endOf(bid, 'withdrawn'), receivedAtMs, byBidder(request));
  return { ok: true, bidIds: [bid.bidId], lines: [line] };
}

function cancelBid(state: RoomState, request: RequestOf<'cancel'>, receivedAtMs: number): Verdict {
  const bid = state.bids.get(request.bidId as BidId);
  const bidder = bid && state.settings.bidders.get(bid.bidderId);
  if (!bid || !bidder || bid.isDeleted) return refusal('bid_not_found');
  if (state.times.closedAtMs !== null) return refusal('auction_has_ended');
  const line = addLine(state, bidder, endOf(bid, 'cancelled'), receivedAtMs, byAdmin(request, 'cancelled_by_admin'));
  return { ok: true, bidIds: [bid.bidId], lines: [line] };
}
