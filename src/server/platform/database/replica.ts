import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { isDatabaseAway } from '#server/platform/database/database-away.ts';
import { NeedsPrimary } from '#server/platform/database/database-away.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import { countRead } from '#server/platform/telemetry/counters.ts';

type Db = Kysely<Tables>;

/** Runs a read: a function that only reads, and may be run twice. */
export type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** SQLSTATEs with which a replica cancels a read that is in the way of its replay. */
const IN_THE_WAY = new Set(['40001', '40P01']);
const POLL_MS = 2;

/**
 * Returns the function that runs reads on a replica if it has everything that was stored on the primary when the read
 * began. Otherwise the primary runs them: so every reader sees what it has just written, in any process (decision 101).
 *
 * @param waitMs the maximum time in ms that a read waits for the replica. A replica that was too late once makes no read
 *   wait, until it is in time again.
 */
export function createReplicaReads(primary: Db, replica: Db, waitMs: number): Read {
  const stored = joined(() => positionOf(primary, sql`pg_current_wal_flush_lsn()`));
  // A node that is not in recovery is no replica any more, but perhaps a former primary.
  const replayed = joined(async () => {
    // Copies of one cluster have one identifier.
    cluster ??= await identifierOf(primary);
    const isOurs = sql`pg_is_in_recovery() and ${IDENTIFIER} = ${cluster}`;
    return positionOf(replica, sql`case when ${isOurs} then pg_last_wal_replay_lsn() end`);
  });
  let cluster: string | undefined;
  let isBehind = false;

  const reaches = async (position: bigint, untilMs: number): Promise<boolean> => {
    for (;;) {
      if ((await replayed()) >= position) return true;
      if (performance.now() > untilMs) return false;
      await pause(POLL_MS);
    }
  };
  const isReady = async (): Promise<boolean> => {
    const position = await stored();
    // A silent replica answers nothing, so the wait has its own end.
    const late = pause(waitMs, false, { ref: false });
    const inTime = Promise.race([reaches(position, performance.now() + waitMs), late]).catch(() => false);
    void inTime.then((is) => (isBehind = !is));
    return isBehind ? false : inTime;
  };

  return async (work) => {
    if (await isReady()) {
      try {
        const result = await work(replica);
        countRead('replica');
        return result;
      } catch (error) {
        const isInTheWay = IN_THE_WAY.has(String((error as { code?: unknown }).code));
        if (!isDatabaseAway(error) && !isInTheWay && !(error instanceof NeedsPrimary)) throw error;
      }
    }
    countRead('primary');
    return work(primary);
  };
}

/** SQL: the identifier of a node's cluster. */
const IDENTIFIER = sql`(select system_identifier::text from pg_control_system())`;

async function identifierOf(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`select ${IDENTIFIER} as id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Returns a node's position in the log of changes, in bytes. 0 if it has none. */
async function positionOf(db: Db, position: ReturnType<typeof sql>): Promise<bigint> {
  const { rows } = await sql<{ bytes: string }>`select coalesce(${position} - '0/0', 0)::text as bytes`.execute(db);
  return BigInt(rows[0]?.bytes ?? 0);
}

/**
 * Joins parallel calls into one question. A caller never gets the answer to a question that was asked before the call.
 */
function joined<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        const asked = ask();
        running = asked;
        return asked;
      });
    return next;
  };
}
