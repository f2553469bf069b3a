import { DIRECTIONS } from '#domain/auction/direction.ts';
import { openingPriceCents } from '#domain/bidding/item-price.ts';
import { visitWinners, type Ranking } from '#domain/bidding/ranking.ts';

/**
 * The item's worth (rules 3.1): for each awarded REC the steps by which its price betters the opening price, plus one. Takes
 * a time that grows with the winning bids.
 */
export function worthOf(ranking: Ranking): bigint {
  const { item, terms } = ranking;
  const openingCents = openingPriceCents(item, terms);
  const { sign } = DIRECTIONS[terms.auctionType];
  let worth = 0n;
  visitWinners(ranking, ({ priceCents }, won) => {
    const steps = Math.max(0, Math.floor((sign * (priceCents - openingCents)) / terms.tickCents));
    worth += BigInt(won) * BigInt(steps + 1);
  });
  return worth;
}
