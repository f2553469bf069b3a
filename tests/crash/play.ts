import { setTimeout as pause } from 'node:timers/promises';
import { CLOSING_PERIOD_MS } from '#domain/auction/status.ts';
import { bidAway, EARLY_MS, sendIntent, type Play } from './bid-away.ts';
import { conductAway } from './conduct-away.ts';
import { createChance, type Chance } from '#testing/world/chance.ts';
import type { Fleet } from './fleet.ts';
import type { Journal } from './journal.ts';
import { killAtRandom, type Kill } from './kill-at-random.ts';
import type { Site } from './site.ts';
import type { Stage, StagedAuction } from './stage.ts';
import { workAway, type Uses } from './work-away.ts';
import { watchRoom, type Watched, type Watching } from './watch-room.ts';

export type Scene = {
  readonly site: Site;
  readonly fleet: Fleet;
  readonly stage: Stage;
  readonly journal: Journal;
  readonly seed: number;
};

export type Played = {
  readonly killed: readonly Kill[];
  /** Auctions in which bids may have been placed. */
  readonly entered: readonly StagedAuction[];
  readonly watched: readonly Watched[];
  readonly uses: Uses | undefined;
};

const REPEATED_AT_THE_END = 200;
/** Every watched room must be closed at most this many ms after the last closing period. */
const SETTLE_MS = 15_000;
const LOOK_EVERY_MS = 200;
const READERS = 2;

/** Runs bidders and room watchers while processes are killed. Then nothing is killed until every auction is closed. */
export async function play(scene: Scene, wish: { readonly kills: number; readonly bids: number }): Promise<Played> {
  const { stage, fleet, journal, seed } = scene;
  const chance = createChance(seed);
  let isOver = false;
  const given: Play = { auctions: stage.auctions, journal, servers: fleet.urls, isOver: () => isOver };
  const bidding = stage.bidders.map((who, index) => bidAway(given, who, createChance(seed * 1_000 + index)));
  const conducting = conductAway(given, stage.admin, createChance(seed * 7_000));
  const using = scene.site.hasEntrance
    ? workAway(given, { site: scene.site, stage, chance: createChance(seed * 9_000) })
    : undefined;
  const readers = watchRooms(stage, given, chance);

  const killed = await killAtRandom({ ...scene, chance }, wish).catch((error: unknown) => {
    isOver = true;
    throw error;
  });
  const lastEndMs = stage.auctions.at(-1)?.endsAtMs ?? 0;
  while (journal.acknowledged() < wish.bids && Date.now() < lastEndMs) await pause(LOOK_EVERY_MS);
  isOver = true;
  const overAtMs = Date.now();
  const [uses] = await Promise.all([using, ...bidding, conducting]);
  const entered = stage.auctions.filter(({ startsAtMs }) => startsAtMs - EARLY_MS <= overAtMs);
  await repeatSome(given, stage, chance);
  await readers.finish(entered);
  return { killed, entered, watched: readers.watched(), uses };
}

/** Sends some requests again under their old keys. Any running process must give the same answer as before. */
async function repeatSome(given: Play, { bidders }: Stage, chance: Chance): Promise<void> {
  const { intents } = given.journal;
  for (let i = 0; i < REPEATED_AT_THE_END; i += 1) {
    const intent = chance.pick(intents);
    const who = bidders.find(({ userId }) => userId === intent?.userId);
    if (intent && who && intent.outcome.type !== 'unknown') await sendIntent({ ...given, who, chance }, intent);
  }
}

/** Lets an admin and two bidders watch every room from the start of its auction. */
function watchRooms(stage: Stage, given: Play, chance: Chance) {
  const watching = new Map<StagedAuction, Watching[]>();
  const timer = setInterval(() => {
    for (const auction of stage.auctions) {
      if (watching.has(auction) || auction.startsAtMs > Date.now()) continue;
      const people = Array.from({ length: READERS }, () => chance.pick(stage.bidders) ?? stage.admin);
      watching.set(auction, [
        watchRoom(auction, given, { who: stage.admin, isAdmin: true, chance }),
        ...people.map((who) => watchRoom(auction, given, { who, isAdmin: false, chance })),
      ]);
    }
  }, LOOK_EVERY_MS);
  const watched = (): Watched[] => [...watching.values()].flat().map((reader) => reader.watched);
  return {
    watched,
    /** Waits, up to a limit, until every watcher that was let in shows its room as closed. */
    async finish(entered: readonly StagedAuction[]): Promise<void> {
      const endMs = Math.max(...entered.map(({ endsAtMs }) => endsAtMs)) + CLOSING_PERIOD_MS;
      await pause(Math.max(0, endMs - Date.now()));
      clearInterval(timer);
      const isWaiting = (): boolean => watched().some(({ room }) => room && !room.times.isClosed);
      while (isWaiting() && Date.now() < endMs + SETTLE_MS) await pause(LOOK_EVERY_MS);
      const all = [...watching.values()].flat();
      for (const reader of all) reader.stop();
      await Promise.all(all.map(({ done }) => done));
    },
  };
}
