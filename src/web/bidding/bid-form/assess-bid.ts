import type { RoomSetting } from '#web/bidding/room/room-setting.ts';
import { DIRECTIONS } from '#domain/auction/direction.ts';
import { farFromRanking } from '#domain/bidding/far-bid.ts';
import { judgeBid, type BidVerdict } from '#domain/bidding/judge-bid.ts';
import { lowestAcceptedPrice, priceToWinNow } from '#domain/bidding/price-to-win.ts';
import { complaintsOf, type BidForm } from '#web/bidding/bid-form/bid-form.ts';
import { priceOf, proposedOf, quantityOf, type Draft } from '#web/bidding/bid-form/draft.ts';
import { isThinkable, priceToWinAll, whatIf } from '#web/bidding/bid-form/what-if.ts';
import { behindOf, rankingWithout, type ItemView, type RoomView } from '#web/bidding/room/room-view.ts';

/** The typed bid on an item, and the state of the room that the bid is checked against. */
type BidFormContext = {
  readonly itemId: string;
  readonly setting: RoomSetting;
  readonly room: RoomView;
  readonly view: ItemView;
  readonly form: BidForm;
  readonly isSending: boolean;
  readonly isAnswerable: boolean;
};

/** Everything that an item's bid form shows (`assessBid`). */
export type BidAssessment = ReturnType<typeof assessBid>;

/** Returns everything that an item's bid form shows, checked against the current room. */
export function assessBid({ itemId, setting, room, view, form, isSending, isAnswerable }: BidFormContext) {
  const { draft } = form;
  const { bidId } = draft;
  const present = view.own.find((row) => row.bid.bidId === bidId);
  const verdict = judgeDraft({ ...room, isAnswerable }, setting, view, draft);
  const priceCents = priceOf(draft);
  const quantity = quantityOf(draft);
  // A bidder who changes only the quantity has confirmed this price before.
  const isPriceKept = priceCents === present?.bid.priceCents;
  const { allowsPartial, minimumAcceptable } = proposedOf(draft);
  const others = rankingWithout(view, bidId);
  // No price can win a quantity larger than the item's. The quantity field then shows an error.
  const isTooMuch = quantity === undefined || quantity > view.bidding.quantity;
  const takes = isTooMuch ? undefined : { quantity, allowsPartial, minimumAcceptable };
  const lowestPrice = lowestAcceptedPrice(others, takes);
  // The price of a live bid may not get worse.
  const ownCents = present?.bid.priceCents ?? lowestPrice.priceCents;
  const { sign } = DIRECTIONS[setting.terms.auctionType];
  const fromCents = sign * (ownCents - lowestPrice.priceCents) > 0 ? ownCents : lowestPrice.priceCents;
  return {
    itemId,
    setting,
    view,
    form,
    /** The standing bid that is being revised. */
    present,
    verdict,
    complaints: complaintsOf(form, verdict.ok ? undefined : verdict.fields),
    /** The price at which this bid wins now. Computed, like `lowestPrice`, without the bid that is being revised. */
    toWin: priceToWinNow(others, takes),
    lowestPrice,
    /** The lowest accepted price, or the present price of the revised bid if that price is better. */
    fromCents,
    /** The bids that could drop out ahead of a bid at `fromCents`. */
    behind: behindOf(others, { ...lowestPrice, priceCents: fromCents }, takes),
    /** The price that wins the whole typed quantity; undefined if the price to win already wins all of it. */
    toWinAll: quantity === undefined ? undefined : priceToWinAll(view, setting, quantity, present?.bid.bidId),
    /** The expected result if the bid were placed now. Undefined until the price and the quantity are valid. */
    outlook:
      priceCents === undefined || quantity === undefined || !isThinkable(verdict)
        ? undefined
        : whatIf(view, setting, { bidId, priceCents, quantity, allowsPartial, minimumAcceptable }),
    /** The reason why the bidder must confirm the price before placing the bid. */
    far: verdict.ok && !isPriceKept ? farFromRanking(verdict, others) : undefined,
    isSending,
  };
}

/** The room's state. `isAnswerable` is true if rivals still have the full time to answer a bid. The default is true. */
type RoomNow = Pick<RoomView, 'position'> & { readonly isAnswerable?: boolean };

/**
 * Checks the typed bid with the same function as the server. This browser may not know the newest bids, so only the
 * server's decision counts.
 */
export function judgeDraft(room: RoomNow, setting: RoomSetting, view: ItemView, draft: Draft): BidVerdict {
  const { bidId } = draft;
  const present = view.own.find((row) => row.bid.bidId === bidId)?.bid;
  return judgeBid(proposedOf(draft), {
    phase: 'live',
    isAdmin: false,
    item: view.bidding,
    terms: setting.terms,
    maximumQuantity: setting.own?.maximumQuantity ?? 0,
    present,
    otherQuantity: room.position.bidQuantity - (present?.quantity ?? 0),
    otherBidsOnItem: view.own.flatMap(({ bid }) => (bid.bidId === bidId ? [] : [bid])),
    market: { ranking: view.ranking, isAnswerable: room.isAnswerable ?? true },
  });
}
