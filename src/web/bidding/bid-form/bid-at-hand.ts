import { DIRECTIONS } from '#domain/auction/direction.ts';
import { farFromRanking } from '#domain/bidding/far-bid.ts';
import { lowestAcceptedPrice, priceToWinNow } from '#domain/bidding/price-to-win.ts';
import { complaintsOf } from '#web/bidding/bid-form/bid-form.ts';
import { priceOf, proposedOf, quantityOf } from '#web/bidding/bid-form/draft.ts';
import { judgeDraft } from '#web/bidding/bid-form/judge-draft.ts';
import type { BidAtHand } from '#web/bidding/bid-form/use-bid.ts';
import { isThinkable, priceToWinAll, whatIf } from '#web/bidding/bid-form/what-if.ts';
import { behindOf, rankingWithout, type RoomView } from '#web/bidding/room/room-view.ts';

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
