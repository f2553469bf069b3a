import { sql } from 'kysely';
import type { ConductLine, ConductTimes } from '#domain/auction/conduct.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { HistoryLine } from '#domain/bidding/history.ts';
import type { Actor, Change } from '#server/platform/http/audit.ts';
import { flags, instants, ints, texts, uuids } from '#server/platform/database/columns.ts';
import { PREPARED, type Db } from '#server/platform/database/database.ts';

/** A line to store, with its hash and the person who caused it. */
export type NewLine = {
  readonly auctionId: AuctionId;
  readonly line: HistoryLine;
  /** The hash of the line before this one. A history that has another one there is not continued (decision 99). */
  readonly before: string;
  readonly hash: string;
  /** Null for a bidder's own act, because the line names the bidder. */
  readonly actingUserId: string | null;
  /** The bidder's API key, if the bidder acted through one. */
  readonly apiKeyId?: string | undefined;
  /** Whether the line is about a bid before the start. Edits find these lines by an index. */
  readonly isSealed?: boolean;
  /** The auction's times after an auction control. */
  readonly times?: ConductTimes;
  /** For the audit trail of an administrator's act: who acted, and the values before and after. */
  readonly act?: {
    readonly actor: Actor;
    readonly change: Change | null;
    /** The typed reason of a line about a bid. An auction control needs none: its public reason is in the line. */
    readonly typedReason?: string | undefined;
  };
};

/** A line that an administrator writes. */
type AdminLine = NewLine & { readonly actingUserId: string };

/** Tells whether an administrator wrote the line. `actingUserId` is then the administrator. */
export const isOfAdmin = (line: NewLine): line is AdminLine => line.line.by === 'admin' && line.actingUserId !== null;

/** Runs in the transaction that stores an admin's line. The line and the function's writes are stored together. */
export type OnAdminAct = (db: Db, line: AdminLine) => Promise<void>;

/** Runs in the transaction that stores a line about an auction's control. The line and the function's writes are stored together. */
export type OnControl = (db: Db, auctionId: AuctionId, line: ConductLine) => Promise<void>;

/** The first answer to a bidding call. A repeated call with the same key gets this answer. */
export type NewAnswer = {
  readonly auctionId: AuctionId;
  readonly requestId: string;
  readonly requestHash: string;
  readonly answer: string;
};

/**
 * Stores lines of one or more auctions, the auctions' new versions and the answers in one statement. A second statement
 * stores the times that auction controls changed. The caller holds the locks of the auctions' rows. Throws if an
 * auction's version or last hash is not the expected one; the caller must then roll back. A column without
 * values is sent as an empty array, which `unnest` fills with nulls.
 */
export async function writeLines(db: Db, lines: readonly NewLine[], answers: readonly NewAnswer[]): Promise<void> {
  const steps = versionRangesOf(lines);
  const step = <T>(pick: (step: VersionRange) => T): T[] => steps.map(pick);
  const entry = <T>(pick: (entry: NewLine) => T): T[] => lines.map(pick);
  const field = <T>(pick: (line: HistoryLine) => T): T[] => lines.map(({ line }) => pick(line));
  const answer = <T>(pick: (answer: NewAnswer) => T): T[] => answers.map(pick);
  const rare = <T>(values: readonly (T | null)[]) => (values.every((value) => value === null) ? [] : values);
  const { rows } = await sql<{ risen: number }>`${PREPARED}
    with risen as (
      update auction set version = step.to_version, last_hash = step.hash
      from unnest(${uuids(step(({ auctionId }) => auctionId))}::uuid[], ${ints(step(({ from }) => from))}::int[],
                  ${ints(step(({ to }) => to))}::int[], ${texts(step(({ before }) => before))}::text[],
                  ${texts(step(({ hash }) => hash))}::text[])
        as step (auction_id, from_version, to_version, before, hash)
      where auction.id = step.auction_id and auction.version = step.from_version
        and auction.last_hash = step.before returning 1
    ), written as (
      insert into bid_history (auction_id, seq, kind, at, bid_id, item_id, bidder_id, alias, price_cents, quantity,
                               allows_partial, minimum_acceptable, by, reason, until, hash, acting_user_id, api_key_id,
                               is_sealed)
      select * from unnest(
        ${uuids(entry(({ auctionId }) => auctionId))}::uuid[],
        ${ints(field((line) => line.seq))}::int[], ${texts(field((line) => line.kind))}::text[],
        ${instants(field((line) => line.at))}::timestamptz[], ${uuids(field((line) => line.bidId))}::uuid[],
        ${uuids(field((line) => line.itemId))}::uuid[], ${uuids(field((line) => line.bidderId))}::uuid[],
        ${texts(field((line) => line.alias))}::text[], ${ints(field((line) => line.priceCents))}::int[],
        ${ints(field((line) => line.quantity))}::int[], ${flags(field((line) => line.allowsPartial))}::bool[],
        ${ints(rare(field((line) => line.minimumAcceptable)))}::int[],
        ${texts(field((line) => line.by))}::text[], ${texts(rare(field((line) => line.reason)))}::text[],
        ${instants(rare(field((line) => line.until)))}::timestamptz[], ${texts(entry(({ hash }) => hash))}::text[],
        ${uuids(rare(entry(({ actingUserId }) => actingUserId)))}::uuid[],
        ${uuids(rare(entry(({ apiKeyId }) => apiKeyId ?? null)))}::uuid[],
        ${flags(rare(entry(({ isSealed }) => (isSealed ? true : null))))}::bool[])
    ), answered as (
      insert into bid_request (auction_id, request_id, request_hash, answer)
      select auction_id, request_id, request_hash, body::json from unnest(
        ${uuids(answer(({ auctionId }) => auctionId))}::uuid[], ${uuids(answer(({ requestId }) => requestId))}::uuid[],
        ${texts(answer(({ requestHash }) => requestHash))}::text[], ${texts(answer((given) => given.answer))}::text[])
        as answer (auction_id, request_id, request_hash, body)
    )
    select count(*)::int as risen from risen`.execute(db);
  if (rows[0]?.risen !== steps.length)
    throw new Error('the stored history of the auction differs from the writer’s history');
  await writeTimes(db, lines);
}

type VersionRange = {
  readonly auctionId: AuctionId;
  readonly from: number;
  readonly to: number;
  readonly before: string;
  readonly hash: string;
};

/** Returns, for each auction, the versions and hashes before and after these lines. */
function versionRangesOf(lines: readonly NewLine[]): VersionRange[] {
  const steps = new Map<AuctionId, VersionRange>();
  for (const { auctionId, line, before, hash } of lines) {
    const first = steps.get(auctionId) ?? { from: line.seq - 1, before };
    steps.set(auctionId, { auctionId, from: first.from, to: line.seq, before: first.before, hash });
  }
  return [...steps.values()];
}

/** The stored end of a paused auction. It is later than any real time, so that the auction does not end. */
const END_OF_TIME = new Date('9999-12-31T23:59:59.999Z');

/** Stores the times that auction controls changed. A batch without auction controls stores nothing. */
async function writeTimes(db: Db, lines: readonly NewLine[]): Promise<void> {
  const changed = new Map(
    lines.flatMap(({ auctionId, times }): [AuctionId, ConductTimes][] => (times ? [[auctionId, times]] : [])),
  );
  for (const [auctionId, times] of changed)
    await db.updateTable('auction').set(columnsOfTimes(times)).where('id', '=', auctionId).execute();
}

/** Returns the times as columns of the auction's row. */
export function columnsOfTimes(times: ConductTimes) {
  const end = new Date(times.auctionEndsAtMs);
  const isPaused = times.pausedAtMs !== null;
  return {
    auction_end_time: isPaused ? END_OF_TIME : end,
    end_when_paused: isPaused ? end : null,
    paused_at: dateOf(times.pausedAtMs),
    annulled_at: dateOf(times.annulledAtMs),
    closed_at: dateOf(times.closedAtMs),
  };
}

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
