import { judgeBid, type BidContext, type BidVerdict } from '#domain/bidding/judge-bid.ts';
import { proposedOf, type Draft } from '#web/bidding/bid-form/draft.ts';
import type { RoomSetting } from '#web/bidding/room/room-setting.ts';
import type { ItemView, RoomView } from '#web/bidding/room/room-view.ts';

/** Whether rivals have the full time to answer; true if left out. */
type RoomNow = Pick<RoomView, 'position'> & { readonly isAnswerable?: boolean };

/** What a live bid is judged against: the same context that the server builds, from what this browser knows. */
export function contextOf(room: RoomNow, setting: RoomSetting, view: ItemView, bidId: string | undefined): BidContext {
  const present = view.own.find((row) => row.bid.bidId === bidId)?.bid;
  return {
    phase: 'live',
    isAdmin: false,
    item: view.bidding,
    terms: setting.terms,
    maximumQuantity: setting.own?.maximumQuantity ?? 0,
    present,
    otherQuantity: room.position.bidQuantity - (present?.quantity ?? 0),
    otherBidsOnItem: view.own.flatMap(({ bid }) => (bid.bidId === bidId ? [] : [bid])),
    market: { ranking: view.ranking, isAnswerable: room.isAnswerable ?? true },
  };
}

/** Judges what was typed, live; the server's answer is the only one that counts, and is given by the same function. */
export const judgeDraft = (room: RoomNow, setting: RoomSetting, view: ItemView, draft: Draft): BidVerdict =>
  judgeBid(proposedOf(draft), contextOf(room, setting, view, draft.bidId));
