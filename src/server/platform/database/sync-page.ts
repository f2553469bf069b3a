import { sql, type RawBuilder } from 'kysely';
import { cursorOf, positionOf, type SyncPosition } from '#contract/basics/sync.ts';
import type { Db } from '#server/platform/database/database.ts';
import { inOrder, type RowSource } from '#server/platform/export/batches.ts';
import { NeedsPrimary } from '#server/platform/database/database-away.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';

type StampKind = Tables['change_stamp']['kind'];
export type SyncQuery = {
  readonly updatedSince?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
};

/** Whether a call asks for changes (decision 119). */
export const asksForChanges = ({ updatedSince, cursor }: SyncQuery): boolean =>
  updatedSince !== undefined || cursor !== undefined;

const NO_ID = '00000000-0000-0000-0000-000000000000';
/** The latest time of the database's calendar that has four digits for the year. */
const LATEST_MS = Date.UTC(9999, 11, 31);

const startOf = ({ updatedSince, cursor }: SyncQuery): SyncPosition =>
  cursor === undefined ? { atMs: Math.max(Date.parse(updatedSince ?? ''), 0), id: NO_ID } : positionOf(cursor);

/** The ids of changed objects in the order of their changes, and where the next answer begins. */
type Changes = { readonly ids: readonly string[]; readonly next: SyncPosition; readonly hasMore: boolean };

/**
 * Finds the objects of a kind that changed after a position, at most `limit`.
 *
 * @param visible SQL that selects the ids of all objects that the caller may see and that match the other filters
 */
async function findChanges(db: Db, kind: StampKind, visible: RawBuilder<unknown>, query: SyncQuery): Promise<Changes> {
  const horizonMs = await readHorizon(db);
  const start = startOf(query);
  const [horizon, from] = [horizonMs, start.atMs].map((ms) => new Date(Math.min(ms, LATEST_MS)));
  const { rows } = await sql<{ id: string; at: Date }>`
    select stamp.object_id as id, stamp.changed_at as at from change_stamp stamp
    where stamp.kind = ${kind} and (stamp.changed_at, stamp.object_id) > (${from}::timestamptz, ${start.id}::uuid)
      and stamp.changed_at < ${horizon}
      and not exists (
        select from change_stamp later
        where later.kind = stamp.kind and later.object_id = stamp.object_id
          and later.changed_at > stamp.changed_at and later.changed_at < ${horizon})
      and stamp.object_id in (${visible})
    group by stamp.changed_at, stamp.object_id
    order by stamp.changed_at, stamp.object_id limit ${query.limit + 1}`.execute(db);
  const found = rows.slice(0, query.limit);
  const last = found.at(-1);
  const hasMore = rows.length > query.limit;
  const atEnd = { atMs: Math.max(horizonMs, start.atMs), id: horizonMs > start.atMs ? NO_ID : start.id };
  return {
    ids: found.map(({ id }) => id),
    next: hasMore && last ? { atMs: last.at.getTime(), id: last.id } : atEnd,
    hasMore,
  };
}

/**
 * Returns the time, in ms, before which no change can appear any more. A transaction shows its changes when it commits,
 * which can be long after their times. So the horizon is before the beginning of every transaction that has a number.
 * A transaction without a number takes its times later than this call.
 *
 * The caller reads the changes with a later statement, whose snapshot has everything that committed before this call.
 * @throws NeedsPrimary on a replica, which does not know the transactions of the primary
 */
async function readHorizon(db: Db): Promise<number> {
  const { rows } = await sql<{ horizon: Date; isReplica: boolean }>`
    select pg_is_in_recovery() as "isReplica", date_trunc('milliseconds', least(looked.at, (
      select min(coalesce(xact_start, looked.at - ${HIDDEN_FOR}::interval)) from pg_stat_activity
      where datname = current_database() and usesysid is not null and backend_xid is not null and pid <> pg_backend_pid()
    ))) - interval '1 millisecond' as horizon
    from (select clock_timestamp() as at offset 0) looked`.execute(db);
  const [looked] = rows;
  if (!looked) throw new Error('the query of the horizon returned no row');
  if (looked.isReplica) throw new NeedsPrimary();
  return looked.horizon.getTime();
}

/** The longest time that we expect of a transaction of another role, whose beginning the database does not tell. */
const HIDDEN_FOR = '10 minutes';

/** Returns the rows of objects of a kind that changed, in the order of their changes. */
export async function pageOfChanges<Row>(
  db: Db,
  kind: StampKind,
  { ids, load, idOf }: Omit<RowSource<Row>, 'order'>,
  query: SyncQuery,
): Promise<{ readonly rows: Row[]; readonly changes: Changes }> {
  const changes = await findChanges(db, kind, ids, query);
  const rows = changes.ids.length === 0 ? [] : await load(db, changes.ids);
  return { rows: inOrder(changes.ids, rows, idOf), changes };
}

/** Returns the `data` member of a reply with changes. Total and page describe this reply alone. */
export const changesPageOf = <Item>(items: Item[], { next, hasMore }: Changes, { limit }: SyncQuery) => ({
  items,
  total: items.length,
  currentPage: 1,
  limit,
  nextCursor: cursorOf(next),
  hasMore,
  completeUntil: new Date(Math.min(next.atMs, LATEST_MS)).toISOString(),
});

/** Like `changesPageOf`, for a list whose rows are counted up to a limit. */
export const longChangesPageOf = <Item>(items: Item[], changes: Changes, query: SyncQuery) => ({
  ...changesPageOf(items, changes, query),
  isMore: changes.hasMore,
});

/** Returns when the rows of these objects themselves changed, without the rows that belong to them. */
export async function ownChanges(db: Db, kind: StampKind, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select object_id as id, changed_at as at from change_stamp
    where kind = ${kind} and object_id = any(${[...ids]}::uuid[]) and source_id = object_id`.execute(db);
  return new Map(rows.map(({ id, at }) => [id, at]));
}
