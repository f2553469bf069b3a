import type { BidderId, BidId, ItemId } from '#domain/basics/ids.ts';
import type { Bid } from '#domain/bidding/bid.ts';

/**
 * The bid history of an auction consists of immutable lines, numbered without gaps from 1. Each line carries the hash
 * of the line before it (docs/rules.md#record). The hashed part contains aliases, never names. The number of the last
 * line is the room's version.
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
  /** ISO 8601 with milliseconds, UTC: the database's time less the bid's own wait in the queue. */
  readonly at: string;
  readonly bidId: BidId | null;
  readonly itemId: ItemId | null;
  readonly bidderId: BidderId | null;
  readonly alias: string | null;
  readonly priceCents: number | null;
  readonly quantity: number | null;
  readonly allowsPartial: boolean | null;
  readonly minimumAcceptable: number | null;
  /** `bidder`, `owner` (of its items), `admin` (also on a bidder's behalf) or `system`. */
  readonly by: 'bidder' | 'owner' | 'admin' | 'system';
  readonly reason: string | null;
  /** The auction's new end, if the line moves it. */
  readonly until: string | null;
};

/**
 * Reasons that are codes: of system lines, and of administrators' lines about bids. The reason that the administrator
 * typed is only in the audit trail, because it may name the company behind an alias (decision 73). Their texts are
 * phrases, `fixedReason.<reason>`.
 */
export const SYSTEM_REASONS = ['no_longer_fits', 'soft_close', 'outage'] as const;
export const ADMIN_REASONS = ['on_behalf', 'cancelled_by_admin'] as const;
export type AdminReason = (typeof ADMIN_REASONS)[number];
export type FixedReason = (typeof SYSTEM_REASONS)[number] | AdminReason;

const KNOWN_REASONS: Partial<Record<HistoryLine['by'], readonly FixedReason[]>> = {
  system: SYSTEM_REASONS,
  admin: ADMIN_REASONS,
};

/** Returns the code of a line's reason; undefined if there is no reason or somebody typed it. */
export const fixedReasonOf = ({ by, reason }: Pick<HistoryLine, 'by' | 'reason'>): FixedReason | undefined =>
  KNOWN_REASONS[by]?.find((known) => known === reason);

const REASON_OF_ADMIN: Partial<Record<HistoryKind, AdminReason>> = {
  placed: 'on_behalf',
  revised: 'on_behalf',
  refusedLate: 'on_behalf',
  cancelled: 'cancelled_by_admin',
};

/**
 * Returns the reason of a line in the form that everybody may read. For an administrator's act this is a code, because
 * records made before version 0.2 hold the text that the administrator typed.
 */
export const openReason = ({ kind, by, reason }: Pick<HistoryLine, 'kind' | 'by' | 'reason'>): string | null =>
  (by === 'admin' ? REASON_OF_ADMIN[kind] : undefined) ?? reason;

/** Returns whether a line holds a typed reason that may name a person or company. */
export const hasTypedReason = (line: Pick<HistoryLine, 'kind' | 'by' | 'reason'>): boolean =>
  openReason(line) !== line.reason;

/** Returns the action of a line. A bidder's `changed` line is always its registration for the auction. */
export const actionOf = ({ kind, by }: Pick<HistoryLine, 'kind' | 'by'>): HistoryKind | 'registered' =>
  kind === 'changed' && by === 'bidder' ? 'registered' : kind;

/**
 * Returns the text that is hashed. Fields have a fixed order, so that every implementation hashes the same bytes.
 * Fields added later are at the end and are left out if null, so that older lines keep their text.
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

/**
 * Returns the hash of a line: SHA-256 over the previous hash and the line's text. The caller passes the hash function,
 * because this layer does not import one.
 */
export const chainHash = (previousHash: string, line: HistoryLine, sha256: (text: string) => string): string =>
  sha256(`${previousHash}\n${historyText(line)}`);

/**
 * Kinds of lines that give a bid its place in time or resume the clock. No later bid has an earlier time
 * (docs/rules.md#time).
 */
export const PLACING: ReadonlySet<HistoryKind> = new Set(['placed', 'revised', 'resumed']);
/** Returns whether no later bid may have an earlier time than this line. */
export const givesPlace = ({ kind }: HistoryLine): boolean => PLACING.has(kind);

/** Returns the state of a bid after a history line about it; undefined for lines that do not concern a stored bid. */
export function bidAfter(line: HistoryLine, before: Bid | undefined): Bid | undefined {
  const { bidId, itemId, bidderId, priceCents, quantity, allowsPartial, minimumAcceptable } = line;
  if (line.kind === 'refusedLate' || bidId === null || itemId === null || bidderId === null) return undefined;
  if (priceCents === null || quantity === null || allowsPartial === null) return undefined;
  const isDeleted = line.kind === 'withdrawn' || line.kind === 'cancelled';
  // Only a change of price or quantity moves a bid's place in time (docs/rules.md#ranking).
  const keepsPlace = before !== undefined && before.priceCents === priceCents && before.quantity === quantity;
  const place = keepsPlace
    ? { updatedAtMs: before.updatedAtMs, tieSeq: before.tieSeq }
    : { updatedAtMs: Date.parse(line.at), tieSeq: line.seq };
  const offer = { priceCents, quantity, allowsPartial, minimumAcceptable };
  return { bidId, itemId, bidderId, ...offer, ...place, seq: line.seq, isDeleted, byAdmin: line.by === 'admin' };
}
