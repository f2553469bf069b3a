import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { compose } from '#server/compose.ts';
import { demoImages } from '#server/demo/demo-images.ts';
import { seedDemo } from '#server/demo/director.ts';
import { makeAuction, type DemoAuction, type DemoStage } from '#server/demo/make-auction.ts';
import { playPast, seedPastYear } from '#server/demo/play-past.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { publicEnvironment } from '#server/platform/config/public-environment.ts';
import { openDatabase, type Db } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { folderStore } from '#server/platform/files/files.ts';
import { freePort } from '#testing/world/free-port.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A running product with the demo's data in its own database. The demo's simulated users do nothing. */
export type Stage = {
  readonly db: Db;
  readonly baseUrl: string;
  /**
   * Creates an auction. `startsInMs` and `endsInMs` count from now. `moves` is the number of bids and revisions that
   * its bidders have already made.
   */
  auction(wish: StagedAuctionOptions): Promise<string>;
  close(): Promise<void>;
};

type StagedAuctionOptions = Omit<DemoAuction, 'startsAt' | 'endsAt'> & {
  readonly startsInMs: number;
  readonly endsInMs: number;
  readonly moves?: number;
};

/**
 * Opens a stage. With `isFull` it also has the first documents and the demo's past year, so that no page is empty. The
 * images of the guides do not need these.
 */
export async function openStage({ variant = 'TNBX', isFull = false } = {}): Promise<Stage> {
  const folder = await temporaryFolder('guide');
  const port = await freePort();
  const config = readConfig({
    VARIANT: variant,
    GREENLOT_DATA: folder.path,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DEMO: 'off',
    FLAG_TOUR_GUIDE: 'off',
    FLAG_PUBLIC_AUCTIONS: isFull ? 'on' : 'off',
    // On a full stage, a script changes the language of an open page.
    LANGUAGE_CHOICE: isFull ? 'on' : 'off',
  });
  const database = await openDatabase({ folder: config.databaseFolder });
  const { db } = database;
  await migrate(database);
  const files = folderStore(config.filesFolder);
  const demo: DemoStage = {
    variant: config.VARIANT,
    images: demoImages(files),
    ...(isFull && { documents: { files, platform: publicEnvironment(config, []) } }),
  };
  await seedDemo(db, demo, Date.now());
  if (isFull) await seedPastYear(db, demo, Date.now());
  const server = await compose(database, config);
  const baseUrl = await server.app.listen({ port, host: config.HOST });
  await hasClosedPast(db);
  return {
    db,
    baseUrl,
    async auction({ startsInMs, endsInMs, moves = 0, ...wish }) {
      const nowMs = Date.now();
      const times = { startsAt: new Date(nowMs + startsInMs), endsAt: new Date(nowMs + endsInMs) };
      const auctionId = await makeAuction(db, { ...wish, ...times }, demo);
      if (moves > 0) await playPast(db, auctionId, Math.min(nowMs, times.startsAt.getTime() + HOUR_MS), moves);
      server.parts.rooms.wake(auctionId);
      return auctionId;
    },
    async close() {
      await server.close();
      await database.close();
      await folder.remove();
    },
  };
}

/** Waits until the server has closed the demo's past auctions. After that they have results. */
async function hasClosedPast(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select 1 from auction where auction_end_time < now() and closed_at is null limit 1`.execute(db);
    if (rows.length === 0) return;
    await pause(200);
  }
}

/** Creates auctions for the images, in addition to the auctions of the demo. */
export async function setScenes(stage: Stage) {
  const [soon, later] = [3 * HOUR_MS, 26 * HOUR_MS];
  return {
    /** The newcomer bids in this auction. */
    live: await stage.auction({
      auctionType: 'Forward',
      deal: 1,
      startsInMs: -40 * MINUTE_MS,
      endsInMs: 55 * MINUTE_MS,
      softClose: { minutes: 3, maximum: 5 },
      moves: 40,
    }),
    upcoming: await stage.auction({ auctionType: 'Forward', deal: 2, startsInMs: soon, endsInMs: soon + HOUR_MS }),
    /** The seller owns this auction and prepares it. */
    owned: await stage.auction({ auctionType: 'Forward', deal: 0, startsInMs: later, endsInMs: later + HOUR_MS }),
    open: await stage.auction({
      auctionType: 'Forward',
      deal: 5,
      startsInMs: later,
      endsInMs: later + HOUR_MS,
      isPrivate: false,
      bidders: 0,
    }),
    /** The seller bids in this auction. */
    reverse: await stage.auction({
      auctionType: 'Reverse',
      deal: 0,
      startsInMs: -30 * MINUTE_MS,
      endsInMs: 90 * MINUTE_MS,
      moves: 24,
    }),
    openReverse: await stage.auction({
      auctionType: 'Reverse',
      deal: 1,
      startsInMs: later,
      endsInMs: later + HOUR_MS,
      isPrivate: false,
      bidders: 0,
    }),
    ...(await scenesOfTheDemo(stage.db)),
  };
}

export type Scenes = Awaited<ReturnType<typeof setScenes>>;

/** Returns the ids of objects that the demo created. */
async function scenesOfTheDemo(db: Db) {
  const one = (query: ReturnType<typeof sql<{ id: string }>>): Promise<string> => findOne(db, query);
  const company = sql`(select id from account where company_name like 'Meranti Semiconductor%')`;
  const seller = sql`(select id from account where company_name like 'Sungai Perak%')`;
  return {
    /** A live auction that the seller owns. */
    ownedLive: await one(sql`
      select id from auction where owner_account_id = ${seller} and now() between start_time and auction_end_time limit 1`),
    won: await one(sql`
      select award.auction_id as id from award join bidder on bidder.id = award.bidder_id
      where bidder.account_id = ${company} group by 1 order by sum(award.quantity) desc limit 1`),
    holding: await one(sql`
      select id from ledger_account where kind = 'held' and account_id = ${company} order by balance desc limit 1`),
    statement: await one(sql`select number as id from retirement where account_type = 'Building' limit 1`),
    registration: await one(sql`select id from company_registration where status = 'In-Progress' limit 1`),
    account: await one(sql`select id from account where id = ${company}`),
    draftOffer: await one(sql`
      select id from sell_order where publish_at is null and cancelled_at is null order by created_at limit 1`),
    offer: await one(sql`
      select id from sell_order
      where seller_account_id = ${seller} and publish_at < now() and cancelled_at is null limit 1`),
    order: await one(sql`select id from buy_order where status = 'Pending' order by placed_at limit 1`),
  };
}

export async function findOne(db: Db, query: ReturnType<typeof sql<{ id: string }>>): Promise<string> {
  const { rows } = await query.execute(db);
  const [found] = rows;
  if (!found) throw new Error('the demo has no object for an image');
  return found.id;
}
