import { sql } from 'kysely';
import type { AuctionId } from '#domain/basics/ids.ts';
import { openIdentity } from '#server/identity/identity.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { followClock } from '#server/platform/runtime/clock.ts';
import { insertAuction, insertPerson } from '#testing/builders/records.ts';
import { tokenFor } from '#testing/world/token.ts';
import type { Person } from './ask.ts';
import type { Chance } from '#testing/world/chance.ts';

export const PUBLIC_URL = 'http://greenlot.test';

export type StagedItem = { readonly itemId: string; readonly quantity: number; readonly partial: boolean };

/** An auction of a run. Times are by this machine's clock, which the database uses too. */
export type StagedAuction = {
  readonly auctionId: AuctionId;
  readonly items: readonly StagedItem[];
  startsAtMs: number;
  endsAtMs: number;
  /** Always increases, so that no two bids have the same price. */
  nextPriceCents: number;
};

/** The participants and the auctions. The auctions are short and overlap, so that at any time some of them end. */
export type Stage = {
  readonly admin: Person;
  readonly bidders: readonly Person[];
  readonly auctions: readonly StagedAuction[];
};

export type StageOptions = { readonly bidders: number; readonly seconds: number; readonly chance: Chance };

/** The items of an auction: one with RECs for everybody, a scarce one, and one that only one bidder can win. */
const ITEMS = [{ quantity: 1_000_000 }, { quantity: 200 }, { quantity: 50, partial: false }];
/** The seconds from the start of one auction to the start of the next. */
const START_EVERY = 3;
/** The shortest and the longest duration of an auction, in seconds. */
const LASTS = [4, 9] as const;
const LIFETIME = '3 hours';

/**
 * Fills an empty database. The auctions' times are for a run that starts immediately; `beginStage` moves them later.
 */
export async function prepareStage(database: Database, { bidders, seconds, chance }: StageOptions): Promise<Stage> {
  await migrate(database);
  const { db } = database;
  const clock = await followClock(db);
  const config = readConfig({ NODE_ENV: 'test', DEMO: 'off', PUBLIC_URL });
  const identity = await openIdentity({ database, clock, config });
  const join = async (role: 'User' | 'Admin', index: number): Promise<Person> => {
    const person = await insertPerson(db, { role });
    return { ...person, token: await tokenFor(identity, person.userId, LIFETIME), address: `10.0.0.${index}` };
  };
  const admin = await join('Admin', 250);
  const owner = await join('User', 251);
  const people: Person[] = [];
  for (let i = 0; i < bidders; i += 1) people.push(await join('User', i + 1));
  clock.stop();

  const auctions: StagedAuction[] = [];
  for (let startsIn = 0; startsIn < seconds; startsIn += START_EVERY) {
    const endsIn = startsIn + chance.between(...LASTS);
    const now = Date.now();
    const made = await insertAuction(db, {
      ownerAccountId: owner.accountId,
      createdBy: admin.userId,
      startsIn,
      endsIn,
      items: ITEMS.map((item) => ({ ...item, minimumCents: 100, maximumCents: 999_999_990 })),
      bidders: people.map(({ userId, accountId }) => ({ person: { userId, accountId, username: '' } })),
    });
    const items = ITEMS.map((item, index) => ({ partial: true, ...item, itemId: made.itemIds[index] ?? '' }));
    const times = { startsAtMs: now + startsIn * 1_000, endsAtMs: now + endsIn * 1_000 };
    auctions.push({ auctionId: made.auctionId, items, ...times, nextPriceCents: 1_000 });
  }
  return { admin, bidders: people, auctions };
}

/** Moves the auctions in time so that the first one starts in `startsIn` seconds. */
export async function beginStage(database: Database, stage: Stage, startsIn: number): Promise<void> {
  const nowMs = Date.now();
  for (const [index, auction] of stage.auctions.entries()) {
    const lastsMs = auction.endsAtMs - auction.startsAtMs;
    auction.startsAtMs = nowMs + (startsIn + index * START_EVERY) * 1_000;
    auction.endsAtMs = auction.startsAtMs + lastsMs;
    const [start, end] = [new Date(auction.startsAtMs), new Date(auction.endsAtMs)];
    await sql`
      update auction set start_time = ${start}, end_time = ${end}, auction_end_time = ${end}
      where id = ${auction.auctionId}`.execute(database.db);
  }
}
