import type { RoomSetting } from '#web/bidding/room/room-setting.ts';
import { type ItemView, type RoomRow, behindOf, rankingWithout, type RoomView } from '#web/bidding/room/room-view.ts';
import { type BidForm, type Complaints, complaintsOf } from '#web/bidding/bid-form/bid-form.ts';
import { type BidVerdict, judgeBid, type BidContext } from '#domain/bidding/judge-bid.ts';
import { type PriceToWin, lowestAcceptedPrice, priceToWinNow } from '#domain/bidding/price-to-win.ts';
import type { Backup } from '#web/bidding/room/backup.ts';
import { type WhatIf, isThinkable, priceToWinAll, whatIf } from '#web/bidding/bid-form/what-if.ts';
import { type FarBid, farFromRanking } from '#domain/bidding/far-bid.ts';
import { DIRECTIONS } from '#domain/auction/direction.ts';
import { priceOf, proposedOf, quantityOf, type Draft } from '#web/bidding/bid-form/draft.ts';

type Ground = Pick<BidAtHand, 'itemId' | 'setting' | 'view' | 'form' | 'isSending'> & {
  readonly room: RoomView;
  readonly isAnswerable: boolean;
};

/** Judges the form of an item against the room as it stands. */
export function bidAtHand({ itemId, setting, room, view, form, isSending, isAnswerable }: Ground): BidAtHand {
  const { draft } = form;
  const present = view.own.find((row) => row.bid.bidId === draft.bidId);
  const verdict = judgeDraft({ ...room, isAnswerable }, setting, view, draft);
  const priceCents = priceOf(draft);
  const quantity = quantityOf(draft);
  // Who raises only the quantity has been asked about the price already.
  const isPriceKept = priceCents === present?.bid.priceCents;
  const { bidId } = draft;
  const { allowsPartial, minimumAcceptable } = proposedOf(draft);
  const others = rankingWithout(view, bidId);
  // More than the item has is refused at its field: for that there is no price to name.
  const isTooMuch = quantity === undefined || quantity > view.bidding.quantity;
  const takes = isTooMuch ? undefined : { quantity, allowsPartial, minimumAcceptable };
  const lowestPrice = lowestAcceptedPrice(others, takes);
  // A live bid may not get worse.
  const ownCents = present?.bid.priceCents ?? lowestPrice.priceCents;
  const { sign } = DIRECTIONS[setting.terms.auctionType];
  const fromCents = sign * (ownCents - lowestPrice.priceCents) > 0 ? ownCents : lowestPrice.priceCents;
  const behind = behindOf(others, { ...lowestPrice, priceCents: fromCents }, takes);
  return {
    itemId,
    setting,
    view,
    form,
    present,
    verdict,
    complaints: complaintsOf(form, verdict.ok ? undefined : verdict.fields),
    toWin: priceToWinNow(others, takes),
    lowestPrice,
    fromCents,
    behind,
    toWinAll: quantity === undefined ? undefined : priceToWinAll(view, setting, quantity, present?.bid.bidId),
    outlook:
      priceCents === undefined || quantity === undefined || !isThinkable(verdict)
        ? undefined
        : whatIf(view, setting, { bidId, priceCents, quantity, allowsPartial, minimumAcceptable }),
    far: verdict.ok && !isPriceKept ? farFromRanking(verdict, others) : undefined,
    isSending,
  };
}

/** Everything that the bid form of an item shows, judged against the room as it stands at this moment. */
export type BidAtHand = {
  readonly itemId: string;
  readonly setting: RoomSetting;
  readonly view: ItemView;
  readonly form: BidForm;
  /** The standing bid that is being revised. */
  readonly present: RoomRow | undefined;
  readonly verdict: BidVerdict;
  readonly complaints: Complaints;
  /** Price to win now of this bid, and the lowest price at which it is accepted, the revised one left out. */
  readonly toWin: PriceToWin;
  readonly lowestPrice: PriceToWin;
  /**
   * The lowest accepted price, or the present price of the revised bid if that is better: a live bid may not get worse.
   */
  readonly fromCents: number;
  /** What a bid of that price would stand behind. */
  readonly behind: Backup | undefined;
  /** The price for all of the typed quantity, where that is more. */
  readonly toWinAll: PriceToWin | undefined;
  /** Undefined until price and quantity are figures that could be bid. */
  readonly outlook: WhatIf | undefined;
  /** Why it is asked about once more before it is placed. */
  readonly far: FarBid | undefined;
  readonly isSending: boolean;
};

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
