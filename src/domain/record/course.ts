import { conductAfter, conductLineOf, NO_CONDUCT, timesAfter, type ConductTimes } from '#domain/auction/conduct.ts';
import type { EndTerms } from '#domain/auction/soft-close.ts';
import type { BidderId, BidId, ItemId } from '#domain/basics/ids.ts';
import type { Bid, BiddingTerms } from '#domain/bidding/bid.ts';
import { bidAfter, givesPlace, type HistoryLine } from '#domain/bidding/history.ts';
import type { Ranking } from '#domain/bidding/ranking.ts';
import { createStanding, type Standing } from '#domain/bidding/standing.ts';
import type { RecordHead } from '#domain/record/record.ts';

/** Where an auction stands after some lines of its record. */
export type Course = {
  readonly head: RecordHead;
  readonly terms: BiddingTerms;
  readonly bids: ReadonlyMap<BidId, Bid>;
  readonly standings: ReadonlyMap<ItemId, Standing>;
  readonly aliases: ReadonlyMap<BidderId, string>;
  /** Standing (not deleted) bids of one bidder. */
  ownBids(bidderId: BidderId): readonly Bid[];
  /** Every item's ranking now, as values that later lines leave as they are. */
  rankings(): ReadonlyMap<ItemId, Ranking>;
  times(): ConductTimes;
  /** What decides where soft close may move the end now. */
  endTerms(): EndTerms;
  /** Time of the last line that gave a bid its place, or let the clock run again: no later bid is earlier. */
  lastBidAtMs(): number;
  /** Takes the next line in, whether or not it is right. */
  take(line: HistoryLine): void;
};

/** The beginning of an auction's course: nothing was bid, the end is the scheduled one. */
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

export const termsOf = ({ rules = 1, auctionType, tickCents, minimumBiddingQuantity }: RecordHead): BiddingTerms => ({
  rules,
  auctionType,
  tickCents,
  minimumBiddingQuantity,
});

/** The start and the scheduled end. */
export const scheduleOf = ({ startsAt, endsAt }: RecordHead) => ({
  startsAtMs: Date.parse(startsAt),
  endsAtMs: Date.parse(endsAt),
});

/** An auction's times before anything moved them. */
export const timesOf = (head: RecordHead): ConductTimes => ({
  startsAtMs: scheduleOf(head).startsAtMs,
  auctionEndsAtMs: scheduleOf(head).endsAtMs,
  pausedAtMs: null,
  closedAtMs: null,
  annulledAtMs: null,
});

/** The same times where the line moves none. */
export function timesAfterLine(times: ConductTimes, line: HistoryLine): ConductTimes {
  if (line.kind === 'closed') return { ...times, closedAtMs: Date.parse(line.at) };
  const conducted = conductLineOf(line);
  return conducted ? timesAfter(times, conducted) : times;
}
