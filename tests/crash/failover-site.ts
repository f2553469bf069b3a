import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#server/platform/database/database.ts';
import { holdReplication } from '#testing/world/postgres-processes.ts';
import { startPostgresPair, type PostgresPair } from '#testing/world/postgres-pair.ts';
import { startServer } from '#testing/world/server-process.ts';
import { startFleet, type Fleet } from './fleet.ts';
import type { Chance } from '#testing/world/chance.ts';
import { COMMON, SERVERS, type KillKind, type Site } from './site.ts';
import type { FailoverWeakness } from './weaken.ts';

/**
 * The ways to lose or move the primary database. `machine`: it is killed and its data are deleted. `silent`: its open
 * connections pass nothing more, and none is closed. `switchover`: it is shut down, and its name leads to it for a
 * while although it is the standby now. `clock`: like `machine`, but the standby's clock is wrong. `frozen`: like `machine`, but one server process is stopped meanwhile.
 * `restart`: it restarts on the same machine.
 */
export const FAILOVER_KINDS = ['machine', 'silent', 'switchover', 'clock', 'frozen', 'restart'] as const;
export type FailoverKind = (typeof FAILOVER_KINDS)[number];

/** The time from the silence of a machine to the promotion of its standby, in ms. */
const DETECTION_MS = 700;
/** The time for which the database's name still leads to the old primary after a switchover, in ms. */
const OLD_NAME_MS = 4_000;
/** The time after a switchover from which on no call may fail, in ms. */
const SWITCHED_MS = 15_000;
/** How wrong the clock of a standby is, in seconds. The sign is random. */
const CLOCK_OFF = 2;
/** The time for which the standby receives nothing before a weakened kill, in ms. */
const HELD_MS = 150;

/** Opens a site with two server processes, a primary PostgreSQL and its standby. */
export async function failoverSite({
  weakness,
  strikes,
}: {
  readonly weakness?: FailoverWeakness | undefined;
  readonly strikes?: readonly FailoverKind[] | undefined;
}): Promise<Site> {
  const pair = await startPostgresPair({ isSynchronous: weakness !== 'asynchronous' });
  const settings = { ...COMMON, DATABASE_URL: pair.url };
  const moves = movesOf(pair, weakness);
  const strikeWith: Record<FailoverKind, (fleet: Fleet, chance: Chance) => Promise<void>> = {
    machine: moves.loseMachine,
    silent: moves.fallSilent,
    switchover: moves.switchOver,
    clock: moves.loseMachineAndTime,
    frozen: (fleet, chance) => fleet.freeze(chance.below(SERVERS), moves.loseMachine),
    restart: pair.restartPrimary,
  };
  return {
    database: 'failover',
    hasStandby: true,
    hasEntrance: false,
    kinds: strikes ?? (weakness ? ['machine'] : FAILOVER_KINDS),
    isInOrder: strikes !== undefined,
    async withDatabase(task) {
      const database = await openDatabase({ url: pair.url });
      try {
        return await task(database);
      } finally {
        await database.close();
      }
    },
    async open() {
      const fleet = await startFleet(() => startServer(settings), SERVERS);
      await moves.weaken();
      return fleet;
    },
    strike: (kind, fleet, chance) => strikeWith[failoverKind(kind)](fleet, chance),
    close: () => pair.stop(),
  };
}

const failoverKind = (kind: KillKind): FailoverKind => FAILOVER_KINDS.find((known) => known === kind) ?? 'machine';

function movesOf(pair: PostgresPair, weakness: FailoverWeakness | undefined) {
  /** Commits then wait only for the primary's own disk. No server starts with this setting, so it is made later. */
  const weaken = async (): Promise<void> => {
    if (weakness !== 'local') return;
    await pair.query(pair.primary(), 'alter system set synchronous_commit = local');
    await pair.query(pair.primary(), 'select pg_reload_conf()');
  };
  const follow = (): void => pair.entrance.leadTo(pair.primary().port);
  const rebuild = async (): Promise<void> => {
    await pair.rebuild();
    await weaken();
  };
  const loseMachine = async (): Promise<void> => {
    if (weakness) {
      await holdReplication(pair.primary().dataFolder);
      await pause(HELD_MS);
    }
    await pair.destroy(pair.primary());
    await pair.promote();
    follow();
    await rebuild();
  };
  return {
    weaken,
    loseMachine,
    async loseMachineAndTime(_fleet: Fleet, chance: Chance): Promise<void> {
      const clockOffSeconds = chance.happens(0.5) ? CLOCK_OFF : -CLOCK_OFF;
      await pair.restartStandby({ clockOffSeconds });
      const [row] = await pair.query(pair.standby(), 'select extract(epoch from clock_timestamp())::float as now');
      const offSeconds = Number(row?.['now']) - Date.now() / 1_000;
      if (Math.abs(offSeconds - clockOffSeconds) > 1) throw new Error(`the clock is off by ${offSeconds} s`);
      await loseMachine();
    },
    async fallSilent(): Promise<void> {
      pair.entrance.silence();
      await pause(DETECTION_MS);
      const old = pair.primary();
      await pair.promote();
      follow();
      await pair.destroy(old);
      await rebuild();
    },
    async switchOver(): Promise<void> {
      await pair.stopPrimary();
      await pair.promote();
      await rebuild();
      await pause(OLD_NAME_MS);
      follow();
      await pause(SWITCHED_MS);
    },
  };
}
