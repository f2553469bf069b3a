import type { Auction } from '#contract/auction/auction.ts';
import type { AuctionPhase } from '#web/auction/auction-phase.tsx';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';

/** Why something can't be done with bidders now (docs/rules.md#bidders); absent where it can. */
export type BidderRules = { readonly add?: PhraseKey; readonly edit?: PhraseKey; readonly remove?: PhraseKey };

export function bidderRules(isPrivate: boolean, phase: AuctionPhase): BidderRules {
  if (phase === 'upcoming') return isPrivate ? {} : { remove: 'error.bidder_not_removable_from_public' };
  const fixed = { edit: 'bidder.maxFixedStarted', remove: 'bidder.notRemovableStarted' } as const;
  return phase === 'live' ? fixed : { ...fixed, add: 'bidder.notAddableEnded' };
}

/** The same in a sentence above the list, where there is something to know. */
export function bidderNote(isPrivate: boolean, phase: AuctionPhase): PhraseKey | undefined {
  if (phase === 'live') return 'bidder.startedNote';
  if (phase !== 'upcoming') return 'bidder.notAddableEnded';
  return isPrivate ? undefined : 'bidder.publicNote';
}

/** Why bidders can't be reminded of the auction. */
export function notifyReason(
  { itemCount, bidderCount, isDraft }: Pick<Auction, 'itemCount' | 'bidderCount' | 'isDraft'>,
  phase: AuctionPhase,
): PhraseKey | undefined {
  if (phase !== 'upcoming' && phase !== 'live') return 'error.auction_has_ended';
  if (isDraft) return 'error.auction_is_draft';
  if (itemCount === 0) return 'error.auction_has_no_items';
  return bidderCount === 0 ? 'error.auction_has_no_bidders' : undefined;
}
