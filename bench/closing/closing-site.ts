import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AuctionId } from '#domain/basics/ids.ts';
import { openIdentity, type Identity } from '#server/identity/identity.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { followClock } from '#server/platform/runtime/clock.ts';
import { lockAuction } from '#server/room/store/room-rows.ts';
import { insertAuction, insertPerson, type TestAuction, type TestPerson } from '#testing/builders/records.ts';
import { startServer, type ServerProcess } from '#testing/world/server-process.ts';
import { tokenFor } from '#testing/world/token.ts';

/** A signed-in person. The server counts request limits by `address`. */
export type Someone = TestPerson & { readonly token: string; readonly address: string };

/** Two server processes on one PostgreSQL database, and their users. */
export type Site = {
  readonly database: Database;
  readonly servers: readonly ServerProcess[];
  readonly admin: Someone;
  readonly owner: Someone;
  readonly bidders: readonly Someone[];
  close(): Promise<void>;
};

export const PUBLIC_URL = 'http://greenlot.test';
/** The errors of the clocks of the two server processes, in ms. */
const SHIFTS_MS = [-5_000, 5_000];
/**
 * Milliseconds before and after an end in which the row is locked. All bids around the end arrive in this period. The
 * period is shorter than the closing period.
 */
const HELD_MS = 300;

/** Opens a site on a migrated database that nothing else uses. */
export async function openSite(database: Database, url: string, bidders: number): Promise<Site> {
  const settings = { DATABASE_URL: url, PUBLIC_URL, TRUST_PROXY: '127.0.0.1' };
  const clock = await followClock(database.db);
  const config = readConfig({ NODE_ENV: 'test', DEMO: 'off', PUBLIC_URL });
  const identity = await openIdentity({ database, clock, config });
  const [admin, owner] = [await join(database, identity, 'Admin', 251), await join(database, identity, 'User', 252)];
  const people: Someone[] = [];
  for (let i = 0; i < bidders; i += 1) people.push(await join(database, identity, 'User', i + 1));
  clock.stop();
  const servers = await Promise.all(SHIFTS_MS.map((shiftMs) => startServer({ ...settings, ...wrongClock(shiftMs) })));
  const close = async (): Promise<void> => void (await Promise.all(servers.map((server) => server.kill())));
  return { database, servers, admin, owner, bidders: people, close };
}

async function join(database: Database, identity: Identity, role: 'User' | 'Admin', index: number): Promise<Someone> {
  const person = await insertPerson(database.db, { role });
  return { ...person, token: await tokenFor(identity, person.userId, '1 hour'), address: `10.0.0.${index}` };
}

const wrongClock = (shiftMs: number) => ({
  CLOCK_SHIFT_MS: String(shiftMs),
  NODE_OPTIONS: `--import=${new URL('shifted-clock.ts', import.meta.url).href}`,
});

/** Creates live auctions with one item each. The item has enough RECs for every bidder. */
export async function openAuctions(site: Site, count: number): Promise<TestAuction[]> {
  const auctions: TestAuction[] = [];
  for (let i = 0; i < count; i += 1) {
    auctions.push(
      await insertAuction(site.database.db, {
        ownerAccountId: site.owner.accountId,
        createdBy: site.admin.userId,
        items: [{ quantity: site.bidders.length * 10 }],
        bidders: site.bidders.map((person) => ({ person })),
      }),
    );
  }
  return auctions;
}

/**
 * Moves the ends of auctions in the database. Servers see the new ends, because they read the end for each bid and each
 * closing.
 */
export async function endAuctions({ database }: Site, ends: ReadonlyMap<AuctionId, number>): Promise<void> {
  const [ids, times] = [[...ends.keys()], [...ends.values()].map((ms) => new Date(ms))];
  await sql`
    update auction set end_time = moved.at, auction_end_time = moved.at
    from unnest(${ids}::uuid[], ${times}::timestamptz[]) as moved (id, at) where auction.id = moved.id`.execute(
    database.db,
  );
}

/** Locks an auction's row from before the end until after the end, so that no bid is judged in between. */
export const holdOver = ({ database }: Site, { auctionId }: TestAuction, endsAtMs: number): Promise<void> =>
  database.db.transaction().execute(async (transaction) => {
    await pause(Math.max(0, endsAtMs - HELD_MS - Date.now()));
    await lockAuction(transaction, auctionId);
    await pause(Math.max(0, endsAtMs + HELD_MS - Date.now()));
  });

/** Waits until all auctions are closed. Returns the time of each closing. */
export async function closedAll({ database }: Site, auctionIds: readonly AuctionId[]): Promise<Map<AuctionId, number>> {
  for (;;) {
    const rows = await database.db
      .selectFrom('auction')
      .select(['id', 'closed_at'])
      .where('id', 'in', auctionIds)
      .where('closed_at', 'is not', null)
      .execute();
    if (rows.length === auctionIds.length) {
      return new Map(rows.map((row) => [row.id as AuctionId, row.closed_at?.getTime() ?? Number.NaN]));
    }
    await pause(100);
  }
}
