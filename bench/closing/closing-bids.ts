import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { placeBid, type PlacedBids } from '#contract/bidding/bidding.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import type { TestAuction } from '#testing/builders/records.ts';
import type { Site, Someone } from './closing-site.ts';
import { median } from '../figure.ts';

/** One bid with its answer. This machine and its database use the same clock. */
export type AimedBid = {
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
  readonly code: string;
  /** The time of receipt, as the server reports it. */
  readonly receivedAtMs: number;
};

/** Maximum time in ms between the end and the moment at which a bid should be received. */
const AROUND_MS = 50;
const MORE_MS = 200;
const DAY_MS = 86_400_000;

/**
 * Sends one bid of each bidder, so that both servers receive the bids around time `atMs`. Bids travel for about
 * `wayMs`, so they are sent earlier by that time. To allow for a faster or slower machine, a quarter of the bids is not
 * sent earlier, and a quarter is sent earlier by an additional `MORE_MS`.
 */
export const bidAround = ({ servers, bidders }: Site, auction: TestAuction, atMs: number, wayMs: number) =>
  Promise.all(
    bidders.map(async (who, index) => {
      const aimedAtMs = atMs - AROUND_MS + randomInt(2 * AROUND_MS + 1);
      const leadMs = index % 4 === 3 ? 0 : wayMs + (index % 4 === 2 ? MORE_MS : 0);
      await pause(Math.max(0, aimedAtMs - leadMs - Date.now()));
      return bid(servers[index % servers.length]?.baseUrl ?? '', who, auction, index);
    }),
  );

/**
 * Returns the usual time in ms between the sending of a bid and its receipt by the server. The time is measured with
 * bids far from an end.
 */
export async function usualWayMs(site: Site, rehearsals: readonly TestAuction[]): Promise<number> {
  let bids: AimedBid[] = [];
  // Only the last rehearsal counts, because the first one runs with cold caches.
  for (const auction of rehearsals) bids = await bidAround(site, auction, Date.now() + 2 * AROUND_MS, 0);
  return median(bids.map(({ sentAtMs, receivedAtMs }) => receivedAtMs - sentAtMs));
}

/** Returns how many bids were received within `AROUND_MS` of the end. */
export const countAround = (bids: readonly AimedBid[], endsAtMs: number): number =>
  bids.filter(({ receivedAtMs }) => Math.abs(receivedAtMs - endsAtMs) <= AROUND_MS).length;

type BidReply = {
  readonly code: string;
  readonly data?: PlacedBids;
  readonly params?: { readonly receivedAt?: string };
};

async function bid(baseUrl: string, who: Someone, auction: TestAuction, index: number): Promise<AimedBid> {
  const sentAtMs = Date.now();
  const body = {
    auctionItemId: auction.itemIds[0],
    price: (300 + index * 10) / 100,
    quantity: 10,
    bidderPartialFulfillment: false,
  };
  const response = await fetch(baseUrl + API_BASE + placeBid.path.replace('{id}', auction.auctionId), {
    method: placeBid.method,
    headers: {
      authorization: `Bearer ${who.token}`,
      'x-forwarded-for': who.address,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
      // The HTTP date, which comes from the bidder's clock, is a day too early or a day too late. The server must
      // ignore this date.
      date: new Date(sentAtMs + (index % 4 < 2 ? DAY_MS : -DAY_MS)).toUTCString(),
    },
    body: JSON.stringify(body),
  });
  const told = (await response.json()) as BidReply;
  const receivedAt = told.data?.receivedAt ?? told.params?.receivedAt ?? '';
  return { sentAtMs, answeredAtMs: Date.now(), code: told.code, receivedAtMs: Date.parse(receivedAt) };
}

/**
 * Returns wrong answers to bids around an end. A bid must be accepted if it was received before the end, and only then.
 */
export const wrongAnswers = (bids: readonly AimedBid[], endsAtMs: number): string[] =>
  bids.flatMap((given) => {
    const isAccepted = given.code === 'Success';
    const isKnown = isAccepted || given.code === 'auction_has_ended';
    const isAsReceived = isAccepted === given.receivedAtMs < endsAtMs;
    // The reported time of receipt must be between the sending of the bid and the arrival of its answer.
    const isTrue = given.receivedAtMs >= given.sentAtMs - 1 && given.receivedAtMs <= given.answeredAtMs + 1;
    return isKnown && isAsReceived && isTrue ? [] : [JSON.stringify({ endsAtMs, ...given })];
  });
