import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { FileStore } from '#server/platform/files/files.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { migrate as migrateDatabase, readMigrations } from '#server/platform/database/migrate.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { openCopying, type Copying, type CopyingSource } from '#server/backup/copying.ts';
import { FILES, folderOf, MANIFEST, readManifest, type Manifest, type TableCopy } from '#server/backup/manifest.ts';
import { unpackTar, type Entry } from '#server/backup/tar.ts';
import type { BidLine } from '#server/room/store/history-facts.ts';
import { quoted, tablesOf } from '#server/backup/write-backup.ts';

/** Yields the entries of an archive, holding one at a time in memory. */
export async function* entriesIn(path: string): AsyncGenerator<Entry> {
  const file = createReadStream(path);
  const plain = file.pipe(createGunzip());
  file.on('error', (failure) => plain.destroy(failure));
  try {
    yield* unpackTar(plain);
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && String(failure.code).startsWith('Z_'))
      throw new Error(`the archive is damaged: ${failure.message}`, { cause: failure });
    throw failure;
  } finally {
    plain.destroy();
    file.destroy();
  }
}

/**
 * Reads the whole archive and compares it with the checksums of its manifest. Throws if anything is missing or
 * different.
 */
export async function checkBackup(path: string): Promise<Manifest> {
  const found = new Map<string, string>();
  let manifest: Manifest | undefined;
  for await (const { name, bytes } of entriesIn(path)) {
    if (manifest) throw new Error(`the archive is damaged: ${name} follows its manifest`);
    if (name === MANIFEST) manifest = readManifest(bytes);
    else found.set(name, sha256(bytes));
  }
  if (!manifest) throw new Error('the archive is damaged: it has no manifest');
  for (const { name, sha256: expected } of manifest.entries) {
    if (found.get(name) !== expected) throw new Error(`the archive is damaged: the checksum of ${name} is wrong`);
    found.delete(name);
  }
  const [unknown] = found.keys();
  if (unknown !== undefined) throw new Error(`the archive is damaged: ${unknown} is not in its manifest`);
  return manifest;
}

export type Restoring = {
  /** Opens the database as the role that owns it. The caller closes the connection. */
  open(): Promise<Copying>;
  /** Migrates the schema up to these migrations, or to the newest. */
  migrate(upTo?: Manifest['migrations']): Promise<void>;
  readonly files: FileStore;
  /** Whether the restore may delete existing data. */
  readonly replaces: boolean;
};

/**
 * Returns the functions that open and migrate this database for a restore. Each call opens its own connection. Nothing
 * else may be connected to the database during the restore.
 */
export const restoringIn = (source: CopyingSource): Pick<Restoring, 'open' | 'migrate'> => ({
  open: () => openCopying(source),
  async migrate(upTo) {
    const database = await openDatabase('url' in source ? { ...source, connections: 1 } : source);
    try {
      await migrateDatabase(database, upTo && { upTo });
    } finally {
      await database.close();
    }
  },
});

/** Facts from the replaced data that the backup may not have. */
type Replaced = {
  /** The users who had been erased (decision 51). The backup may still contain them. */
  readonly erased: readonly string[];
  /** The last history lines about bids. The backup lacks those that are later than it. */
  readonly lastLines: readonly BidLine[];
};

/** The manifest of a restored backup, with facts from the replaced data. */
export type Restored = Manifest & Replaced;

/**
 * Restores the database, its sequences and the files from an archive. Checks the whole archive before it changes
 * anything, and loads the tables in one transaction. If migrating or loading fails, it empties the database and throws.
 */
export async function restoreBackup(path: string, { open, migrate, files, replaces }: Restoring): Promise<Restored> {
  const manifest = await checkBackup(path);
  await readMigrations(manifest.migrations);
  const replaced = await using(open, async (copying): Promise<Replaced> => {
    if (await isEmpty(copying, files)) return { erased: [], lastLines: [] };
    if (!replaces)
      throw new Error(
        'the database or the file storage is not empty. To replace its contents: npm run restore -- FILE --replace',
      );
    const found = { erased: await findErased(copying), lastLines: await findLastLines(copying, manifest.takenAt) };
    await empty(copying);
    return found;
  });
  try {
    await migrate(manifest.migrations);
    await using(open, (copying) => load(copying, files, { path, manifest }));
  } catch (failure) {
    await using(open, empty);
    throw failure;
  }
  const all = await readMigrations();
  if (all.length > manifest.migrations.length) await migrate();
  return { ...manifest, ...replaced };
}

async function using<Result>(
  open: () => Promise<Copying>,
  work: (copying: Copying) => Promise<Result>,
): Promise<Result> {
  const copying = await open();
  try {
    return await work(copying);
  } finally {
    await copying.close();
  }
}

/** Returns the ids of erased users. Empty if the replaced database is incomplete, or has no column `erased_at` yet. */
async function findErased(copying: Copying): Promise<string[]> {
  const [column] = await copying.query(`
    select 1 from information_schema.columns
    where table_schema = 'public' and table_name = 'app_user' and column_name = 'erased_at'`);
  if (!column) return [];
  const users = await copying.query<{ id: string }>('select id::text from app_user where erased_at is not null');
  return users.map(({ id }) => id);
}

/** The maximum time, in minutes, between a line's time and its commit. It is more than bids ever wait. */
const COMMIT_MINUTES_MAX = 10;

/** Returns the history lines about bids that the backup may lack. Empty if the replaced database has no history. */
async function findLastLines(copying: Copying, takenAt: string): Promise<BidLine[]> {
  const [table] = await copying.query(`select 1 where to_regclass('public.bid_history') is not null`);
  if (!table) return [];
  return copying.query(`
    select auction_id::text as "auctionId", seq, bidder_id::text as "bidderId", hash from bid_history
    where bidder_id is not null
      and at > '${new Date(takenAt).toISOString()}'::timestamptz - interval '${COMMIT_MINUTES_MAX} minutes'`);
}

async function isEmpty(copying: Copying, files: FileStore): Promise<boolean> {
  if ((await tablesOf(copying)).length > 0) return false;
  for await (const _name of files.names()) return false;
  return true;
}

const empty = async (copying: Copying): Promise<void> =>
  void (await copying.query(`
    drop schema public cascade; create schema public; grant usage on schema public to public`));

type Archive = { readonly path: string; readonly manifest: Manifest };

/**
 * Loads the tables without foreign keys and with triggers disabled. At the end, adds the foreign keys again, so that
 * PostgreSQL checks all rows.
 */
async function load(copying: Copying, files: FileStore, { path, manifest }: Archive): Promise<void> {
  const names = (await tablesOf(copying)).map(({ name }) => quoted(name));
  const keys = await foreignKeys(copying);
  const each = (statement: (name: string) => string): string => names.map(statement).join('; ');
  await copying.query('begin');
  await copying.query(each((name) => `alter table ${name} disable trigger user`));
  await copying.query(keys.map(({ drop }) => drop).join('; ') || 'select');
  // Deletes the rows that migrations have inserted.
  await copying.query(`truncate ${names.join(', ')}`);
  const rest = entriesIn(path);
  let next = (await rest.next()).value as Entry | undefined;
  for (const table of manifest.tables) {
    const columns = table.columns.map(quoted).join(', ');
    await copying.copyIn(
      `${quoted(table.name)} (${columns})`,
      (async function* () {
        for (; next?.name.startsWith(folderOf(table.name)); next = (await rest.next()).value as Entry | undefined)
          yield next.bytes;
      })(),
    );
    await compareRows(copying, table);
  }
  for (; next; next = (await rest.next()).value as Entry | undefined)
    if (next.name.startsWith(FILES)) await files.write(next.name.slice(FILES.length), next.bytes);
  await copying.query(keys.map(({ add }) => add).join('; ') || 'select');
  await copying.query(each((name) => `alter table ${name} enable trigger user`));
  for (const { name, last } of manifest.sequences)
    await copying.query(`select setval('${quoted(name).replaceAll("'", "''")}', ${BigInt(last)})`);
  await copying.query('commit');
}

async function compareRows(copying: Copying, { name, rows }: TableCopy): Promise<void> {
  const [counted] = await copying.query<{ rows: string }>(`select count(*)::text as rows from ${quoted(name)}`);
  if (counted?.rows !== String(rows)) throw new Error(`${name} has ${counted?.rows} rows instead of ${rows}`);
}

const foreignKeys = (copying: Copying): Promise<{ drop: string; add: string }[]> =>
  copying.query(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conrelid, conname`);
