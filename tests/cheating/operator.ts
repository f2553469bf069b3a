import { sql } from 'kysely';
import type { AuctionId } from '#domain/basics/ids.ts';
import { chainHash, FIRST_HASH } from '#domain/bidding/history.ts';
import type { Db } from '#server/platform/database/database.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { linesBetween, peekAuction } from '#server/room/store/room-rows.ts';

/** A dishonest operator. It has the database, the secrets and the program, so it can compute and sign everything again. */

/** A row of the history, as the database has it. */
type Row = {
  readonly seq: number;
  readonly kind: string;
  readonly at: Date;
  readonly bid_id: string | null;
  readonly bidder_id: string | null;
  readonly alias: string | null;
  readonly price_cents: number | null;
  readonly acting_user_id: string | null;
};

const rowsOf = async (db: Db, auctionId: AuctionId): Promise<Row[]> =>
  (await sql<Row>`select * from bid_history where auction_id = ${auctionId} order by seq`.execute(db)).rows;

/** Replaces the history of an auction. The rows get numbers without gaps, and all hashes are computed again. */
export const rewriteHistory = (
  db: Db,
  auctionId: AuctionId,
  change: (rows: readonly Row[]) => readonly Row[],
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const now = await peekAuction(transaction, auctionId);
    const rows = change(await rowsOf(transaction, auctionId)).map((row, at) => ({ ...row, seq: at + 1 }));
    await sql`delete from bid_history where auction_id = ${auctionId}`.execute(transaction);
    await transaction
      .insertInto('bid_history')
      .values(rows as never)
      .execute();
    let hash = FIRST_HASH;
    for (const { line } of await linesBetween(transaction, auctionId, 0, rows.length)) {
      hash = chainHash(hash, line, sha256, now?.salt ?? null);
      await sql`update bid_history set hash = ${hash} where auction_id = ${auctionId} and seq = ${line.seq}`.execute(
        transaction,
      );
    }
    await sql`update auction set version = ${rows.length}, last_hash = ${hash} where id = ${auctionId}`.execute(
      transaction,
    );
  });

/** The rows of two bidders' last bids: the victim's, and that of a friend of the operator. */
export type Bids = { readonly victim: string; readonly friend: string };

const lastOf = (rows: readonly Row[], bidderId: string): Row => {
  const row = rows.findLast((one) => one.bidder_id === bidderId);
  if (!row) throw new Error(`the bidder ${bidderId} has no bid`);
  return row;
};

/** The content of a row without its place: a bid that takes the place of another one has the other's number and time. */
const inPlaceOf = (row: Row, place: Row): Row => ({ ...row, seq: place.seq, at: place.at });

/** The cheats that rewrite an open auction. Each returns the history that the operator stores instead. */
export const REWRITES = {
  'drops an acknowledged bid': (rows, { victim }) => rows.filter((row) => row !== lastOf(rows, victim)),
  'swaps two bids': (rows, { victim, friend }) => {
    const [one, other] = [lastOf(rows, victim), lastOf(rows, friend)];
    return rows.map((row) => (row === one ? inPlaceOf(other, one) : row === other ? inPlaceOf(one, other) : row));
  },
  'edits a price': (rows, { victim }) => {
    const bid = lastOf(rows, victim);
    return rows.map((row) => (row === bid ? { ...bid, price_cents: (bid.price_cents ?? 0) - 100 } : row));
  },
  'backdates a line': (rows, { victim, friend }) => {
    const [before, late] = [lastOf(rows, victim), lastOf(rows, friend)];
    return rows.flatMap((row) => (row === before ? [{ ...late, at: before.at }, row] : row === late ? [] : [row]));
  },
} satisfies Record<string, (rows: readonly Row[], bids: Bids) => readonly Row[]>;

/** Writes the public log again, so that it fits the rewritten histories. The job of the server fills it. */
export async function rewriteLog(db: Db): Promise<void> {
  await sql`
    with gone as (delete from log_entry), hashes as (delete from log_hash), signed as (delete from log_cosignature),
      seen as (delete from log_checkpoint)
    update log_tree set size = 0`.execute(db);
}

/** Removes the key of the deployment. The next process creates another one. */
export async function replaceKey(db: Db): Promise<void> {
  await sql`delete from server_secret where name = 'record-key'`.execute(db);
}
