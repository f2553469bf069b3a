import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database } from '#server/platform/database.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);

/** Any number; processes that start at once take turns on it. */
const LOCK = 7_201_994;

const BOOKKEEPING = `
  begin;
  select pg_advisory_xact_lock(${LOCK});
  create table if not exists migration (
    name text primary key,
    checksum char(64) not null,
    applied_at timestamptz(3) not null default now()
  );
  commit;`;

/**
 * Brings a database to the newest schema: numbered SQL files, forward only, one transaction each. A file that changed
 * after it was applied stops the start: the database then isn't what the files say.
 */
export async function migrate(database: Database): Promise<string[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted();
  await database.exec(BOOKKEEPING);
  const applied: string[] = [];
  for (const name of names) {
    const script = await readFile(new URL(name, FOLDER), 'utf8');
    const checksum = createHash('sha256').update(script).digest('hex');
    if (await applyOnce(database, { name, script, checksum })) applied.push(name);
  }
  return applied;
}

/** True where the file was applied now, false where it had been before. */
async function applyOnce(
  database: Database,
  file: { name: string; script: string; checksum: string },
): Promise<boolean> {
  const known = await sql<{ checksum: string }>`select checksum from migration where name = ${file.name}`.execute(
    database.db,
  );
  const before = known.rows[0];
  if (before && before.checksum !== file.checksum)
    throw new Error(`migration ${file.name} changed after it was applied`);
  if (before) return false;
  // One simple query is one transaction for both databases; the insert fails where another process was faster.
  await database.exec(`
    begin;
    select pg_advisory_xact_lock(${LOCK});
    do $migration$ begin
      if not exists (select 1 from migration where name = '${file.name}') then
        execute $script$${file.script}$script$;
        insert into migration (name, checksum) values ('${file.name}', '${file.checksum}');
      end if;
    end $migration$;
    commit;`);
  return true;
}
