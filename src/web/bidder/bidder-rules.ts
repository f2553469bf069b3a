import type { Auction } from '#contract/auction/auction.ts';
import type { Bidder } from '#contract/bidder/bidder.ts';
import type { AuctionPhase } from '#web/auction/auction-phase.tsx';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';

/**
 * For each action on bidders, the reason why it is not possible now (docs/rules.md#bidders). An action without a reason
 * is possible.
 */
export type BidderRules = { readonly add?: PhraseKey; readonly edit?: PhraseKey; readonly remove?: PhraseKey };

/** Returns why bidders cannot be added, edited or removed in a phase. */
export function bidderRules(isPrivate: boolean, phase: AuctionPhase): BidderRules {
  if (phase === 'upcoming') return isPrivate ? {} : { remove: 'error.bidder_not_removable_from_public' };
  const fixed = { edit: 'bidder.maxFixedStarted', remove: 'bidder.notRemovableStarted' } as const;
  return phase === 'live' ? fixed : { ...fixed, add: 'bidder.notAddableEnded' };
}

/**
 * Returns why another company cannot take a bidder's place. The edit's reason is that the auction has started. A bidder
 * of a public auction that accepted the terms stays.
 */
export function replaceReason(
  { edit, remove }: BidderRules,
  { termsAcceptedAt }: Pick<Bidder, 'termsAcceptedAt'>,
): PhraseKey | undefined {
  if (edit) return 'bidder.notRemovableStarted';
  return termsAcceptedAt === null ? undefined : remove;
}

/**
 * Returns the note above the list of bidders about actions that are not possible in this phase; undefined if all
 * actions are possible.
 */
export function bidderNote(isPrivate: boolean, phase: AuctionPhase): PhraseKey | undefined {
  if (phase === 'live') return 'bidder.startedNote';
  if (phase !== 'upcoming') return 'bidder.notAddableEnded';
  return isPrivate ? undefined : 'bidder.publicNote';
}

/** Returns why no reminder email can be sent to the bidders; undefined if one can be sent. */
export function notifyReason(
  { itemCount, bidderCount, isDraft }: Pick<Auction, 'itemCount' | 'bidderCount' | 'isDraft'>,
  phase: AuctionPhase,
): PhraseKey | undefined {
  if (phase !== 'upcoming' && phase !== 'live') return 'error.auction_has_ended';
  if (isDraft) return 'error.auction_is_draft';
  if (itemCount === 0) return 'error.auction_has_no_items';
  return bidderCount === 0 ? 'error.auction_has_no_bidders' : undefined;
}
