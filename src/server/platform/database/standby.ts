import { WrongConfiguration } from '#server/platform/config/read-settings.ts';
import { pollEvery, type Timers } from '#server/platform/runtime/timers.ts';

/** The error if the primary has no synchronous standby, and REQUIRE_STANDBY is on. */
export class StandbyAway extends Error {
  constructor() {
    super('the primary has no synchronous standby, which REQUIRE_STANDBY demands');
  }
}

/** Reads a `StandbyRow` from the primary. Without a right, PostgreSQL shows no states. */
export const STANDBY_QUERY = `
  select count(*) filter (where sync_state in ('sync', 'quorum'))::int as count,
    pg_has_role('pg_read_all_stats', 'usage') as "isAllowed",
    current_setting('synchronous_standby_names') <> '' as "isNamed", current_user::text as role
  from pg_stat_replication`;

type StandbyRow = {
  readonly count: number;
  readonly isAllowed: boolean;
  readonly isNamed: boolean;
  readonly role: string;
};

/** The synchronous standbys of the primary. */
export type Standbys = {
  /** Reads how many there are. An unreachable database leaves the number unknown. */
  look(): Promise<void>;
  /** Returns the number of the last look; undefined if it is unknown. */
  count(): number | undefined;
  /** Returns whether the last look found none, although one is required. */
  isAway(): boolean;
  /** @throws StandbyAway if `isAway` */
  refuseIfAway(): void;
  /**
   * Looks over the connection that has just committed. An operator who empties `synchronous_standby_names` ends the
   * waits of commits without a warning, so a commit says nothing about the standby.
   * @throws StandbyAway if there is none, although one is required
   */
  confirm(read: () => Promise<readonly unknown[]>): Promise<void>;
  /** @throws WrongConfiguration with the reason, if there is none, although one is required */
  checkAtStart(): Promise<void>;
};

/**
 * Creates the view of the primary's synchronous standbys.
 *
 * @param read runs `STANDBY_QUERY` and returns its rows
 */
export function createStandbys(read: () => Promise<readonly unknown[]>, isRequired: boolean): Standbys {
  let last: StandbyRow | undefined;
  const lookWith = async (ask: typeof read): Promise<void> => {
    last = await ask().then(
      ([row]) => row as StandbyRow,
      (error: unknown) => {
        last = undefined;
        throw error;
      },
    );
  };
  const countIn = (row: StandbyRow | undefined) => (row?.isAllowed ? row.count : undefined);
  const isAway = () => isRequired && last !== undefined && !countIn(last);
  const refuseIfAway = () => {
    if (isAway()) throw new StandbyAway();
  };
  return {
    look: () => lookWith(read),
    count: () => countIn(last),
    isAway,
    refuseIfAway,
    async confirm(ask) {
      if (!isRequired) return;
      await lookWith(ask);
      refuseIfAway();
    },
    async checkAtStart() {
      if (!isRequired) return;
      await lookWith(read);
      if (last && isAway()) throw new WrongConfiguration([`REQUIRE_STANDBY: ${reasonOf(last)}`]);
    },
  };
}

function reasonOf({ isAllowed, isNamed, role }: StandbyRow): string {
  if (!isAllowed)
    return `the role ${role} must not see the standbys of the database. Run as superuser: grant pg_monitor to ${role}`;
  const fault = isNamed ? 'no standby that it names is connected' : 'it is empty';
  return `the database has no synchronous standby (synchronous_standby_names: ${fault})`;
}

/** The standbys that a process watches. */
export type StandbyWatch = Pick<Standbys, 'isAway' | 'refuseIfAway'> & { stop(): void };

const LOOK_EVERY_MS = 1_000;

type WatchParts = {
  readonly timers: Timers;
  readonly log: { warn(about: object, message: string): void };
};

/** Looks at the standbys every second, and logs when their number changes. `standbys` is undefined for PGlite. */
export function watchStandbys(standbys: Standbys | undefined, { timers, log }: WatchParts): StandbyWatch {
  let known = standbys?.count();
  const look = async (): Promise<void> => {
    await standbys?.look();
    const count = standbys?.count();
    if (known !== undefined && count !== known) log.warn({ count }, 'the number of synchronous standbys changed');
    known = count ?? known;
  };
  return {
    isAway: () => standbys?.isAway() ?? false,
    refuseIfAway: () => standbys?.refuseIfAway(),
    // The heartbeat already reports an unreachable database.
    stop: pollEvery({ timers, failed: () => undefined }, LOOK_EVERY_MS, look),
  };
}
