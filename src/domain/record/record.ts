import type { Award, Fees } from '#domain/award/close.ts';
import type { BidderId, ItemId } from '#domain/basics/ids.ts';
import { textOfCents } from '#domain/basics/price.ts';
import type { Bid, BiddingItem, BiddingTerms } from '#domain/bidding/bid.ts';
import type { HistoryLine } from '#domain/bidding/history.ts';
import type { SoftClose } from '#domain/auction/answer-time.ts';
import type { Refusal } from '#domain/basics/result.ts';

/**
 * The record of an auction (docs/rules.md#record): what it was held by, its history and its awards, so that anybody can
 * compute the result again. It names nobody: bidders stand under their aliases.
 */
export type AuctionRecord = {
  readonly head: RecordHead;
  readonly lines: readonly RecordedLine[];
  readonly awards: readonly RecordedAward[];
};

export type RecordHead = Fees &
  Omit<BiddingTerms, 'rules'> & {
    /** Version of the bidding rules; absent in records of release 0.1, whose rules are version 1. */
    readonly rules?: BiddingTerms['rules'] | undefined;
    readonly auctionId: string;
    readonly title: string;
    readonly currency: string;
    readonly softClose: SoftClose | null;
    /** ISO 8601, UTC. `endsAt` is the scheduled end, `auctionEndsAt` the effective one. */
    readonly startsAt: string;
    readonly endsAt: string;
    readonly auctionEndsAt: string;
    readonly items: readonly (BiddingItem & { readonly name: string })[];
    readonly bidders: readonly { readonly bidderId: BidderId; readonly alias: string }[];
  };

export type RecordedLine = { readonly line: HistoryLine; readonly hash: string };

/** Amounts are decimal texts with two fraction digits (docs/rules.md#numbers). */
export type RecordedAward = Pick<Bid, 'itemId' | 'bidId' | 'bidderId' | 'quantity' | 'priceCents'> & {
  readonly ranking: number;
  readonly amount: string;
  readonly sellerFee: string;
  readonly buyerFee: string;
};

/** An award as the record tells it. */
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

/** What the deployment's key signs: the hash over everything that stands above the seal, as it stands there. */
export const sealedText = (contentHash: string): string => `greenlot record 1 ${contentHash}`;

/** What can be wrong with a record; the words stand in the phrases, `fault.<kind>`. */
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

/** What is wrong. `said` fills the words: a number, a time, an award; `refusal` is why the rules refuse what stands there. */
export type Found = { readonly what: FaultKind; readonly said?: string; readonly refusal?: Refusal };

/** The first thing that is wrong, and in which line of the record it stands: the head is line 1. */
export type Fault = Found & { readonly line: number };
