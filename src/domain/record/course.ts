import { conductAfter, conductLineOf, NO_CONDUCT, timesAfter, type ConductTimes } from '#domain/auction/conduct.ts';
import type { EndTerms } from '#domain/auction/soft-close.ts';
import type { BidderId, BidId, ItemId } from '#domain/basics/ids.ts';
import type { Bid, BiddingTerms } from '#domain/bidding/bid.ts';
import { bidAfter, givesPlace, type HistoryLine } from '#domain/bidding/history.ts';
import type { Ranking } from '#domain/bidding/ranking.ts';
import { createStanding, type Standing } from '#domain/bidding/standing.ts';
import type { RecordHead } from '#domain/record/record.ts';

/** The state of an auction after the lines of its record that were added so far. */
export type Course = {
  readonly head: RecordHead;
  readonly terms: BiddingTerms;
  readonly bids: ReadonlyMap<BidId, Bid>;
  readonly standings: ReadonlyMap<ItemId, Standing>;
  readonly aliases: ReadonlyMap<BidderId, string>;
  /** The bids of one bidder that are not deleted. */
  ownBids(bidderId: BidderId): readonly Bid[];
  /** The current ranking of every item. Lines that are added later do not modify the returned rankings. */
  rankings(): ReadonlyMap<ItemId, Ranking>;
  times(): ConductTimes;
  /** Facts that decide whether soft close may move the end now, and how far. */
  endTerms(): EndTerms;
  /**
   * Time of the last line that placed or revised a bid or resumed the clock, in ms since 1970. No later bid may have an
   * earlier time.
   */
  lastBidAtMs(): number;
  /** Adds the next line, even if the line breaks a rule. */
  take(line: HistoryLine): void;
};

/** Returns the initial state of an auction: it has no bids, and its end is the scheduled end. */
export function courseOf(head: RecordHead): Course {
  const terms = termsOf(head);
  const bids = new Map<BidId, Bid>();
  const standings = new Map(head.items.map((item) => [item.itemId, createStanding(item, terms)]));
  const own = new Map<BidderId, Map<BidId, Bid>>();
  let conduct = NO_CONDUCT;
  let lastBidAtMs = 0;
  let times = timesOf(head);
  return {
    head,
    terms,
    bids,
    standings,
    aliases: new Map(head.bidders.map(({ bidderId, alias }) => [bidderId, alias])),
    ownBids: (bidderId) => [...(own.get(bidderId)?.values() ?? [])].filter(({ isDeleted }) => !isDeleted),
    rankings: () => new Map([...standings].map(([itemId, standing]) => [itemId, standing.ranking()])),
    times: () => times,
    endTerms: () => ({
      rules: terms.rules,
      softClose: head.softClose,
      auctionEndsAtMs: times.auctionEndsAtMs,
      conduct,
    }),
    lastBidAtMs: () => lastBidAtMs,
    take(line) {
      const bid = line.bidId === null ? undefined : bidAfter(line, bids.get(line.bidId));
      if (givesPlace(line)) lastBidAtMs = Date.parse(line.at);
      if (bid) {
        bids.set(bid.bidId, bid);
        own.set(bid.bidderId, (own.get(bid.bidderId) ?? new Map<BidId, Bid>()).set(bid.bidId, bid));
        standings.get(bid.itemId)?.put(bid);
      }
      const conducted = conductLineOf(line);
      if (conducted) conduct = conductAfter(conduct, conducted, scheduleOf(head).endsAtMs);
      times = timesAfterLine(times, line);
    },
  };
}

/** Returns the terms of the recorded auction. If the record has no version, version 1 of the bidding rules applies. */
export const termsOf = ({ rules = 1, auctionType, tickCents, minimumBiddingQuantity }: RecordHead): BiddingTerms => ({
  rules,
  auctionType,
  tickCents,
  minimumBiddingQuantity,
});

/** Returns the start and the scheduled end, in ms since 1970. */
export const scheduleOf = ({ startsAt, endsAt }: RecordHead) => ({
  startsAtMs: Date.parse(startsAt),
  endsAtMs: Date.parse(endsAt),
});

/** Returns an auction's times before any line changed them. */
export const timesOf = (head: RecordHead): ConductTimes => ({
  startsAtMs: scheduleOf(head).startsAtMs,
  auctionEndsAtMs: scheduleOf(head).endsAtMs,
  pausedAtMs: null,
  closedAtMs: null,
  annulledAtMs: null,
});

/** Returns an auction's times after a line. Most lines do not change them. */
export function timesAfterLine(times: ConductTimes, line: HistoryLine): ConductTimes {
  if (line.kind === 'closed') return { ...times, closedAtMs: Date.parse(line.at) };
  const conducted = conductLineOf(line);
  return conducted ? timesAfter(times, conducted) : times;
}
