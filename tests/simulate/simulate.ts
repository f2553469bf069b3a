import { CLOSING_PERIOD_MS } from '#domain/auction/status.ts';
import { createMemoryDatabase, type MemoryAuction } from '#testing/builders/memory-room-store.ts';
import { createChance } from '#testing/world/chance.ts';
import { checkEnd } from './check-end.ts';
import { createCommitCheck } from './check-commit.ts';
import type { Acknowledged } from './client.ts';
import { someFaults } from './faults.ts';
import { invitePeople } from './people.ts';
import { createSchedule, type Owner } from './schedule.ts';
import { crash, startServer, type Server } from './server.ts';
import { someAuction, START_OF_TIME_MS } from './some-auction.ts';
import { goesWrong, type Scene, type World } from './world.ts';

export type Simulated = {
  readonly violations: readonly string[];
  /** The auctions' rows at the end. */
  readonly auctions: readonly MemoryAuction[];
};

/** Faults continue for this time after the end, in ms, until after the closing. */
const FAULTS_AFTER_END_MS = CLOSING_PERIOD_MS + 700;
/** The time in ms without faults, in which all work must finish. */
const REST_MS = 6_500;

/** Runs a few auctions from before their start to after their closing. The same seed always gives the same run. */
export async function simulate(seed: number): Promise<Simulated> {
  const chance = createChance(seed);
  const auctions = Array.from({ length: chance.one([1, 1, 1, 2, 3]) }, (_, index) => someAuction(chance, index + 1));
  const violations: string[] = [];
  const schedule = createSchedule(START_OF_TIME_MS, (owner) => maybeCrash(owner));
  const checks = new Map(auctions.map(({ auctionId }) => [auctionId, createCommitCheck()]));
  const committed = (before: MemoryAuction, after: MemoryAuction): void => {
    for (const wrong of checks.get(after.auctionId)?.take(before, after) ?? []) world.violated(wrong);
  };
  const world: World = {
    chance,
    schedule,
    database: createMemoryDatabase(auctions, { nowMs: schedule.nowMs, committed }),
    faults: someFaults(chance),
    violated: (what) => violations.push(`${Math.round(schedule.nowMs() - START_OF_TIME_MS)} ms: ${what}`),
  };
  const { servers, maybeCrash } = runServers(world);
  const anyServer = (): Server | undefined => (servers.size > 0 ? chance.one([...servers]) : undefined);
  const shows = [...checks].map(([auctionId, { book }]) => {
    const scene: Scene = { ...world, auctionId, book, rows: () => world.database.rows(auctionId) };
    const acknowledged: Acknowledged[] = [];
    return { scene, acknowledged, clients: invitePeople({ scene, anyServer, acknowledged }) };
  });

  const faultsEndMs = (): number => FAULTS_AFTER_END_MS + Math.max(...shows.map(({ scene }) => endMsOf(scene)));
  // The end can move meanwhile: a bid near the end may extend it, and a paused auction ends only after it is resumed.
  while (schedule.nowMs() < faultsEndMs()) await schedule.run(faultsEndMs());
  world.faults.isOn = false;
  await schedule.run(faultsEndMs() + REST_MS);
  for (const { scene, acknowledged, clients } of shows) checkEnd(scene, clients, acknowledged);
  return { auctions: shows.map(({ scene }) => scene.rows()), violations };
}

/** Returns the end, as known now, in ms. During a pause, adds the time that the pause has lasted so far. */
function endMsOf({ rows, schedule }: Scene): number {
  const { auctionEndsAtMs, pausedAtMs } = rows().times;
  return pausedAtMs === null ? auctionEndsAtMs : auctionEndsAtMs + schedule.nowMs() - pausedAtMs;
}

/** Runs one to three processes. A killed process restarts after a while, with empty memory. */
function runServers(world: World): { servers: Set<Server>; maybeCrash: (owner: Owner) => void } {
  const { chance, schedule, faults } = world;
  const count = chance.one([1, 2, 2, 3]);
  // A single process may contain the database. Then no connection breaks, and process and database die together.
  const isEmbedded = count === 1 && chance.happens(0.5);
  const servers = new Set<Server>();
  const start = (): void => {
    startServer(world, isEmbedded).then(
      (server) => servers.add(server),
      // The database was unavailable at that moment, so the operator's supervisor starts the process again.
      () => schedule.after(200, start),
    );
  };
  for (let i = 0; i < count; i += 1) start();
  const maybeCrash = (owner: Owner): void => {
    if (faults.crashesLeft === 0 || !goesWrong(world, faults.crash)) return;
    for (const server of servers) {
      if (server !== owner) continue;
      faults.crashesLeft -= 1;
      servers.delete(server);
      crash(world, server, isEmbedded ? 0 : chance.next() * 300);
      schedule.after(chance.between(50, 1_500), start);
    }
  };
  return { servers, maybeCrash };
}
