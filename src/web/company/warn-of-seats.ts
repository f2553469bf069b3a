import type { AuctionWithoutBidder } from '#contract/company.ts';
import { toast } from '#web/design/toast.tsx';
import type { useSay } from '#web/platform/phrase.ts';

/** Tells who changed a member in which auctions nobody of the company can bid since. */
export function warnOfSeats(say: ReturnType<typeof useSay>, auctions: readonly AuctionWithoutBidder[]): void {
  if (auctions.length === 0) return;
  toast('warn', say('member.nobodyTakesSeat', { list: auctions.map(({ title }) => title).join(', ') }));
}
