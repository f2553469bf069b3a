import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '#testing/world/chance.ts';
import { raise, type Site } from './site.ts';

/** A bid that was answered, with its sending time in ms of the monotonic clock. */
export type Sent = { readonly version: number; readonly sentAtMs: number };

export type Bidding = { stop(): Promise<readonly Sent[]> };

const BIDDING_AT_ONCE = 4;

/** Sends about `perSecond` bids a second until `stop` is called. `stop` returns the bids that were answered. */
export function startBidding(site: Site, chance: Chance, perSecond: number): Bidding {
  const sent: Sent[] = [];
  let isOver = false;
  const keepBidding = async (group: number): Promise<void> => {
    // Each bidder is in one group only. Two simultaneous bids of a bidder could arrive in the wrong order, and the
    // lower one would be refused.
    const bidders = site.bidders.filter((_, index) => index % BIDDING_AT_ONCE === group);
    while (!isOver) {
      await pause(chance.between(0, (2_000 * BIDDING_AT_ONCE) / perSecond));
      const sentAtMs = performance.now();
      sent.push({ version: await raise(site, chance.one(bidders)), sentAtMs });
    }
  };
  const bidding = Array.from({ length: BIDDING_AT_ONCE }, (_, group) => keepBidding(group));
  return {
    async stop() {
      isOver = true;
      await Promise.all(bidding);
      return sent;
    },
  };
}
