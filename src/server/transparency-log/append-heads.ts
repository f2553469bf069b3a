import { sql } from 'kysely';
import { checkpointText } from '#domain/transparency/checkpoint.ts';
import { entryHash, entryText, type AuctionHead } from '#domain/transparency/entry.ts';
import { foldHashes, TILE_WIDTH } from '#domain/transparency/merkle.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import { sha256Bytes } from '#server/platform/runtime/sha256.ts';
import type { LogKey } from '#server/transparency-log/log-key.ts';
import { rootOf } from '#server/transparency-log/tree-hashes.ts';
import { hashReader, newestCheckpoint } from '#server/transparency-log/log-rows.ts';

/** The maximum number of heads that are appended at once. */
const AT_ONCE_MAX = 1_000;

type Options = {
  readonly key: LogKey;
  /** Whether to look at all auctions, not only at those that are open or ended within the last hour. */
  readonly isThorough: boolean;
  /** Whether a new checkpoint is published at once, because there is no witness to ask. */
  readonly publishes: boolean;
};

/**
 * Appends the heads of auctions that changed, and signs the new state of the log. It locks no row of an auction, so no
 * bid waits for it. Another process that appends at the same time makes it return immediately.
 *
 * @returns the number of appended heads
 */
export const appendHeads = (db: Db, { key, isThorough, publishes }: Options): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ size: number }>`select size from log_tree for update skip locked`.execute(transaction);
    const [tree] = rows;
    if (!tree) return 0;
    const heads = await findHeads(transaction, isThorough);
    const newest = await newestCheckpoint(transaction);
    if (heads.length === 0 && newest?.origin === key.origin) return 0;
    const size = tree.size + heads.length;
    if (heads.length > 0) await storeEntries(transaction, tree.size, heads);
    await signCheckpoint(transaction, { size, key, publishes });
    return heads.length;
  });

/**
 * Returns the heads that the log does not have. A head of an auction that has not started stays out, because the times
 * of the entries would tell when somebody placed a sealed bid (decision 134).
 */
async function findHeads(db: Db, isThorough: boolean): Promise<AuctionHead[]> {
  const isRecent = sql`auction_end_time > clock_timestamp() - interval '1 hour'`;
  const { rows } = await sql<AuctionHead>`
    select a.id as "auctionId", a.version as seq, a.last_hash as hash, ${isoTime('line.at')} as at
    from auction a join bid_history line on line.auction_id = a.id and line.seq = a.version
    where ${isThorough ? sql`true` : isRecent} and a.rehearsal_of is null
      and (a.start_time <= clock_timestamp() or a.closed_at is not null)
      and not exists (select from log_entry e where e.auction_id = a.id and e.seq >= a.version)
    order by line.at, a.id limit ${AT_ONCE_MAX}`.execute(db);
  return rows;
}

/** Stores entries behind the present ones, with their hashes and those of the tiles that they complete. */
async function storeEntries(db: Db, before: number, heads: readonly AuctionHead[]): Promise<void> {
  const entries = heads.map((head) => entryText(sha256Bytes, head));
  await db
    .insertInto('log_entry')
    .values(
      heads.map(({ auctionId, seq }, at) => ({
        position: before + at,
        auction_id: auctionId,
        seq,
        entry: entries[at] ?? '',
      })),
    )
    .execute();
  let hashes = entries.map((entry) => entryHash(sha256Bytes, entry));
  let from = before;
  for (let level = 0; hashes.length > 0; level += 1) {
    const first = from;
    await db
      .insertInto('log_hash')
      .values(hashes.map((hash, at) => ({ level, position: first + at, hash: Buffer.from(hash) })))
      .execute();
    const to = Math.floor((from + hashes.length) / TILE_WIDTH);
    from = Math.floor(from / TILE_WIDTH);
    hashes = [];
    for (let tile = from; tile < to; tile += 1)
      hashes.push(foldHashes(sha256Bytes, await hashReader(db)(level, tile * TILE_WIDTH, TILE_WIDTH)));
  }
  await sql`update log_tree set size = ${before + heads.length}`.execute(db);
}

/** Signs the state of the log. States that nobody has seen give way to it. */
async function signCheckpoint(
  db: Db,
  { size, key, publishes }: Pick<Options, 'key' | 'publishes'> & { readonly size: number },
): Promise<void> {
  const root = await rootOf({ sha256: sha256Bytes, read: hashReader(db) }, size);
  const text = checkpointText({ origin: key.origin, size, root });
  await sql`delete from log_checkpoint where published_at is null and not is_asked or size = ${size}`.execute(db);
  await sql`
    insert into log_checkpoint (size, origin, text, signature, published_at)
    values (${size}, ${key.origin}, ${text}, ${key.signatureOn(text)},
      ${publishes ? sql`clock_timestamp()` : null})`.execute(db);
}
