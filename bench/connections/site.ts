import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { placeBid } from '#contract/bidding/bidding.ts';
import { getRoomTokenAsUser } from '#contract/bidding/room.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { openIdentity } from '#server/identity/identity.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { followClock } from '#server/platform/runtime/clock.ts';
import { insertAuction, insertPerson } from '#testing/builders/records.ts';
import { freePort } from '#testing/world/free-port.ts';
import { tokenFor } from '#testing/world/token.ts';
import { ask, type Person } from '../../tests/crash/ask.ts';
import type { ServerTask } from './server.ts';

const PUBLIC_URL = 'http://greenlot.test';

/** A bidder and its bid. The bidder always needs a bid, because the room admits only bidders with a bid. */
export type Bidder = Person & { bidId: string | undefined };

/** One live auction, its bidders, and a real server on a real PostgreSQL. */
export type Site = {
  readonly database: Database;
  readonly baseUrl: string;
  readonly auctionId: AuctionId;
  readonly itemId: string;
  readonly bidders: readonly [Bidder, ...Bidder[]];
  /** The price of the next bid. Each bid is higher than the previous one. */
  nextPriceCents: number;
  /**
   * Returns the times at which the server read the room's history from the database since the last call, in ms since
   * 1970.
   */
  roomReadsAtMs(): Promise<readonly number[]>;
  /** Kills the server without warning and starts it again at the same address. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

const LIFETIME = '1 hour';
const FIRST_PRICE_CENTS = 1_000;

export async function openSite(database: Database, databaseUrl: string, bidderCount: number): Promise<Site> {
  const stage = await setStage(database, bidderCount);
  const port = await freePort();
  const task: ServerTask = { databaseUrl, publicUrl: PUBLIC_URL, port };
  let server = await start(task);
  const kill = async (): Promise<void> => {
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  };
  const site: Site = {
    ...stage,
    database,
    baseUrl: `http://127.0.0.1:${port}`,
    nextPriceCents: FIRST_PRICE_CENTS,
    async roomReadsAtMs() {
      const told = once(server, 'message');
      server.send('roomReads');
      const [atMs] = (await told) as [readonly number[]];
      return atMs;
    },
    async restart() {
      await kill();
      server = await start(task);
    },
    close: kill,
  };
  await Promise.all(site.bidders.map((who) => raise(site, who)));
  return site;
}

async function start(task: ServerTask): Promise<ChildProcess> {
  const server = fork(new URL('server.ts', import.meta.url), { execArgv: [] });
  server.send(task);
  await Promise.race([once(server, 'message'), once(server, 'exit').then(failToStart)]);
  return server;
}

function failToStart(): never {
  throw new Error('the server did not start');
}

async function setStage(
  database: Database,
  bidderCount: number,
): Promise<Pick<Site, 'auctionId' | 'itemId' | 'bidders'>> {
  const { db } = database;
  const clock = await followClock(db);
  const config = readConfig({ NODE_ENV: 'test', DEMO: 'off', PUBLIC_URL });
  const identity = await openIdentity({ database, clock, config });
  const owner = await insertPerson(db);
  const people = await Promise.all(Array.from({ length: bidderCount }, () => insertPerson(db)));
  const { auctionId, itemIds } = await insertAuction(db, {
    ownerAccountId: owner.accountId,
    createdBy: owner.userId,
    items: [{ quantity: bidderCount * 10, maximumCents: 999_999_990 }],
    bidders: people.map((person) => ({ person })),
  });
  const [first, ...others] = await Promise.all(
    people.map(async (person, index): Promise<Bidder> => ({
      ...person,
      token: await tokenFor(identity, person.userId, LIFETIME),
      address: `10.0.${index >> 8}.${index & 255}`,
      bidId: undefined,
    })),
  );
  clock.stop();
  if (!first) throw new Error('an auction needs a bidder');
  return { bidders: [first, ...others], auctionId, itemId: itemIds[0] ?? '' };
}

const TRY_AGAIN_MS = 100;

/**
 * Places or raises the bidder's bid. Repeats the request until the server answers. Returns the room's version after the
 * bid.
 */
export async function raise(site: Site, who: Bidder): Promise<number> {
  site.nextPriceCents += 10;
  const offer = { price: site.nextPriceCents / 100, quantity: 10, bidderPartialFulfillment: true };
  const body = { auctionItemId: site.itemId, ...offer, ...(who.bidId !== undefined && { bidId: who.bidId }) };
  const key = randomUUID();
  for (;;) {
    const reply = await ask(site.baseUrl, who, placeBid, { id: site.auctionId, body, key });
    if (reply.type === 'refused') throw new Error(reply.code);
    if (reply.type === 'answered') {
      who.bidId = reply.data.bids[0]?.bidId;
      return reply.data.version;
    }
    await pause(TRY_AGAIN_MS);
  }
}

/** Returns a token for one connection of this bidder. */
export async function hubToken(site: Site, who: Bidder): Promise<{ url: string; accessToken: string }> {
  const reply = await ask(site.baseUrl, who, getRoomTokenAsUser, { id: site.auctionId });
  if (reply.type !== 'answered') throw new Error(reply.type === 'failed' ? reply.why : reply.code);
  return { ...reply.data, url: reply.data.url.replace(PUBLIC_URL, site.baseUrl) };
}

/** Returns the hub's address with a token, for a plain socket without the client. */
export async function hubAddress(site: Site, who: Bidder): Promise<string> {
  const { url, accessToken } = await hubToken(site, who);
  return `${url.replace('http', 'ws')}?access_token=${accessToken}`;
}
