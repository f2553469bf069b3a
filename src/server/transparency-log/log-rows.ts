import { sql } from 'kysely';
import type { ReadHashes } from '#server/transparency-log/tree-hashes.ts';
import type { ConfiguredAuthority } from '#server/platform/config/config-log.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';

/** Returns a function that reads hashes of the log's tree. It returns fewer hashes if the tree does not have them yet. */
export const hashReader =
  (db: Db): ReadHashes =>
  async (level, from, count) => {
    const { rows } = await sql<{ hash: Uint8Array }>`
      select hash from log_hash where level = ${level} and position >= ${from} and position < ${from + count}
      order by position`.execute(db);
    return rows.map(({ hash }) => new Uint8Array(hash));
  };

/** Returns the texts of entries, in order. */
export async function readEntries(db: Db, from: number, count: number): Promise<string[]> {
  const { rows } = await sql<{ entry: string }>`
    select entry from log_entry where position >= ${from} and position < ${from + count}
    order by position`.execute(db);
  return rows.map(({ entry }) => entry);
}

/** A signed state of the log. `signature` is the line with the signature by the deployment's key. */
export type CheckpointRow = {
  readonly size: number;
  readonly origin: string;
  readonly text: string;
  readonly signature: string;
  readonly at: string;
  readonly isPublished: boolean;
};

const CHECKPOINT = sql`select size, origin, text, signature, ${isoTime('created_at')} as at,
  published_at is not null as "isPublished" from log_checkpoint`;

/** Returns the newest signed state, whether it is published or not. */
export async function newestCheckpoint(db: Db): Promise<CheckpointRow | undefined> {
  const { rows } = await sql<CheckpointRow>`${CHECKPOINT} order by size desc limit 1`.execute(db);
  return rows[0];
}

/** Returns the newest state that anyone may read. */
export async function publishedCheckpoint(db: Db): Promise<CheckpointRow | undefined> {
  const { rows } = await sql<CheckpointRow>`
    ${CHECKPOINT} where published_at is not null order by size desc limit 1`.execute(db);
  return rows[0];
}

/** Returns the signed state of a size, if it has a time stamp. */
export async function stampedCheckpoint(db: Db, size: number): Promise<CheckpointRow | undefined> {
  const { rows } = await sql<CheckpointRow>`
    ${CHECKPOINT} where size = ${size} and exists (select from log_timestamp t where t.size = log_checkpoint.size)`.execute(
    db,
  );
  return rows[0];
}

/**
 * Returns the published state that proves an entry best: the one with the most signatures of witnesses, then the most time
 * stamps, then the earliest. Returns undefined if no published state has the entry.
 */
export async function bestCheckpointWith(db: Db, position: number): Promise<CheckpointRow | undefined> {
  const { rows } = await sql<CheckpointRow>`
    ${CHECKPOINT} where published_at is not null and size > ${position}
    order by (select count(*) from log_cosignature c where c.size = log_checkpoint.size) desc,
      (select count(*) from log_timestamp t where t.size = log_checkpoint.size) desc, size limit 1`.execute(db);
  return rows[0];
}

/** Returns a checkpoint with all signatures on it, as a signed note. */
export async function noteOf(db: Db, { size, text, signature }: CheckpointRow): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    select line from log_cosignature where size = ${size} order by witness`.execute(db);
  return `${text}\n${[signature, ...rows.map(({ line }) => line)].join('')}`;
}

/** A stored time stamp of a checkpoint: the answer of an authority. */
type TimestampRow = { readonly authority: string; readonly response: Uint8Array };

/** Returns the time stamps of the checkpoint of a size. */
export async function timestampsOf(db: Db, size: number): Promise<TimestampRow[]> {
  const { rows } = await sql<TimestampRow>`
    select authority, response from log_timestamp where size = ${size} order by authority`.execute(db);
  return rows;
}

/** Removes what is known of authorities that are not configured any more. Their time stamps stay. */
export async function removeOtherAuthorities(db: Db, authorities: readonly ConfiguredAuthority[]): Promise<void> {
  await sql`delete from log_authority where authority <> all(${authorities.map(({ name }) => name)}::text[])`.execute(
    db,
  );
}
