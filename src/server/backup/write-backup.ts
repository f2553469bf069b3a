import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { FileStore } from '#server/platform/files/files.ts';
import type { Copying } from '#server/backup/copying.ts';
import { FILES, folderOf, MANIFEST, type Manifest, type TableCopy } from '#server/backup/manifest.ts';
import { packTar, type Entry } from '#server/backup/tar.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';

/** A table is split into entries of about this many bytes. Only one entry is in memory at a time. */
const ENTRY_BYTES = 4 * 2 ** 20;
const LINE_END = '\n'.codePointAt(0);

/**
 * Writes everything that a deployment keeps into one archive: all tables as they were at one moment, then the files.
 * The archive appears only when it is complete, and only its owner can read it. Nothing is locked meanwhile.
 */
export async function writeBackup(copying: Copying, files: FileStore, path: string): Promise<Manifest> {
  const unfinished = `${path}.${randomUUID()}.unfinished`;
  let manifest: Manifest | undefined;
  const done = (made: Manifest): void => void (manifest = made);
  try {
    await copying.query('begin isolation level repeatable read read only');
    const entries = entriesOf(copying, files, done);
    await pipeline(packTar(entries), createGzip(), createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }));
    await copying.query('rollback');
    await flush(unfinished);
    await rename(unfinished, path);
    await flush(dirname(path));
  } catch (failure) {
    await rm(unfinished, { force: true });
    throw failure;
  }
  if (!manifest) throw new Error('the archive has no manifest');
  return manifest;
}

/**
 * SQL conditions for tables of which a backup contains only some rows. Messages with a one-time code or an invitation
 * are left out. They are encrypted, but the key may be in the same database. After a restore, nobody needs them: the
 * code has expired, and the invitation can be sent again.
 */
const LEFT_OUT: Readonly<Record<string, string>> = { outbox: ' where not is_sealed' };

async function* entriesOf(copying: Copying, files: FileStore, done: (made: Manifest) => void): AsyncGenerator<Entry> {
  // The first statement of the transaction fixes the snapshot that all later statements read.
  const [now] = await copying.query<{ at: string }>(`select transaction_timestamp()::text as at`);
  const migrations = await copying.query<{ name: string; checksum: string }>(
    'select name, checksum from migration order by name',
  );
  const tables: TableCopy[] = [];
  const entries: Manifest['entries'] = [];
  const noted = (name: string, bytes: Uint8Array): Entry => {
    entries.push({ name, bytes: bytes.length, sha256: sha256(bytes) });
    return { name, bytes };
  };
  for (const { name, columns } of await tablesOf(copying)) {
    let rows = 0;
    let part = 0;
    for await (const bytes of portions(
      copying.copyOut(`(select ${columns.map(quoted).join(', ')} from ${quoted(name)}${LEFT_OUT[name] ?? ''})`),
    )) {
      part += 1;
      rows += linesIn(bytes);
      yield noted(folderOf(name) + String(part).padStart(6, '0'), bytes);
    }
    tables.push({ name, columns, rows });
  }
  // Sequences are not part of the snapshot. They are read after the rows, so no copied row has a higher number.
  const sequences = await sequencesOf(copying);
  // Files come after the rows. A row is inserted before its file is written, and only files of unused rows are deleted.
  // So every file that a used row names exists by now.
  for await (const name of files.names()) {
    const bytes = await files.read(name);
    if (bytes) yield noted(FILES + name, bytes);
  }
  const manifest = {
    product: 'greenlot',
    format: 1,
    takenAt: now?.at ?? '',
    migrations,
    tables,
    sequences,
    entries,
  } as const;
  done(manifest);
  yield { name: MANIFEST, bytes: Buffer.from(JSON.stringify(manifest)) };
}

/** Returns every table except the list of migrations, with the columns that are not computed. */
export const tablesOf = (copying: Copying): Promise<{ name: string; columns: string[] }[]> =>
  copying.query(`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migration'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`);

/** Returns the sequences with their last values. Leaves out unused ones, which need no value after a restore. */
const sequencesOf = (copying: Copying): Promise<{ name: string; last: string }[]> =>
  copying.query(`
    select sequencename::text as name, last_value::text as last from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`);

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Counts rows: COPY writes one row per line and escapes line breaks in values. */
function linesIn(bytes: Uint8Array): number {
  let lines = 0;
  for (const byte of bytes) if (byte === LINE_END) lines += 1;
  return lines;
}

/** Combines pieces of any size into portions of about `ENTRY_BYTES`. */
async function* portions(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of source) {
    held.push(piece);
    bytes += piece.length;
    if (bytes < ENTRY_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(held);
}

/** Flushes a file to the disk, so that a power cut loses nothing. */
async function flush(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
