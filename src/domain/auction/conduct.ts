import type { AuctionTimes } from '#domain/auction/status.ts';
import type { HistoryKind, HistoryLine } from '#domain/bidding/history.ts';

/**
 * Kinds of history lines that record an administrator's or the system's control of an auction. Only `extended` can be
 * written by both: by the system after a soft close or an outage, and by an administrator.
 */
export const CONDUCT_KINDS = ['extended', 'paused', 'resumed', 'annulled'] as const satisfies readonly HistoryKind[];
export type ConductKind = (typeof CONDUCT_KINDS)[number];

/** The times of an auction that conduct lines can change. */
export type ConductTimes = AuctionTimes & {
  readonly closedAtMs: number | null;
  readonly annulledAtMs: number | null;
};

export type ConductLine = Pick<HistoryLine, 'seq' | 'at' | 'by' | 'until' | 'reason'> & { readonly kind: ConductKind };

/** The combined effect of all conduct lines. */
export type Conduct = {
  /** Number of times that soft close moved the end. */
  readonly extensions: number;
  /**
   * Total time in ms by which soft close moved the end. The total is limited (docs/rules.md#soft-close). Moves by
   * outages and administrators do not count.
   */
  readonly extendedMs: number;
  /** The end after the last move, in ms since 1970; null if the scheduled end was never moved. */
  readonly untilMs: number | null;
  readonly last: ConductLine | null;
};

export const NO_CONDUCT: Conduct = { extensions: 0, extendedMs: 0, untilMs: null, last: null };

const isConductKind = (kind: HistoryKind): kind is ConductKind => CONDUCT_KINDS.some((known) => known === kind);

/** Returns a history line as a conduct line; undefined if the line is of another kind. */
export const conductLineOf = ({ seq, kind, at, by, until, reason }: HistoryLine): ConductLine | undefined =>
  isConductKind(kind) ? { seq, kind, at, by, until, reason } : undefined;

/** Returns whether the system wrote this line because an outage moved the end (decision 47). */
export const isOfOutage = ({ by, reason }: Pick<HistoryLine, 'by' | 'reason'>): boolean =>
  by === 'system' && reason === 'outage';

/** Returns whether soft close moved the end with this line. */
export const isSoftExtension = (line: Pick<HistoryLine, 'kind' | 'by' | 'reason'>): boolean =>
  line.kind === 'extended' && line.by === 'system' && !isOfOutage(line);

/**
 * Returns the conduct after one more line. The result depends only on the lines and the scheduled end. The function
 * does not use the current end, because a process that reads another process's lines may already know the moved end.
 *
 * @param endsAtMs the scheduled end, in ms since 1970
 */
export function conductAfter(
  { extensions, extendedMs, untilMs }: Conduct,
  last: ConductLine,
  endsAtMs: number,
): Conduct {
  const endMs = last.until === null ? untilMs : Date.parse(last.until);
  if (!isSoftExtension(last) || endMs === null) return { extensions, extendedMs, untilMs: endMs, last };
  const movedMs = endMs - (untilMs ?? endsAtMs);
  return { extensions: extensions + 1, extendedMs: extendedMs + movedMs, untilMs: endMs, last };
}

/**
 * Returns an auction's times after a conduct line. The line's `until` is the new end; null if the line does not move
 * the end.
 */
export function timesAfter<Times extends ConductTimes>(times: Times, { kind, at, until }: ConductLine): Times {
  const atMs = Date.parse(at);
  const end = until === null ? {} : { auctionEndsAtMs: Date.parse(until) };
  const change: Record<ConductKind, Partial<ConductTimes>> = {
    extended: end,
    paused: { pausedAtMs: atMs },
    resumed: { ...end, pausedAtMs: null },
    annulled: { ...end, pausedAtMs: null, annulledAtMs: atMs, closedAtMs: atMs },
  };
  return { ...times, ...change[kind] };
}
