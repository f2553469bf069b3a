import { expect, test } from 'vitest';
import { standingRows } from '#domain/bidding/standing.ts';
import { rankBids } from '#domain/bidding/rank.ts';
import { aBid, anItem } from '#testing/builders/builders.ts';

/**
 * The worked examples of docs/rules.md#allocation. Each bid is price × quantity; bids are in rank order. P allows a
 * partial award. P40 allows a partial award of at least 40 RECs.
 */
const EXAMPLES: { item: [number, 'no partial' | 'partial']; bids: string; won: number[] }[] = [
  { item: [100, 'no partial'], bids: '12×60, 11×100, 10.5×100', won: [0, 100, 0] },
  { item: [100, 'partial'], bids: '12×60, 11×50, 10×40', won: [60, 0, 40] },
  { item: [100, 'partial'], bids: '12×60, 11×50P, 10×40', won: [60, 40, 0] },
  { item: [100, 'partial'], bids: '12×60P, 11×30, 10×20P, 9×5', won: [60, 30, 10, 0] },
  { item: [100, 'partial'], bids: '12×120, 11×70, 11×70P', won: [0, 70, 30] },
  // If fewer RECs are left than a bid's minimum acceptable quantity, the bid wins nothing and the next bid gets them.
  { item: [100, 'partial'], bids: '12×60, 11×50P40, 10×40', won: [60, 40, 0] },
  { item: [100, 'partial'], bids: '12×60, 11×50P41, 10×30, 9×20P', won: [60, 0, 30, 10] },
  { item: [100, 'partial'], bids: '12×100, 11×50P1', won: [100, 0] },
  { item: [100, 'no partial'], bids: '12×60P10, 11×100P10', won: [0, 100] },
];

const parse = (bids: string) =>
  bids.split(', ').map((text) => {
    const [price = '', quantity = ''] = text.split('×');
    return aBid({
      priceCents: Math.round(Number(price) * 100),
      quantity: Number.parseInt(quantity, 10),
      allowsPartial: quantity.includes('P'),
      minimumAcceptable: Number(quantity.split('P')[1] ?? '') || null,
    });
  });

test.each(EXAMPLES)('item of $item: $bids wins $won', ({ item: [quantity, partial], bids, won }) => {
  const item = anItem({ quantity, partialFulfillment: partial === 'partial' });
  const forward = parse(bids);
  expect(standingRows(item, rankBids(forward, 'Forward')).map((row) => row.won)).toEqual(won);
  // A reverse auction is the mirror image: bids with mirrored prices win the same quantities.
  const reverse = forward.map((bid) => ({ ...bid, priceCents: 10_000 - bid.priceCents }));
  expect(standingRows(item, rankBids(reverse, 'Reverse')).map((row) => row.won)).toEqual(won);
});

test('ties go to the earlier time, then to the lower sequence number', () => {
  const early = aBid({ updatedAtMs: 5, tieSeq: 9 });
  const late = aBid({ updatedAtMs: 6, tieSeq: 1 });
  const sameTime = aBid({ updatedAtMs: 5, tieSeq: 10 });
  expect(rankBids([late, sameTime, early], 'Forward')).toEqual([early, sameTime, late]);
  expect(rankBids([late, sameTime, early], 'Reverse')).toEqual([early, sameTime, late]);
});
