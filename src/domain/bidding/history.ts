import type { BidderId, BidId, ItemId } from '#domain/basics/ids.ts';
import type { Bid } from '#domain/bidding/bid.ts';

/**
 * Kinds of lines of an auction's bid history. Lines are never changed and are numbered without gaps from 1. Each line
 * carries the hash of the previous line (docs/rules.md#record). The hashed text contains aliases, never names. The
 * number of the last line is the room's version.
 *
 * `changed` marks a change of settings, items or bidders. `refusedLate` keeps a bid that came after the end.
 * `extended`, `paused`, `resumed` and `annulled` are conduct lines (`domain/auction/conduct.ts`).
 */
export const HISTORY_KINDS = [
  'created',
  'changed',
  'placed',
  'revised',
  'withdrawn',
  'cancelled',
  'refusedLate',
  'extended',
  'paused',
  'resumed',
  'annulled',
  'closed',
] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

export type HistoryLine = {
  readonly seq: number;
  readonly kind: HistoryKind;
  /**
   * Time as ISO 8601 with milliseconds, UTC. For a bid, this is the database's time minus the time that the bid waited
   * in the queue.
   */
  readonly at: string;
  readonly bidId: BidId | null;
  readonly itemId: ItemId | null;
  readonly bidderId: BidderId | null;
  readonly alias: string | null;
  readonly priceCents: number | null;
  readonly quantity: number | null;
  readonly allowsPartial: boolean | null;
  readonly minimumAcceptable: number | null;
  /**
   * The author of the line: `bidder`, `owner` (for changes of its items), `admin` (also on a bidder's behalf) or
   * `system`.
   */
  readonly by: 'bidder' | 'owner' | 'admin' | 'system';
  readonly reason: string | null;
  /** The auction's new end; null if the line does not move the end. */
  readonly until: string | null;
};

/** Fixed reasons of lines written by the system. The text of each code is a phrase, `fixedReason.<reason>`. */
export const SYSTEM_REASONS = ['no_longer_fits', 'soft_close', 'outage'] as const;
/**
 * Fixed reasons of administrators' lines about bids. The reason that the administrator typed is only in the audit
 * trail, because it may name the company behind an alias (decision 73).
 */
export const ADMIN_REASONS = ['on_behalf', 'cancelled_by_admin'] as const;
export type AdminReason = (typeof ADMIN_REASONS)[number];
export type FixedReason = (typeof SYSTEM_REASONS)[number] | AdminReason;

const KNOWN_REASONS: Partial<Record<HistoryLine['by'], readonly FixedReason[]>> = {
  system: SYSTEM_REASONS,
  admin: ADMIN_REASONS,
};

/** Returns the code of a line's reason; undefined if the line has no reason or an administrator typed the reason. */
export const fixedReasonOf = ({ by, reason }: Pick<HistoryLine, 'by' | 'reason'>): FixedReason | undefined =>
  KNOWN_REASONS[by]?.find((known) => known === reason);

const REASON_OF_ADMIN: Partial<Record<HistoryKind, AdminReason>> = {
  placed: 'on_behalf',
  revised: 'on_behalf',
  refusedLate: 'on_behalf',
  cancelled: 'cancelled_by_admin',
};

/**
 * Returns the reason of a line in the form that everyone may read. For an administrator's line about a bid this is a
 * code. Records of release 0.1 contain the typed text instead, and this function replaces that text by the code.
 */
export const openReason = ({ kind, by, reason }: Pick<HistoryLine, 'kind' | 'by' | 'reason'>): string | null =>
  (by === 'admin' ? REASON_OF_ADMIN[kind] : undefined) ?? reason;

/** Returns whether a line contains a typed reason that may name a person or company. */
export const hasTypedReason = (line: Pick<HistoryLine, 'kind' | 'by' | 'reason'>): boolean =>
  openReason(line) !== line.reason;

/** Returns the action of a line. If a bidder wrote a `changed` line, the bidder registered for the auction. */
export const actionOf = ({ kind, by }: Pick<HistoryLine, 'kind' | 'by'>): HistoryKind | 'registered' =>
  kind === 'changed' && by === 'bidder' ? 'registered' : kind;

/**
 * Returns the text of a line that is hashed. Its fields have a fixed order, so that every implementation hashes the
 * same bytes. Newer fields are at the end. They are left out if they are null, so that the text of older lines stays
 * the same.
 */
export const historyText = (line: HistoryLine): string =>
  JSON.stringify([
    line.seq,
    line.kind,
    line.at,
    line.bidId,
    line.itemId,
    line.bidderId,
    line.alias,
    line.priceCents,
    line.quantity,
    line.allowsPartial,
    line.by,
    line.reason,
    ...laterFields(line),
  ]);

function laterFields({ minimumAcceptable, until }: HistoryLine): readonly unknown[] {
  if (until !== null) return [minimumAcceptable, until];
  return minimumAcceptable === null ? [] : [minimumAcceptable];
}

/** The hash before the first line of an auction. */
export const FIRST_HASH = '0'.repeat(64);

/** A hash function. The domain layer imports none, so the caller provides it. */
export type HashText = (text: string) => string;

/**
 * Returns the hash of a line's content. The salt is random and secret until the closing. So nobody can find the content
 * of a sealed line by trying values until the hash matches.
 */
export const contentHash = (line: HistoryLine, salt: string, sha256: HashText): string =>
  sha256(`${historyText(line)}\n${salt}`);

/** Returns the hash of a line from the previous line's hash and the hash of its content. It needs no content. */
export const linkHash = (previousHash: string, content: string, sha256: HashText): string =>
  sha256(`${previousHash}\n${content}`);

/**
 * Returns the hash of a line: SHA-256 over the previous hash and the hash of the line's content. An auction from before
 * receipts (decision 133) has no salt. There, the line's text itself follows the previous hash.
 */
export const chainHash = (previousHash: string, line: HistoryLine, sha256: HashText, salt: string | null): string =>
  linkHash(previousHash, salt === null ? historyText(line) : contentHash(line, salt, sha256), sha256);

/**
 * Kinds of lines after which no bid may have an earlier time than the line (docs/rules.md#time). Such lines place or
 * revise a bid, or resume the clock.
 */
export const PLACING: ReadonlySet<HistoryKind> = new Set(['placed', 'revised', 'resumed']);
/** Returns whether no later bid may have an earlier time than this line. */
export const givesPlace = ({ kind }: HistoryLine): boolean => PLACING.has(kind);

/**
 * Returns the state of a bid after a history line about it. Returns undefined if the line is not about a stored bid.
 */
export function bidAfter(line: HistoryLine, before: Bid | undefined): Bid | undefined {
  const { bidId, itemId, bidderId, priceCents, quantity, allowsPartial, minimumAcceptable } = line;
  if (line.kind === 'refusedLate' || bidId === null || itemId === null || bidderId === null) return undefined;
  if (priceCents === null || quantity === null || allowsPartial === null) return undefined;
  const isDeleted = line.kind === 'withdrawn' || line.kind === 'cancelled';
  // A bid gets a new place among bids of the same price only if its price or quantity changes (docs/rules.md#ranking).
  const keepsPlace = before !== undefined && before.priceCents === priceCents && before.quantity === quantity;
  const place = keepsPlace
    ? { updatedAtMs: before.updatedAtMs, tieSeq: before.tieSeq }
    : { updatedAtMs: Date.parse(line.at), tieSeq: line.seq };
  const offer = { priceCents, quantity, allowsPartial, minimumAcceptable };
  return { bidId, itemId, bidderId, ...offer, ...place, seq: line.seq, isDeleted, byAdmin: line.by === 'admin' };
}
