import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { getRoomTokenAsAdmin } from '#contract/room.ts';
import { DRAIN_MS } from '#domain/auction/status.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { createRooms } from '#server/bidding/rooms.ts';
import { roomStore } from '#server/bidding/sql-room-store.ts';
import { API_BASE } from '#server/platform/config.ts';
import { followClock } from '#server/platform/clock.ts';
import { nodeTimers } from '#server/platform/timers.ts';
import type { TestAuction } from '#testing/records.ts';
import { readRoom, type RoomReader } from '#testing/room-reader.ts';
import type { ServerProcess } from '#testing/server-process.ts';
import { bidAroundTheEnd, wrongAnswers } from './closing-bids.ts';
import { wrongRecord } from './closing-check.ts';
import { closedAll, endAuctions, openAuctions, PUBLIC_URL, type Site } from './closing-site.ts';

export type InstantReport = {
  readonly bids: number;
  readonly accepted: number;
  /** Decisions, records and announcements that are not as they must be, in words. */
  readonly wrong: readonly string[];
  /** From the end of the drain to the closing, and until each reader was told. */
  readonly lagsMs: readonly number[];
  readonly toldLagsMs: readonly number[];
};

/** From one end to the next: they come one by one, as the bids around them are to. */
const APART_MS = 500;
/** Longer than the look at versions that a lost wake-up hid: whoever tells twice has done so by then. */
const TWICE_MS = 2_500;

/** Closings with bids of everybody around each end, read through both servers. */
export async function runInstant(site: Site, closings: number): Promise<InstantReport> {
  const auctions = await openAuctions(site, closings);
  const watched = await Promise.all(auctions.map((auction) => watch(site, auction)));
  const firstEndMs = Math.ceil(Date.now() / 1_000) * 1_000 + 1_000;
  const endOf = new Map(auctions.map(({ auctionId }, index) => [auctionId, firstEndMs + index * APART_MS]));
  await endAuctions(site, endOf);
  const wrong: string[] = [];
  const toldLagsMs: number[] = [];
  let accepted = 0;
  await Promise.all(
    auctions.map(async (auction, index) => {
      const endsAtMs = endOf.get(auction.auctionId) ?? Number.NaN;
      const bids = await bidAroundTheEnd(site, auction, endsAtMs);
      const readers = watched[index] ?? [];
      for (const reader of readers) {
        await reader.ended();
        toldLagsMs.push(Date.now() - endsAtMs - DRAIN_MS);
      }
      await pause(TWICE_MS);
      accepted += bids.filter(({ code }) => code === 'Success').length;
      const told = readers.map((reader) => reader.results());
      if (told.some((times) => times !== 1))
        wrong.push(`${auction.auctionId}: the result was told ${told.join(' and ')} times`);
      wrong.push(...wrongAnswers(bids, endsAtMs), ...(await wrongRecord(site, auction, bids, endsAtMs)));
      for (const reader of readers) reader.close();
    }),
  );
  const lagsMs = await lagsOf(site, endOf);
  return { bids: closings * site.bidders.length, accepted, wrong, lagsMs, toldLagsMs };
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
  return [...endOf].map(([auctionId, endMs]) => (closed.get(auctionId) ?? Number.NaN) - endMs - DRAIN_MS);
}

/** Auctions with a bid of everybody that all end in the same second: how long after the drain each was closed. */
export async function runSameSecond(site: Site, count: number): Promise<number[]> {
  const auctions = await openAuctions(site, count);
  await bidInAll(site, auctions);
  const endMs = Math.ceil(Date.now() / 1_000) * 1_000 + 1_000;
  const endOf = new Map(auctions.map(({ auctionId }, index) => [auctionId, endMs + (index * 1_000) / count]));
  await endAuctions(site, endOf);
  return lagsOf(site, endOf);
}

/** Through rooms of our own, which are faster than HTTP: these bids are not what is looked at. */
async function bidInAll({ database, bidders }: Site, auctions: readonly TestAuction[]): Promise<void> {
  const clock = await followClock(database.db);
  const sockets = { broadcast: () => undefined, isHeard: () => false, end: () => undefined };
  const rooms = await createRooms({ store: roomStore(database), clock, timers: nodeTimers, sockets });
  await Promise.all(
    auctions.flatMap(({ auctionId, itemIds }) =>
      bidders.map(async ({ userId, accountId }) => {
        const offer = { auctionItemId: itemIds[0] ?? '', price: 5, quantity: 10, bidderPartialFulfillment: false };
        const request = { type: 'place', entry: 'live', userId, activeAccountIds: [accountId], bids: [offer] } as const;
        const answer = await rooms.submit(auctionId, request, randomUUID(), (given) => given);
        if (!answer.ok) throw new Error(answer.refused.code);
      }),
    ),
  );
  rooms.close();
  clock.stop();
}
