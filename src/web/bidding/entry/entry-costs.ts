import { costOf } from '#domain/award/close.ts';
import { addCosts, costToBidder, NO_COST, type Cost } from '#web/bidding/bid-form/cost.ts';
import { priceOf, quantityOf, type Draft } from '#web/bidding/bid-form/draft.ts';
import type { RoomSetting } from '#web/bidding/room/room-setting.ts';

export function costOfDraft(draft: Draft, setting: RoomSetting): Cost {
  const price = priceOf(draft);
  const quantity = quantityOf(draft);
  if (price === undefined || quantity === undefined) return NO_COST;
  return costToBidder(setting.terms, costOf(price, quantity, setting.fees));
}

/** What it comes to if everything is won whole: the most that these bids can cost. */
export const costOfDrafts = (drafts: readonly Draft[], setting: RoomSetting): Cost =>
  drafts.map((draft) => costOfDraft(draft, setting)).reduce(addCosts, NO_COST);
