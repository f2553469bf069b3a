import type { Award, Fees } from '#domain/award/close.ts';
import type { BidderId, ItemId } from '#domain/basics/ids.ts';
import { textOfCents } from '#domain/basics/price.ts';
import type { Bid, BiddingItem, BiddingTerms } from '#domain/bidding/bid.ts';
import type { HistoryLine } from '#domain/bidding/history.ts';
import type { SoftClose } from '#domain/auction/answer-time.ts';
import type { Refusal } from '#domain/basics/result.ts';

/**
 * The record of an auction (docs/rules.md#record): its settings, its history and its awards, so that anybody can
 * compute the result again. It contains no names; bidders have aliases.
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

/** Returns the text that the deployment's key signs. The hash covers every byte above the seal. */
export const sealedText = (contentHash: string): string => `greenlot record 1 ${contentHash}`;

/** Kinds of faults of a record. Their texts are phrases, `fault.<kind>`. */
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
 * A fault. `said` fills the message: a number, a time, an award. `refusal` is the rule that refuses the recorded bid or
 * action.
 */
export type Found = { readonly what: FaultKind; readonly said?: string; readonly refusal?: Refusal };

/** The first fault and its line in the record, counted from 1 for the head. */
export type Fault = Found & { readonly line: number };
