import { asBidder } from '#server/room/judging/judge-request.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { getRoomTokenAsAdmin } from '#contract/bidding/room.ts';
import { CLOSING_PERIOD_MS } from '#domain/auction/status.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { createRooms } from '#server/room/rooms.ts';
import { roomStore } from '#server/room/store/sql-room-store.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { followClock } from '#server/platform/runtime/clock.ts';
import { nodeTimers } from '#server/platform/runtime/timers.ts';
import { NO_SOCKETS } from '#testing/world/quiet-parts.ts';
import type { TestAuction } from '#testing/builders/records.ts';
import { readRoom, type RoomReader } from '#testing/readers/room-reader.ts';
import type { ServerProcess } from '#testing/world/server-process.ts';
import { bidAround, countAround, usualWayMs, wrongAnswers } from './closing-bids.ts';
import { wrongRecord } from './closing-check.ts';
import { closedAll, endAuctions, holdOver, openAuctions, PUBLIC_URL, type Site } from './closing-site.ts';

export type InstantReport = {
  readonly bids: number;
  /** Usual time in ms from the sending of a bid to its receipt. */
  readonly wayMs: number;
  /** Number of bids that were received close to the end, as planned. */
  readonly around: number;
  readonly accepted: number;
  /**
   * Number of accepted bids in the auctions whose row the benchmark kept locked past the end. Because of the lock, all
   * bids of these auctions were judged after the end.
   */
  readonly acceptedAfterwards: number;
  /** Descriptions of wrong decisions, records and announcements. */
  readonly wrong: readonly string[];
  /** Milliseconds from the end of the closing period to the closing of the auction. */
  readonly lagsMs: readonly number[];
  /** Milliseconds from the end of the closing period until a reader got the result, for each reader. */
  readonly toldLagsMs: readonly number[];
};

/**
 * Milliseconds between two ends. It is long enough that the bids around one end do not overlap with those of the next.
 */
const APART_MS = 500;
/**
 * Time in ms to wait before the received results are counted. A server that misses a wake-up notices the result in its
 * next version check. The wait is longer than the interval of these checks. So if a result is sent twice by mistake,
 * both copies have arrived before the count.
 */
const TWICE_MS = 2_500;
const REHEARSALS = 2;

/** Closes auctions. All bidders bid around each end, and readers at both servers wait for the result. */
export async function runInstant(site: Site, closings: number): Promise<InstantReport> {
  const wayMs = await usualWayMs(site, await openAuctions(site, REHEARSALS));
  const auctions = await openAuctions(site, closings);
  const watched = await Promise.all(auctions.map((auction) => watch(site, auction)));
  const firstEndMs = Math.ceil(Date.now() / 1_000) * 1_000 + 1_000;
  const endOf = new Map(auctions.map(({ auctionId }, index) => [auctionId, firstEndMs + index * APART_MS]));
  await endAuctions(site, endOf);
  const seen = await Promise.all(
    auctions.map((auction, index) => {
      const endsAtMs = endOf.get(auction.auctionId) ?? Number.NaN;
      // For every second auction, the row is locked at the end, as if commits were slow.
      const isHeld = index % 2 === 1;
      return seeOneEnd({ site, auction, endsAtMs, wayMs, isHeld }, watched[index] ?? []);
    }),
  );
  const sum = (pick: (one: ObservedEnd) => number): number => seen.reduce((total, one) => total + pick(one), 0);
  return {
    bids: closings * site.bidders.length,
    wayMs,
    around: sum((one) => one.around),
    accepted: sum((one) => one.accepted),
    acceptedAfterwards: sum((one) => (one.isHeld ? one.accepted : 0)),
    wrong: seen.flatMap((one) => one.wrong),
    lagsMs: await lagsOf(site, endOf),
    toldLagsMs: seen.flatMap((one) => one.toldLagsMs),
  };
}

type Ending = {
  readonly site: Site;
  readonly auction: TestAuction;
  readonly endsAtMs: number;
  readonly wayMs: number;
  readonly isHeld: boolean;
};
type ObservedEnd = Pick<InstantReport, 'around' | 'accepted' | 'wrong' | 'toldLagsMs'> & Pick<Ending, 'isHeld'>;

/** Sends the bids around one end and waits for the result. Then compares all answers with the stored rows. */
async function seeOneEnd(ending: Ending, readers: readonly RoomReader[]): Promise<ObservedEnd> {
  const { site, auction, endsAtMs, wayMs, isHeld } = ending;
  const told = readers.map((reader) => reader.ended().then(() => Date.now() - endsAtMs - CLOSING_PERIOD_MS));
  const held = isHeld ? holdOver(site, auction, endsAtMs) : undefined;
  const bids = await bidAround(site, auction, endsAtMs, wayMs);
  await held;
  const toldLagsMs = await Promise.all(told);
  await pause(TWICE_MS);
  const times = readers.map((reader) => reader.results());
  for (const reader of readers) reader.close();
  const accepted = bids.filter(({ code }) => code === 'Success').length;
  const wrong = [
    ...(times.every((count) => count === 1)
      ? []
      : [`${auction.auctionId}: the result was told ${times.join(' and ')} times`]),
    ...wrongAnswers(bids, endsAtMs),
    ...(await wrongRecord(site, auction, { endsAtMs, accepted, late: bids.length - accepted })),
  ];
  return { around: countAround(bids, endsAtMs), accepted, wrong, toldLagsMs, isHeld };
}

const watch = ({ servers, admin }: Site, auction: TestAuction): Promise<RoomReader[]> =>
  Promise.all(servers.map((server) => openReader(server, admin.token, auction)));

async function openReader({ baseUrl }: ServerProcess, token: string, { auctionId }: TestAuction): Promise<RoomReader> {
  const reply = await fetch(baseUrl + API_BASE + getRoomTokenAsAdmin.path.replace('{id}', auctionId), {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await reply.json()) as { data: { url: string; accessToken: string } };
  return readRoom({ url: data.url.replace(PUBLIC_URL, baseUrl), accessToken: data.accessToken });
}

async function lagsOf(site: Site, endOf: ReadonlyMap<AuctionId, number>): Promise<number[]> {
  const closed = await closedAll(site, [...endOf.keys()]);
  return [...endOf].map(([auctionId, endMs]) => (closed.get(auctionId) ?? Number.NaN) - endMs - CLOSING_PERIOD_MS);
}

/**
 * Returns whether an auction has bids. Every fourth auction has none. In an auction without awards, only the lock
 * prevents a second closing.
 */
const hasBids = (index: number): boolean => index % 4 !== 0;

/**
 * Ends many auctions in the same second. Nearly every auction is claimed by both processes at the same time. Returns
 * the milliseconds from the end of the closing period to each closing, and the faults of the records.
 */
export async function runSameSecond(site: Site, count: number): Promise<Pick<InstantReport, 'lagsMs' | 'wrong'>> {
  const auctions = await openAuctions(site, count);
  await bidInAll(
    site,
    auctions.filter((_, index) => hasBids(index)),
  );
  const endMs = Math.ceil(Date.now() / 1_000) * 1_000 + 1_000;
  const endOf = new Map(auctions.map(({ auctionId }, index) => [auctionId, endMs + (index * 1_000) / count]));
  await endAuctions(site, endOf);
  const lagsMs = await lagsOf(site, endOf);
  await pause(TWICE_MS);
  const wrong: string[] = [];
  for (const [index, auction] of auctions.entries()) {
    const endsAtMs = endOf.get(auction.auctionId) ?? Number.NaN;
    const accepted = hasBids(index) ? site.bidders.length : 0;
    wrong.push(...(await wrongRecord(site, auction, { endsAtMs, accepted, late: 0 })));
  }
  return { lagsMs, wrong };
}

/**
 * Places one bid of each bidder through rooms of this process, which are faster than HTTP. These bids are not measured.
 */
async function bidInAll({ database, bidders }: Site, auctions: readonly TestAuction[]): Promise<void> {
  const clock = await followClock(database.db);
  const rooms = await createRooms({ store: roomStore(database), clock, timers: nodeTimers, sockets: NO_SOCKETS });
  await Promise.all(
    auctions.flatMap(({ auctionId, itemIds }) =>
      bidders.map(async ({ userId, accountId }) => {
        const offer = { auctionItemId: itemIds[0] ?? '', price: 5, quantity: 10, bidderPartialFulfillment: false };
        const request = { type: 'place', entry: 'live', ...asBidder({ userId, accountId }), bids: [offer] } as const;
        const answer = await rooms.submit(auctionId, request, randomUUID(), (given) => given);
        if (!answer.ok) throw new Error(answer.refused.code);
      }),
    ),
  );
  rooms.close();
  clock.stop();
}
