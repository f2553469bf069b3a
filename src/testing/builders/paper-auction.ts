import { DIRECTIONS, type AuctionType } from '#domain/auction/direction.ts';
import { asPlaced, type Bid } from '#domain/bidding/bid.ts';
import type { BidderId, BidId } from '#domain/basics/ids.ts';
import { firstRefusal, judgeBid, type BidRefusal } from '#domain/bidding/judge-bid.ts';
import { createStanding } from '#domain/bidding/standing.ts';
import { anItem, someTerms } from '#testing/builders/builders.ts';

/** An auction of one item. Its prices are whole numbers from 1 to 100. */
export type PaperAuction = {
  /** Places a sealed bid. Only its own price and quantities are judged. */
  seal(who: string, bid: PaperBid): BidId;
  /** Places or revises a live bid. Returns the bid's id, or the code of the refusal. */
  bid(who: string, bid: PaperBid, options?: LiveOptions): BidId | BidRefusal;
  /** Returns the RECs that a bidder wins with all its bids, and the amount that it pays for them. */
  wins(who: string): { readonly won: number; readonly paid: number };
  /** Returns the amount that all winners together pay. */
  total(): number;
};

/**
 * A bid. `least` is the minimum number of RECs that it accepts. By default this is its quantity; 1 means any number.
 */
export type PaperBid = { readonly price: number; readonly quantity: number; readonly least?: number };
type LiveOptions = {
  readonly revises?: BidId | BidRefusal;
  readonly isAnswerable?: boolean;
  readonly isAdmin?: boolean;
};

/** The price in a reverse auction is this number minus the price in a forward auction. */
const MIRROR = 101;

/** Creates an auction of one item that needs no server. The room's own functions judge its bids. */
export function paperAuction(
  quantity: number,
  options: { readonly auctionType?: AuctionType; readonly smallest?: number; readonly rules?: 1 | 2 } = {},
): PaperAuction {
  const { auctionType = 'Forward', smallest = 1, rules = 2 } = options;
  const item = anItem({ quantity, minimumBidPriceCents: 100, maximumBidPriceCents: 10_000, minQuantity: smallest });
  const terms = someTerms({ auctionType, rules, tickCents: 100 });
  const priceOf = (price: number): number => (DIRECTIONS[auctionType].sign === 1 ? price : MIRROR - price);
  const standing = createStanding(item, terms);
  let seq = 0;

  const put = (who: string, { price, quantity: wanted, least = wanted }: PaperBid, present?: Bid): BidId => {
    seq += 1;
    const offer = { priceCents: priceOf(price) * 100, quantity: wanted, ...takes(wanted, least) };
    const placed = asPlaced(offer, present);
    const isKept = present !== undefined && placed.tieSeq === present.tieSeq;
    const place = isKept ? {} : { updatedAtMs: seq, tieSeq: seq };
    const bidId = present?.bidId ?? (`bid ${seq}` as BidId);
    standing.put({ ...placed, ...place, bidId, itemId: item.itemId, bidderId: who as BidderId, seq });
    return bidId;
  };
  const rowsOf = (who?: string) => standing.rows().filter(({ bid }) => who === undefined || bid.bidderId === who);
  const paidOf = (who?: string) =>
    rowsOf(who).reduce((sum, { bid, won }) => sum + won * priceOf(bid.priceCents / 100), 0);

  return {
    seal: (who, bid) => put(who, bid),
    bid(who, bid, { revises, isAnswerable = true, isAdmin = false } = {}) {
      const present = revises === undefined ? undefined : standing.row(revises as BidId)?.bid;
      const { price, quantity: wanted, least = wanted } = bid;
      const others = rowsOf(who).flatMap((row) => (row.bid === present ? [] : [row.bid]));
      const verdict = judgeBid(
        { price: priceOf(price), quantity: wanted, ...takes(wanted, least) },
        {
          phase: 'live',
          isAdmin,
          item,
          terms,
          maximumQuantity: Number.POSITIVE_INFINITY,
          present,
          otherQuantity: 0,
          otherBidsOnItem: others,
          market: { ranking: standing.ranking(), isAnswerable },
        },
      );
      return verdict.ok ? put(who, bid, present) : (firstRefusal(verdict.fields)?.code ?? 'bid_unchanged');
    },
    wins: (who) => ({ won: rowsOf(who).reduce((sum, { won }) => sum + won, 0), paid: paidOf(who) }),
    total: () => paidOf(),
  };
}

const takes = (quantity: number, least: number) =>
  least === quantity
    ? { allowsPartial: quantity === 1, minimumAcceptable: null }
    : { allowsPartial: true, minimumAcceptable: least === 1 ? null : least };
