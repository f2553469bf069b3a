import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AuctionType } from '#domain/auction/direction.ts';
import type { BidderId, BidId } from '#domain/basics/ids.ts';
import { claimOf, couldDropOut, fewestOf, wonOf } from '#domain/bidding/allocate.ts';
import type { Bid, BiddingItem } from '#domain/bidding/bid.ts';
import { BIDS_PER_ITEM_MAX, judgeBid, type BidVerdict } from '#domain/bidding/judge-bid.ts';
import { lowestAcceptedPrice, priceToWin, priceToWinNow, type PriceToWin } from '#domain/bidding/price-to-win.ts';
import { rankBids } from '#domain/bidding/rank.ts';
import type { Ranking } from '#domain/bidding/ranking.ts';
import { createStanding, standingRows } from '#domain/bidding/standing.ts';
import { worthOf } from '#domain/bidding/judge-live-bid.ts';
import { aBid, anItem, someTerms } from '#testing/builders/builders.ts';

/**
 * Price step in hundredths. These tests check the guarantees of live bidding (docs/rules.md#no-hidden-withdrawal) on
 * random small markets. In these tests a price is a number of steps in the owner's favor; 1 is the opening price. Each
 * market is either a forward or a reverse auction.
 */
const STEP_CENTS = 100;
const PRICE_MAX = 7;
const centsOf = (type: AuctionType, price: number): number =>
  STEP_CENTS * (type === 'Forward' ? price : PRICE_MAX + 1 - price);

type Market = {
  readonly type: AuctionType;
  readonly item: BiddingItem;
  readonly smallest: number;
  readonly bids: readonly Bid[];
};

const priceOf = ({ type }: Pick<Market, 'type'>, { priceCents }: Bid): number =>
  type === 'Forward' ? priceCents / STEP_CENTS : PRICE_MAX + 1 - priceCents / STEP_CENTS;
const termsOf = ({ type, smallest }: Market) =>
  someTerms({ auctionType: type, tickCents: STEP_CENTS, minimumBiddingQuantity: smallest });

/** The minimum number of RECs that a bid accepts, as a fraction of its quantity. */
const share = fc.constantFrom(0, 0, 0.5, 1);
const wish = fc.record({
  bidder: fc.integer({ min: 0, max: 3 }),
  price: fc.integer({ min: 1, max: PRICE_MAX }),
  part: fc.integer({ min: 0, max: 100 }),
  share,
});
type OfferShape = typeof wish extends fc.Arbitrary<infer T> ? T : never;

function offerOf({ type, item, smallest }: Omit<Market, 'bids'>, { price, part, share: fewestShare }: OfferShape) {
  const least = item.partialFulfillment ? Math.min(smallest, item.quantity) : item.quantity;
  const quantity = least + Math.round((part / 100) * (item.quantity - least));
  const fewest = Math.max(1, Math.round(fewestShare * quantity));
  const allowsPartial = item.partialFulfillment && fewest < quantity;
  const minimumAcceptable = allowsPartial && fewest > 1 ? fewest : null;
  return { priceCents: centsOf(type, price), quantity, allowsPartial, minimumAcceptable };
}

const markets = (maxQuantity = 12, bidsMax = 6): fc.Arbitrary<Market> =>
  fc
    .record({
      type: fc.constantFrom<AuctionType>('Forward', 'Reverse'),
      quantity: fc.integer({ min: 3, max: maxQuantity }),
      partialFulfillment: fc.integer({ min: 0, max: 7 }).map((dice) => dice > 0),
      smallest: fc.integer({ min: 1, max: 3 }),
      wishes: fc.array(wish, { maxLength: bidsMax }),
    })
    .map(({ type, quantity, partialFulfillment, smallest, wishes }) => {
      const bounds = { minimumBidPriceCents: STEP_CENTS, maximumBidPriceCents: PRICE_MAX * STEP_CENTS };
      const lot = { type, smallest, item: anItem({ quantity, partialFulfillment, ...bounds }) };
      const bids = wishes
        .filter(
          ({ bidder }, at) => wishes.slice(0, at).filter((one) => one.bidder === bidder).length < BIDS_PER_ITEM_MAX,
        )
        .map((one) => aBid({ ...offerOf(lot, one), bidderId: `bidder ${one.bidder}` as BidderId }));
      return { ...lot, bids };
    });

/** A new bid, or a revision of one of the bidder's own bids. `keepsFigures` lets a revision keep price and quantity. */
const act = fc.record({ wish, revises: fc.option(fc.integer({ min: 0, max: 2 })), keepsFigures: fc.boolean() });
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

type TrialBid = {
  readonly verdict: BidVerdict;
  readonly present: Bid | undefined;
  readonly made: Bid;
  readonly after: Market;
};

function tryBid(market: Market, { wish: one, revises, keepsFigures }: Act, { isAnswerable = true } = {}): TrialBid {
  const own = market.bids.filter(({ bidderId }) => bidderId === `bidder ${one.bidder}`);
  const present = revises === null ? undefined : own[revises];
  const wished = offerOf(market, one);
  const offer = present && keepsFigures ? keptFigures(present, wished) : wished;
  const others = own.filter((bid) => bid !== present);
  const verdict = judgeBid(
    { ...offer, price: offer.priceCents / 100 },
    {
      phase: 'live',
      isAdmin: false,
      item: market.item,
      terms: termsOf(market),
      maximumQuantity: 1_000,
      present,
      otherQuantity: 0,
      otherBidsOnItem: others,
      market: { ranking: rankingOf(market), isAnswerable },
    },
  );
  const keepsPlace = present?.priceCents === offer.priceCents && present.quantity === offer.quantity;
  const bidderId = `bidder ${one.bidder}` as BidderId;
  const latest = aBid({ ...offer, bidderId, ...(present && { bidId: present.bidId }) });
  const made = keepsPlace ? { ...latest, updatedAtMs: present.updatedAtMs, tieSeq: present.tieSeq } : latest;
  return {
    verdict,
    present,
    made,
    after: { ...market, bids: [...market.bids.filter((bid) => bid !== present), made] },
  };
}

/** Returns the bid with its current price and quantity. It gets the new minimum only if that is below its quantity. */
function keptFigures({ priceCents, quantity }: Bid, { allowsPartial, minimumAcceptable }: ReturnType<typeof offerOf>) {
  const isFit = minimumAcceptable === null || minimumAcceptable < quantity;
  return { priceCents, quantity, allowsPartial, minimumAcceptable: isFit ? minimumAcceptable : null };
}

function rankingOf({ item, bids, ...market }: Market): Ranking {
  const standing = createStanding(item, termsOf({ item, bids, ...market }));
  for (const bid of bids) standing.put(bid);
  return standing.ranking();
}

const rowsOf = ({ item, type, bids }: Market) => standingRows(item, rankBids(bids, type));
const wonBy = (market: Market, bidId: BidId): number => rowsOf(market).find(({ bid }) => bid.bidId === bidId)?.won ?? 0;

/**
 * Returns the total number of RECs that a bidder wins (`won`), and the total amount that the bidder pays (`paid`). For
 * each price, `curve` has the number of RECs that the bidder wins at that price or a better one.
 */
function of(market: Market, bidderId: BidderId) {
  const own = rowsOf(market).filter(({ bid }) => bid.bidderId === bidderId);
  const from = (price: number) => own.reduce((sum, { bid, won }) => sum + (priceOf(market, bid) >= price ? won : 0), 0);
  return {
    won: from(0),
    paid: own.reduce((sum, { bid, won }) => sum + won * priceOf(market, bid), 0),
    curve: Array.from({ length: PRICE_MAX }, (_, index) => from(index + 1)),
  };
}

const totalOf = (market: Market): number =>
  rowsOf(market).reduce((sum, { bid, won }) => sum + won * priceOf(market, bid), 0);
const dropsOut = ({ item }: Market, bid: Bid): boolean => couldDropOut(item, bid);
const firmOnly = (market: Market): Market => ({ ...market, bids: market.bids.filter((bid) => !dropsOut(market, bid)) });

/** Returns the maximum total of all possible awards of these bids. It uses dynamic programming over the RECs. */
function optimumOf(market: Market): number {
  let best = Array.from({ length: market.item.quantity + 1 }, () => 0);
  for (const bid of market.bids) {
    const { claim, least } = claimOf(market.item, bid);
    best = best.map((without, left) => {
      let most = without;
      for (let won = least; won <= Math.min(claim, left); won += 1)
        most = Math.max(most, (best[left - won] ?? 0) + won * priceOf(market, bid));
      return most;
    });
  }
  return best.at(-1) ?? 0;
}

/** Converts a price to win into a number of price steps. If no price wins, the result is above every allowed price. */
const stepsOf = ({ type }: Market, { priceCents, isFull }: PriceToWin): number =>
  isFull ? PRICE_MAX + 1 : type === 'Forward' ? priceCents / STEP_CENTS : PRICE_MAX + 1 - priceCents / STEP_CENTS;

const isRefusedByPrice = (verdict: BidVerdict): boolean =>
  !verdict.ok && verdict.fields.price?.code.endsWith('_bid_price_to_win_is') === true;
const RUNS = { numRuns: 400 };

describe('the lowest accepted price', () => {
  test('never exceeds the price to win now, and equals it if no bid could drop out', () => {
    fc.assert(
      fc.property(markets(), wish, (market, one) => {
        const offer = offerOf(market, one);
        const ranking = rankingOf(market);
        const [lowest, now] = [lowestAcceptedPrice(ranking, offer), priceToWinNow(ranking, offer)];
        expect(stepsOf(market, lowest)).toBeLessThanOrEqual(stepsOf(market, now));
        const firm = rankingOf(firmOnly(market));
        expect(lowestAcceptedPrice(firm, offer)).toEqual(priceToWinNow(firm, offer));
        expect(priceToWinNow(firm, offer)).toEqual(priceToWin(firm, fewestOf(market.item, offer)));
      }),
      RUNS,
    );
  });

  test('accepts a bid exactly if it wins something when some of the bids that could drop out do', () => {
    fc.assert(
      fc.property(markets(10, 5), act, (market, one) => {
        const { verdict, made, after, present } = tryBid(market, one);
        if (!verdict.ok && Object.keys(verdict.fields).some((field) => field !== 'price' && field !== 'bid')) return;
        if (!verdict.ok && verdict.fields.price && !isRefusedByPrice(verdict)) return;
        const loose = after.bids.filter((bid) => bid !== made && bid !== present && dropsOut(market, bid));
        const subsets = Array.from({ length: 2 ** loose.length }, (_, mask) =>
          loose.filter((_bid, at) => (mask >> at) % 2 === 1),
        );
        const couldWin = subsets.some(
          (absent) => wonBy({ ...after, bids: after.bids.filter((bid) => !absent.includes(bid)) }, made.bidId) > 0,
        );
        expect(!isRefusedByPrice(verdict)).toBe(couldWin);
      }),
      RUNS,
    );
  });

  test('is the price from which the price check accepts a new bid', () => {
    fc.assert(
      fc.property(markets(), act, (market, one) => {
        const { verdict, made } = tryBid(market, { ...one, revises: null });
        if (!verdict.ok && verdict.fields.quantity) return;
        const lowest = stepsOf(market, lowestAcceptedPrice(rankingOf(market), made));
        expect(isRefusedByPrice(verdict)).toBe(priceOf(market, made) < lowest);
      }),
      RUNS,
    );
  });

  test('rejects only bids that cannot win, whatever others bid later', () => {
    fc.assert(
      fc.property(markets(), act, fc.array(act, { maxLength: 8 }), (market, first, later) => {
        const { verdict, made, after } = tryBid(market, { ...first, revises: null });
        if (!isRefusedByPrice(verdict)) return;
        let now = after;
        expect(wonBy(now, made.bidId)).toBe(0);
        for (const one of later) {
          if (`bidder ${one.wish.bidder}` === made.bidderId) continue;
          const next = tryBid(now, one);
          if (!next.verdict.ok) continue;
          now = next.after;
          expect(wonBy(now, made.bidId)).toBe(0);
        }
      }),
      RUNS,
    );
  });
});

describe('an accepted live bid', () => {
  const accepted = (market: Market, one: Act, check: (tried: TrialBid) => void, options = {}): void => {
    const tried = tryBid(market, one, options);
    if (tried.verdict.ok) check(tried);
  };

  test('lowers neither its bidder’s won quantity nor its payment, in total and at each price or better', () => {
    fc.assert(
      fc.property(markets(), act, (market, one) =>
        accepted(market, one, ({ made, after }) => {
          const [before, now] = [of(market, made.bidderId), of(after, made.bidderId)];
          expect(now.won).toBeGreaterThanOrEqual(before.won);
          expect(now.paid).toBeGreaterThanOrEqual(before.paid);
          for (const [at, won] of before.curve.entries()) expect(now.curve[at]).toBeGreaterThanOrEqual(won);
        }),
      ),
      RUNS,
    );
  });

  test('costs its bidder more wherever it makes a rival win less', () => {
    fc.assert(
      fc.property(markets(), act, (market, one) =>
        accepted(market, one, ({ made, after }) => {
          const rivals = new Set(market.bids.map(({ bidderId }) => bidderId).filter((id) => id !== made.bidderId));
          const isHarm = [...rivals].some((rival) => of(after, rival).won < of(market, rival).won);
          if (isHarm) expect(of(after, made.bidderId).paid).toBeGreaterThan(of(market, made.bidderId).paid);
        }),
      ),
      RUNS,
    );
  });

  test('never lowers the total of firm bids, whose award is the best possible', () => {
    fc.assert(
      fc.property(markets(20), act, (market, one) => {
        const firm = firmOnly(market);
        const isWhole = !market.item.partialFulfillment;
        if (!isWhole) expect(totalOf(firm)).toBe(optimumOf(firm));
        accepted(firm, { ...one, wish: { ...one.wish, share: 0 } }, ({ after }) =>
          expect(totalOf(after)).toBeGreaterThanOrEqual(totalOf(firm)),
        );
      }),
      RUNS,
    );
  });

  test('never reduces the minimum RECs taken, except by an all-or-nothing bid that grows', () => {
    fc.assert(
      fc.property(markets(), act, (market, one) =>
        accepted(market, one, ({ present, made }) => {
          if (!present) return;
          const [before, now] = [present, made].map((bid) => fewestOf(market.item, bid));
          const isGrowing = before === present.quantity && now === made.quantity && made.quantity > present.quantity;
          if (!isGrowing) expect(now).toBeLessThanOrEqual(before ?? 0);
        }),
      ),
      RUNS,
    );
  });

  test('does not lower the value of the item once rivals have no time to answer', () => {
    fc.assert(
      fc.property(markets(), act, (market, one) =>
        accepted(
          market,
          one,
          ({ after }) => {
            const [before, now] = [market, after].map((each) => worthOf(rankingOf(each)));
            expect(now).toBeGreaterThanOrEqual(before ?? 0n);
            // Compare with another computation: with the opening price as step 1, the worth is the total in steps.
            expect(now).toBe(BigInt(totalOf(after)));
          },
          { isAnswerable: false },
        ),
      ),
      RUNS,
    );
  });
});

test('the award misses the best one by at most the value of one bid that could drop out', () => {
  fc.assert(
    fc.property(markets(20, 9), (market) => {
      const largest = Math.max(
        0,
        ...market.bids
          .filter((bid) => dropsOut(market, bid) || !market.item.partialFulfillment)
          .map((bid) => wonOf(claimOf(market.item, bid), market.item.quantity) * priceOf(market, bid)),
      );
      expect(optimumOf(market) - totalOf(market)).toBeLessThanOrEqual(largest);
    }),
    RUNS,
  );
});
