import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';

const FOLDER = new URL('../../../../migrations/', import.meta.url);

/**
 * Key of the advisory lock, an arbitrary number. With this lock, processes that start at the same time migrate one
 * after the other.
 */
const LOCK = 7_201_994;

/**
 * Limits of a migration; times in ms. `lockMs` is the maximum wait for the lock of a table. During this wait, other
 * transactions that need the table wait behind the migration. `pauseMs` is the pause between attempts, in which these
 * transactions continue. `tries` is the maximum number of attempts. `statementMs` limits each statement, and also the
 * wait for another process that migrates.
 */
export type MigrationPatience = {
  readonly lockMs: number;
  readonly pauseMs: number;
  readonly tries: number;
  readonly statementMs: number;
};
const PATIENCE: MigrationPatience = { lockMs: 1_000, pauseMs: 2_000, tries: 100, statementMs: 15 * 60_000 };

/** A migration as the database records it. */
export type AppliedMigration = { readonly name: string; readonly checksum: string };
type MigrateOptions = { readonly patience?: MigrationPatience; readonly upTo?: readonly AppliedMigration[] };
type MigrationFile = AppliedMigration & { readonly script: string };

const bookkeeping = ({ statementMs }: MigrationPatience): string => `
  set local statement_timeout = ${statementMs};
  select pg_advisory_xact_lock(${LOCK});
  create table if not exists migration (
    name text primary key,
    checksum char(64) not null,
    applied_at timestamptz(3) not null default now()
  );`;

/**
 * Migrates a database to the newest schema, or to an earlier one with `upTo`. Migrations are numbered SQL files,
 * forward only, one transaction each. Returns the names of the files that this call applied.
 * @throws Error if a file changed after it was applied, because the database then differs from the files
 */
export async function migrate(
  database: Database,
  { patience = PATIENCE, upTo }: MigrateOptions = {},
): Promise<string[]> {
  const files = await readMigrations(upTo);
  await database.exec(bookkeeping(patience));
  const applied: string[] = [];
  for (const file of files) if (await applyOnce(database, file, patience)) applied.push(file.name);
  return applied;
}

/** Returns all migrations, or only those in `upTo`. Throws if a migration in `upTo` is missing or has changed. */
export async function readMigrations(upTo?: readonly AppliedMigration[]): Promise<MigrationFile[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted();
  const files = await Promise.all(
    names.map(async (name) => {
      const script = await readFile(new URL(name, FOLDER), 'utf8');
      return { name, script, checksum: sha256(script) };
    }),
  );
  for (const { name, checksum } of upTo ?? []) {
    const same = files.find((file) => file.name === name);
    if (!same) throw new Error(`migration ${name} belongs to another release: use a release that contains it`);
    if (same.checksum !== checksum) throw new Error(`migration ${name} changed after it was applied`);
  }
  return upTo ? files.filter(({ name }) => upTo.some((one) => one.name === name)) : files;
}

/** Applies a file, unless it was applied before this call. Returns false if it was applied before. */
async function applyOnce(database: Database, file: MigrationFile, patience: MigrationPatience): Promise<boolean> {
  const known = await sql<{ checksum: string }>`select checksum from migration where name = ${file.name}`.execute(
    database.db,
  );
  const before = known.rows[0];
  if (before && before.checksum !== file.checksum)
    throw new Error(`migration ${file.name} changed after it was applied`);
  if (before) return false;
  for (let tried = 1; ; tried += 1) {
    try {
      await database.exec(scriptOf(file, patience));
      return true;
    } catch (failure) {
      if (!isLockTimeout(failure)) throw failure;
      if (tried >= patience.tries) throw await blocked(database, file, failure);
      await pause(patience.pauseMs * (0.5 + Math.random()));
    }
  }
}

/**
 * Returns the script of one migration. The script is sent as one simple query. So PostgreSQL and PGlite run it as one
 * transaction, which a failure rolls back. Only the wait for the advisory lock may be long, because this lock blocks no
 * queries.
 */
const scriptOf = (file: MigrationFile, { lockMs, statementMs }: MigrationPatience): string => `
  set local statement_timeout = ${statementMs};
  select pg_advisory_xact_lock(${LOCK});
  set local lock_timeout = ${lockMs};
  do $migration$ begin
    if not exists (select 1 from migration where name = '${file.name}') then
      execute $script$${file.script}$script$;
      insert into migration (name, checksum) values ('${file.name}', '${file.checksum}');
    end if;
  end $migration$;`;

/** SQLSTATE of `lock_not_available`. */
const isLockTimeout = (failure: unknown): boolean =>
  failure instanceof Error && 'code' in failure && failure.code === '55P03';

/** Returns an error that names the longest open transactions, for the operator. */
async function blocked(database: Database, { name }: MigrationFile, cause: unknown): Promise<Error> {
  const { rows } = await sql<{ who: string }>`
    select format('process %s of %s, %s since %s', pid, usename, state, xact_start) as who
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 5`.execute(database.db);
  const found = rows.map(({ who }) => who).join('; ') || 'none visible to this role';
  return new Error(
    `migration ${name} could not lock its tables. End the longest transactions and start again: ${found}`,
    {
      cause,
    },
  );
}
