import { sql } from 'kysely';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { HistoryLine } from '#domain/bidding/history.ts';
import { PREPARED, type Db } from '#server/platform/database.ts';

/** A line that is to be stored, with the hash it got and the person behind it. */
export type NewLine = { readonly line: HistoryLine; readonly hash: string; readonly actingUserId: string | null };

/** The first answer to a bidding call, kept for repeats of its key. */
export type NewAnswer = {
  readonly userId: string;
  readonly key: string;
  readonly requestHash: string;
  readonly answer: string;
};

/**
 * Stores lines, the version they lead to and the answers, in one statement. The caller holds the lock of the auction's
 * row; a version that isn't the expected one stores nothing and throws.
 */
export async function writeLines(
  db: Db,
  auctionId: AuctionId,
  lines: readonly NewLine[],
  answers: readonly NewAnswer[],
): Promise<void> {
  const last = lines.at(-1);
  if (!last) return insertAnswers(db, auctionId, answers);
  const column = <T>(pick: (line: HistoryLine) => T): T[] => lines.map(({ line }) => pick(line));
  const { rows } = await sql<{ version: number }>`${PREPARED}
    with risen as (
      update auction set version = ${last.line.seq}, last_hash = ${last.hash}
      where id = ${auctionId} and version = ${last.line.seq - lines.length} returning version
    ), written as (
      insert into bid_history (auction_id, seq, kind, at, bid_id, item_id, bidder_id, alias, price_cents, quantity,
                               allows_partial, by, reason, hash, acting_user_id)
      select ${auctionId}::uuid, line.* from risen, unnest(
        ${column((line) => line.seq)}::int[], ${column((line) => line.kind)}::text[],
        ${column((line) => line.at)}::timestamptz[], ${column((line) => line.bidId)}::uuid[],
        ${column((line) => line.itemId)}::uuid[], ${column((line) => line.bidderId)}::uuid[],
        ${column((line) => line.alias)}::text[], ${column((line) => line.priceCents)}::int[],
        ${column((line) => line.quantity)}::int[], ${column((line) => line.allowsPartial)}::bool[],
        ${column((line) => line.by)}::text[], ${column((line) => line.reason)}::text[],
        ${lines.map(({ hash }) => hash)}::text[], ${lines.map(({ actingUserId }) => actingUserId)}::uuid[]) as line
    ), answered as (
      ${answersInsert(auctionId, answers)}
    )
    select version from risen`.execute(db);
  if (rows.length !== 1) throw new Error(`auction ${auctionId} is not at the version that its writer expects`);
}

async function insertAnswers(db: Db, auctionId: AuctionId, answers: readonly NewAnswer[]): Promise<void> {
  if (answers.length > 0) await sql`${PREPARED} ${answersInsert(auctionId, answers)}`.execute(db);
}

const answersInsert = (auctionId: AuctionId, answers: readonly NewAnswer[]) => sql`
  insert into bid_request (auction_id, user_id, key, request_hash, answer)
  select ${auctionId}::uuid, answer.user_id, answer.key, answer.request_hash, answer.body::jsonb from unnest(
    ${answers.map(({ userId }) => userId)}::uuid[], ${answers.map(({ key }) => key)}::text[],
    ${answers.map(({ requestHash }) => requestHash)}::text[], ${answers.map(({ answer }) => answer)}::text[])
    as answer (user_id, key, request_hash, body)`;
