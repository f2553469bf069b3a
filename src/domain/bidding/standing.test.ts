import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BidId } from '#domain/basics/ids.ts';
import { smallestQuantity, type Bid, type BiddingItem } from '#domain/bidding/bid.ts';
import { rankBids } from '#domain/bidding/rank.ts';
import { wonByBidder } from '#domain/bidding/ranking.ts';
import { createStanding, standingRows } from '#domain/bidding/standing.ts';
import { anItem, someTerms } from '#testing/builders/builders.ts';

const QUANTITY = 100;

/** Placements, revisions and deletions of up to 12 bids, in the order of their sequence numbers. */
const history: fc.Arbitrary<Bid[]> = fc
  .array(
    fc.record({
      bid: fc.integer({ min: 1, max: 12 }),
      priceCents: fc.integer({ min: 10, max: 30 }).map((tick) => tick * 10),
      quantity: fc.oneof(fc.integer({ min: 1, max: 130 }), fc.constant(QUANTITY)),
      allowsPartial: fc.boolean(),
      minimumAcceptable: fc.option(fc.integer({ min: 1, max: 60 })),
      isDeleted: fc.integer({ min: 0, max: 5 }).map((dice) => dice === 0),
      updatedAtMs: fc.integer({ min: 1, max: 4 }),
    }),
    { maxLength: 40 },
  )
  .map((changes) =>
    changes.map(({ bid, ...change }, index) => ({
      ...change,
      // A bid's minimum never exceeds its quantity.
      minimumAcceptable: change.minimumAcceptable && Math.min(change.minimumAcceptable, change.quantity),
      bidId: `bid-${bid}` as BidId,
      itemId: anItem().itemId,
      bidderId: `bidder-${bid % 3}` as Bid['bidderId'],
      tieSeq: index + 1,
      seq: index + 1,
      byAdmin: false,
    })),
  );

const item: fc.Arbitrary<BiddingItem> = fc
  .boolean()
  .map((partialFulfillment) => anItem({ quantity: QUANTITY, partialFulfillment, maximumBidPriceCents: 290 }));

const latest = (bids: readonly Bid[]): Bid[] => [...new Map(bids.map((bid) => [bid.bidId, bid])).values()];

const put = (lot: BiddingItem, bids: readonly Bid[]) => {
  const standing = createStanding(lot, someTerms());
  for (const bid of bids) standing.put(bid);
  return standing;
};

test('the incremental ranking equals the recomputed one', () => {
  fc.assert(
    fc.property(item, history, (lot, bids) => {
      const standing = put(lot, bids);
      const rows = standingRows(lot, rankBids(latest(bids), 'Forward'));
      expect(standing.rows()).toEqual(rows);
      expect(rows.map(({ bid }) => standing.row(bid.bidId))).toEqual(rows);
    }),
  );
});

test('a bid left out of the price to win has no effect on it', () => {
  fc.assert(
    fc.property(item, history, fc.integer({ min: 1, max: QUANTITY }), (lot, bids, quantity) => {
      const standing = put(lot, bids);
      for (const { bidId } of latest(bids)) {
        const others = bids.filter((bid) => bid.bidId !== bidId);
        expect(standing.priceToWin(quantity, bidId)).toEqual(put(lot, others).priceToWin(quantity));
      }
    }),
  );
});

test('the order in which merged bids arrive does not matter', () => {
  const shuffled = history.chain((bids) =>
    fc.shuffledSubarray(bids, { minLength: bids.length }).map((mixed) => ({ bids, mixed })),
  );
  fc.assert(
    fc.property(item, shuffled, (lot, { bids, mixed }) => {
      expect(put(lot, mixed).rows()).toEqual(put(lot, bids).rows());
    }),
  );
});

test('bids never win more than there is, and a deleted bid never wins', () => {
  fc.assert(
    fc.property(item, history, (lot, bids) => {
      const rows = put(lot, bids).rows();
      expect(rows.reduce((sum, { won }) => sum + won, 0)).toBeLessThanOrEqual(lot.quantity);
      expect(rows.every(({ bid, won }) => !bid.isDeleted && won >= 0 && won <= bid.quantity)).toBe(true);
    }),
  );
});

test('forward and reverse auctions mirror each other', () => {
  const mirrored = (bid: Bid): Bid => ({ ...bid, priceCents: 1_000 - bid.priceCents });
  fc.assert(
    fc.property(item, history, (lot, bids) => {
      const forward = rankBids(latest(bids), 'Forward');
      const reverse = rankBids(latest(bids).map(mirrored), 'Reverse');
      expect(reverse).toEqual(forward.map(mirrored));
      expect(standingRows(lot, reverse).map(({ won }) => won)).toEqual(
        standingRows(lot, forward).map(({ won }) => won),
      );
    }),
  );
});

test('a bid ranked behind all others changes no winner', () => {
  fc.assert(
    fc.property(item, history, fc.integer({ min: 1, max: 130 }), (lot, bids, quantity) => {
      const before = standingRows(lot, rankBids(latest(bids), 'Forward'));
      const worse: Bid = {
        ...({ bidId: 'worse', itemId: lot.itemId, bidderId: 'late' } as Pick<Bid, 'bidId' | 'itemId' | 'bidderId'>),
        priceCents: 10,
        quantity,
        allowsPartial: true,
        minimumAcceptable: null,
        updatedAtMs: 99,
        tieSeq: 99,
        seq: 99,
        isDeleted: false,
        byAdmin: false,
      };
      const after = standingRows(lot, rankBids([...latest(bids), worse], 'Forward'));
      expect(after.slice(0, before.length)).toEqual(before);
    }),
  );
});

test('a bid at the price to win wins, and one tick less does not', () => {
  fc.assert(
    fc.property(item, history, (lot, bids) => {
      const terms = someTerms();
      const quantity = smallestQuantity(lot, terms);
      const { priceCents, isFull } = put(lot, bids).priceToWin(quantity);
      const wonAt = (price: number) => {
        const probe = { bidId: 'probe', itemId: lot.itemId, bidderId: 'probe' } as Pick<
          Bid,
          'bidId' | 'itemId' | 'bidderId'
        >;
        const moment = { updatedAtMs: 99, tieSeq: 99, seq: 99, isDeleted: false, byAdmin: false };
        const bid = { ...probe, ...moment, priceCents: price, quantity, allowsPartial: false, minimumAcceptable: null };
        return standingRows(lot, rankBids([...latest(bids), bid], 'Forward')).find((row) => row.bid === bid)?.won;
      };
      expect(wonAt(priceCents)).toBe(isFull ? 0 : quantity);
      const isOpening = priceCents === lot.minimumBidPriceCents;
      if (!isFull && !isOpening) expect(wonAt(priceCents - terms.tickCents)).toBe(0);
    }),
    { numRuns: 500 },
  );
});

test('each bidder’s won quantity equals the full calculation, whichever of its bids wins it', () => {
  fc.assert(
    fc.property(history, item, (bids, lot) => {
      const standing = createStanding(lot, someTerms());
      for (const bid of bids) standing.put(bid);
      const won = new Map<string, number>();
      for (const row of standing.rows()) {
        if (row.won > 0) won.set(row.bid.bidderId, (won.get(row.bid.bidderId) ?? 0) + row.won);
      }
      expect(new Map(wonByBidder(standing.ranking()))).toEqual(won);
    }),
  );
});
