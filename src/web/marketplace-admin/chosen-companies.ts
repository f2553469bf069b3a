import type { Buyer, PastedBuyer } from '#contract/marketplace/sell-order-buyer.ts';
import { choosePasted } from '#web/bidder/pasted-list.ts';

/** Returns whether a company is among the buyers. */
export const isIn = (buyers: readonly Buyer[], { accountId }: Buyer): boolean =>
  buyers.some((one) => one.accountId === accountId);

/**
 * Chooses the companies that a pasted list names unambiguously and that are not buyers yet. All other lines are
 * returned in `left`.
 */
export const choosePastedCompanies = (
  before: readonly Buyer[],
  present: readonly Buyer[],
  lines: readonly PastedBuyer[],
) =>
  choosePasted(before, lines, {
    isTaken: (chosen, one) => isIn(chosen, one) || isIn(present, one),
    choose: (company: Buyer) => company,
  });
