import type { AuctionWithoutBidder } from '#contract/company/company.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import type { Say } from '#web/platform/phrases/phrase.ts';

/** Lists the auctions in which nobody of the company can bid any more, for the person who changed a member. */
export function warnOfSeats(say: Say, auctions: readonly AuctionWithoutBidder[]): void {
  if (auctions.length === 0) return;
  toast('warn', say('member.nobodyTakesSeat', { list: auctions.map(({ title }) => title).join(', ') }));
}
