import type { Award, Fees } from '#domain/award/close.ts';
import type { BidderId, ItemId } from '#domain/basics/ids.ts';
import { textOfCents } from '#domain/basics/price.ts';
import type { Bid, BiddingItem, BiddingTerms } from '#domain/bidding/bid.ts';
import type { HistoryLine } from '#domain/bidding/history.ts';
import type { SoftClose } from '#domain/auction/answer-time.ts';
import type { Refusal } from '#domain/basics/result.ts';

/**
 * The record of an auction (docs/rules.md#record): its settings, its history and its awards. From the record anyone can
 * compute the result again. It contains no names; bidders have aliases.
 */
export type AuctionRecord = {
  readonly head: RecordHead;
  readonly lines: readonly RecordedLine[];
  readonly awards: readonly RecordedAward[];
};

export type RecordHead = Fees &
  Omit<BiddingTerms, 'rules'> & {
    /** Version of the bidding rules. Records of release 0.1 do not have it; their version is 1. */
    readonly rules?: BiddingTerms['rules'] | undefined;
    /** The secret that hid the contents of lines until the closing. Auctions from before receipts have none. */
    readonly salt?: string | undefined;
    readonly auctionId: string;
    readonly title: string;
    readonly currency: string;
    readonly softClose: SoftClose | null;
    /** Times are ISO 8601 texts in UTC. `endsAt` is the scheduled end, `auctionEndsAt` the actual end. */
    readonly startsAt: string;
    readonly endsAt: string;
    readonly auctionEndsAt: string;
    readonly items: readonly (BiddingItem & { readonly name: string })[];
    readonly bidders: readonly { readonly bidderId: BidderId; readonly alias: string }[];
  };

export type RecordedLine = { readonly line: HistoryLine; readonly hash: string };

/** An award as the record holds it. Amounts are decimal texts with the decimals of the record's currency (docs/rules.md#numbers). */
export type RecordedAward = Pick<Bid, 'itemId' | 'bidId' | 'bidderId' | 'quantity' | 'priceCents'> & {
  readonly ranking: number;
  readonly amount: string;
  readonly sellerFee: string;
  readonly buyerFee: string;
};

/** Returns an award in the form of the record. */
export const recordedAward = (itemId: ItemId, { bid, rank, won, ...cost }: Award): RecordedAward => ({
  itemId,
  bidId: bid.bidId,
  bidderId: bid.bidderId,
  ranking: rank,
  quantity: won,
  priceCents: bid.priceCents,
  amount: textOfCents(cost.amountCents),
  sellerFee: textOfCents(cost.sellerFeeCents),
  buyerFee: textOfCents(cost.buyerFeeCents),
});

/**
 * Returns the text that the deployment's key signs. `contentHash` is the hash of every byte of the record before the
 * seal.
 */
export const sealedText = (contentHash: string): string => `greenlot record 1 ${contentHash}`;

/** Kinds of faults that a record can have. Their texts are phrases, `fault.<kind>`. */
export const FAULT_KINDS = [
  'notHead',
  'notEntry',
  'notSeal',
  'noLineFeed',
  'otherNumber',
  'otherHash',
  'createdTwice',
  'afterClosing',
  'refusedInTime',
  'closedEarly',
  'noFigures',
  'placedTwice',
  'revisedNothing',
  'otherOffer',
  'backInTime',
  'whilePaused',
  'afterEnd',
  'otherAlias',
  'ofNobody',
  'partNotAllowed',
  'refused',
  'atStart',
  'endedNothing',
  'endedOtherFigures',
  'withdrawnLive',
  'softCloseElsewhere',
  'endElsewhere',
  'movedForNothing',
  'notMoved',
  'notClosed',
  'otherEnd',
  'otherAward',
  'furtherAward',
  'otherSeal',
  'otherKey',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/**
 * A fault of a record. `said` is inserted into the message: a number, a time or an award. `refusal` is the rule that
 * the recorded bid or action breaks.
 */
export type Found = { readonly what: FaultKind; readonly said?: string; readonly refusal?: Refusal };

/** A fault with its line in the record. Lines are counted from 1; line 1 is the head. */
export type Fault = Found & { readonly line: number };
