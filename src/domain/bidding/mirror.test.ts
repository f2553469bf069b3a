import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AuctionType } from '#domain/auction/direction.ts';
import type { Bid, BiddingItem } from '#domain/bidding/bid.ts';
import { depthOf } from '#domain/bidding/depth.ts';
import { BIDS_PER_ITEM_MAX, judgeBid, type BidRefusal, type ProposedBid } from '#domain/bidding/judge-bid.ts';
import { priceToWin } from '#domain/bidding/price-to-win.ts';
import type { Ranking } from '#domain/bidding/ranking.ts';
import { createStanding } from '#domain/bidding/standing.ts';
import { aBid, anItem, someTerms } from '#testing/builders/builders.ts';

/**
 * Each mirrored price is this number minus the price. The number is a multiple of the tick size, so mirrored prices
 * stay on the tick grid. These tests check that a reverse auction is the mirror image of a forward auction: all values
 * except prices are equal.
 */
const MIRROR_CENTS = 4_000;
const mirrored = (cents: number): number => MIRROR_CENTS - cents;
const mirroredBid = (bid: Bid): Bid => ({ ...bid, priceCents: mirrored(bid.priceCents) });
const mirroredItem = (item: BiddingItem): BiddingItem => ({
  ...item,
  minimumBidPriceCents: mirrored(item.maximumBidPriceCents),
  maximumBidPriceCents: mirrored(item.minimumBidPriceCents),
});

const QUANTITY = 100;
const item = fc
  .record({
    partialFulfillment: fc.boolean(),
    // Limits may be off the tick grid, because the rules round them to the grid.
    minimumBidPriceCents: fc.integer({ min: 950, max: 1_050 }),
    maximumBidPriceCents: fc.integer({ min: 1_250, max: 1_350 }),
    maxQuantity: fc.option(fc.integer({ min: 40, max: QUANTITY })),
  })
  .map((wish) => anItem({ quantity: QUANTITY, ...wish }));
const bids = fc.array(
  fc
    .record({
      priceCents: fc.integer({ min: 95, max: 135 }).map((tick) => tick * 10),
      quantity: fc.oneof(fc.integer({ min: 1, max: 130 }), fc.constant(QUANTITY)),
      allowsPartial: fc.boolean(),
      minimumAcceptable: fc.option(fc.integer({ min: 1, max: 60 })),
      isDeleted: fc.integer({ min: 0, max: 5 }).map((dice) => dice === 0),
    })
    .map((wish) => aBid(wish)),
  { maxLength: 12 },
);

function rankingOf(lot: BiddingItem, standing: readonly Bid[], auctionType: AuctionType): Ranking {
  const found = createStanding(lot, someTerms({ auctionType }));
  for (const bid of standing) found.put(bid);
  return found.ranking();
}

test('mirrors the price to win', () => {
  fc.assert(
    fc.property(item, bids, fc.integer({ min: 1, max: 120 }), (lot, standing, quantity) => {
      const forward = priceToWin(rankingOf(lot, standing, 'Forward'), quantity);
      const reverse = priceToWin(rankingOf(mirroredItem(lot), standing.map(mirroredBid), 'Reverse'), quantity);
      expect(reverse).toEqual({ ...forward, priceCents: mirrored(forward.priceCents) });
    }),
  );
});

test('mirrors the depth', () => {
  fc.assert(
    fc.property(bids, (standing) => {
      const forward = depthOf(standing, 'Forward').map((level) => ({
        ...level,
        priceCents: mirrored(level.priceCents),
      }));
      expect(depthOf(standing.map(mirroredBid), 'Reverse')).toEqual(forward);
    }),
  );
});

/** Codes of a forward auction with the matching codes of a reverse auction. All other codes are the same in both. */
const PICTURES: Partial<Record<BidRefusal, BidRefusal>> = {
  maximum_bid_price_is: 'minimum_bid_price_is',
  minimum_bid_price_is: 'maximum_bid_price_is',
  you_cannot_decrease_your_bid_value: 'you_cannot_increase_your_bid_value',
  minimum_bid_price_to_win_is: 'maximum_bid_price_to_win_is',
};

type Judged = {
  readonly lot: BiddingItem;
  readonly standing: readonly Bid[];
  readonly auctionType: AuctionType;
  readonly present: Bid | undefined;
  readonly proposed: Omit<ProposedBid, 'price'> & { readonly priceCents: number };
  readonly phase: 'initial' | 'live';
  /** The bidder owns this many of the standing bids. */
  readonly ownCount: number;
  readonly isAnswerable: boolean;
};

function judged({ lot, standing, auctionType, present, proposed, phase, ownCount, isAnswerable }: Judged) {
  const others = standing.filter(({ isDeleted }) => !isDeleted).slice(0, ownCount);
  const { priceCents, ...rest } = proposed;
  const verdict = judgeBid(
    { ...rest, price: priceCents / 100 },
    {
      phase,
      isAdmin: false,
      item: lot,
      terms: someTerms({ auctionType }),
      maximumQuantity: 110,
      present,
      otherQuantity: 0,
      otherBidsOnItem: others,
      market: { ranking: rankingOf(lot, present ? [...standing, present] : standing, auctionType), isAnswerable },
    },
  );
  if (verdict.ok) return { accepted: verdict.priceCents };
  const { quantity, minimumAcceptable, bidderPartialFulfillment, price, bid } = verdict.fields;
  const least = minimumAcceptable?.code;
  const partial = bidderPartialFulfillment?.code;
  return { quantity: quantity?.code, least, partial, price: price?.code, bid: bid?.code, at: price?.params?.['price'] };
}

test('mirrors the verdict on a bid', () => {
  const proposal = fc.record({
    priceCents: fc.integer({ min: 900, max: 1_400 }),
    quantity: fc.oneof(fc.integer({ min: 1, max: 130 }), fc.constant(QUANTITY)),
    allowsPartial: fc.boolean(),
    minimumAcceptable: fc.option(fc.integer({ min: 0, max: 60 })),
  });
  const onGrid = proposal.map((one) => ({ ...one, priceCents: Math.round(one.priceCents / 10) * 10 }));
  const asked = fc.record({
    lot: item,
    standing: bids,
    proposed: fc.oneof(proposal, onGrid),
    present: fc.option(
      onGrid.map((one) => aBid(one)),
      { nil: undefined },
    ),
    phase: fc.constantFrom('initial', 'live'),
    ownCount: fc.integer({ min: 0, max: BIDS_PER_ITEM_MAX }),
    isAnswerable: fc.boolean(),
  });
  fc.assert(
    fc.property(asked, (one) => {
      const { lot, standing, proposed, present } = one;
      const forward = judged({ ...one, auctionType: 'Forward' });
      const reverse = judged({
        ...one,
        auctionType: 'Reverse',
        lot: mirroredItem(lot),
        standing: standing.map(mirroredBid),
        present: present && mirroredBid(present),
        proposed: { ...proposed, priceCents: mirrored(proposed.priceCents) },
      });
      if ('accepted' in forward) {
        expect(reverse).toEqual({ accepted: mirrored(forward.accepted ?? 0) });
        return;
      }
      const price = forward.price && (PICTURES[forward.price] ?? forward.price);
      const at = typeof forward.at === 'number' ? mirrored(Math.round(forward.at * 100)) / 100 : undefined;
      expect(reverse).toEqual({ ...forward, price, at });
    }),
    { numRuns: 1_000 },
  );
});
