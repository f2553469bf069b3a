import type { RoomSetting } from '#web/bidding/room/room-setting.ts';
import { DIRECTIONS } from '#domain/auction/direction.ts';
import { farFromRanking } from '#domain/bidding/far-bid.ts';
import { judgeBid, type BidVerdict } from '#domain/bidding/judge-bid.ts';
import { lowestAcceptedPrice, priceToWinNow } from '#domain/bidding/price-to-win.ts';
import { complaintsOf, type BidForm } from '#web/bidding/bid-form/bid-form.ts';
import { priceOf, proposedOf, quantityOf, type Draft } from '#web/bidding/bid-form/draft.ts';
import { isThinkable, priceToWinAll, whatIf } from '#web/bidding/bid-form/what-if.ts';
import { behindOf, rankingWithout, type ItemView, type RoomView } from '#web/bidding/room/room-view.ts';

type Ground = {
  readonly itemId: string;
  readonly setting: RoomSetting;
  readonly room: RoomView;
  readonly view: ItemView;
  readonly form: BidForm;
  readonly isSending: boolean;
  readonly isAnswerable: boolean;
};

/** Everything that the bid form of an item shows, judged against the room as it stands at this moment. */
export type BidAtHand = ReturnType<typeof bidAtHand>;

/** Judges the form of an item against the room as it stands. */
export function bidAtHand({ itemId, setting, room, view, form, isSending, isAnswerable }: Ground) {
  const { draft } = form;
  const { bidId } = draft;
  const present = view.own.find((row) => row.bid.bidId === bidId);
  const verdict = judgeDraft({ ...room, isAnswerable }, setting, view, draft);
  const priceCents = priceOf(draft);
  const quantity = quantityOf(draft);
  // Who raises only the quantity has been asked about the price already.
  const isPriceKept = priceCents === present?.bid.priceCents;
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
  return {
    itemId,
    setting,
    view,
    form,
    /** The standing bid that is being revised. */
    present,
    verdict,
    complaints: complaintsOf(form, verdict.ok ? undefined : verdict.fields),
    /** Price to win now of this bid, and the lowest price at which it is accepted, the revised one left out. */
    toWin: priceToWinNow(others, takes),
    lowestPrice,
    /** The lowest accepted price, or the present price of the revised bid if that is better: a live bid may not get worse. */
    fromCents,
    /** What a bid of that price would stand behind. */
    behind: behindOf(others, { ...lowestPrice, priceCents: fromCents }, takes),
    /** The price for all of the typed quantity, where that is more. */
    toWinAll: quantity === undefined ? undefined : priceToWinAll(view, setting, quantity, present?.bid.bidId),
    /** Undefined until price and quantity are figures that could be bid. */
    outlook:
      priceCents === undefined || quantity === undefined || !isThinkable(verdict)
        ? undefined
        : whatIf(view, setting, { bidId, priceCents, quantity, allowsPartial, minimumAcceptable }),
    /** Why it is asked about once more before it is placed. */
    far: verdict.ok && !isPriceKept ? farFromRanking(verdict, others) : undefined,
    isSending,
  };
}

/** Whether rivals have the full time to answer; true if left out. */
type RoomNow = Pick<RoomView, 'position'> & { readonly isAnswerable?: boolean };

/**
 * Judges what was typed, live, against the same context that the server builds, from what this browser knows. The server's
 * answer is the only one that counts, and is given by the same function.
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
