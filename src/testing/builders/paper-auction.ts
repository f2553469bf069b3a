import { DIRECTIONS, type AuctionType } from '#domain/auction/direction.ts';
import { asPlaced, type Bid } from '#domain/bidding/bid.ts';
import type { BidderId, BidId } from '#domain/basics/ids.ts';
import { firstRefusal, judgeBid, type BidRefusal } from '#domain/bidding/judge-bid.ts';
import { createStanding } from '#domain/bidding/standing.ts';
import { anItem, someTerms } from '#testing/builders/builders.ts';

/** An auction of one item, whose prices are whole steps of 1.00 from 1.00 to 100.00. */
export type PaperAuction = {
  /** Places a sealed bid; only its figures are judged. */
  seal(who: string, bid: PaperBid): BidId;
  /** Places or revises a live bid. Returns the bid's id, or the code of the refusal. */
  bid(who: string, bid: PaperBid, options?: LiveOptions): BidId | BidRefusal;
  /** Returns the RECs that a bidder wins with all its bids, and what it pays for them. */
  wins(who: string): { readonly won: number; readonly paid: number };
  /** Returns what all winners pay together. */
  total(): number;
};

/** `least` is the fewest RECs that it takes: all of them by default, 1 for any number. */
export type PaperBid = { readonly price: number; readonly quantity: number; readonly least?: number };
type LiveOptions = {
  readonly revises?: BidId | BidRefusal;
  readonly isAnswerable?: boolean;
  readonly isAdmin?: boolean;
};

/** In a reverse auction, a price is this number less the forward price. */
const MIRROR = 101;

/** Creates an auction of one item without a server, judged by the same functions as the room. */
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
