import type { AuctionTimes } from '#domain/auction/status.ts';
import type { HistoryKind, HistoryLine } from '#domain/bidding/history.ts';

/**
 * Kinds of history lines that record how an auction is conducted. The system (soft close, outage) or an admin writes
 * `extended`.
 */
export const CONDUCT_KINDS = ['extended', 'paused', 'resumed', 'annulled'] as const satisfies readonly HistoryKind[];
export type ConductKind = (typeof CONDUCT_KINDS)[number];

/** The times of an auction that conduct lines change. */
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
   * Milliseconds by which soft close moved the end in all. This total is limited (docs/rules.md#soft-close). Other
   * moves of the end do not count.
   */
  readonly extendedMs: number;
  /** The end that the last move set, in ms since 1970; null while the scheduled end applies. */
  readonly untilMs: number | null;
  readonly last: ConductLine | null;
};

export const NO_CONDUCT: Conduct = { extensions: 0, extendedMs: 0, untilMs: null, last: null };

const isConductKind = (kind: HistoryKind): kind is ConductKind => CONDUCT_KINDS.some((known) => known === kind);

/** Returns the line as a conduct line; undefined for other kinds. */
export const conductLineOf = ({ seq, kind, at, by, until, reason }: HistoryLine): ConductLine | undefined =>
  isConductKind(kind) ? { seq, kind, at, by, until, reason } : undefined;

/** Returns whether an outage moved the end, so that the system wrote the line (decision 47). */
export const isOfOutage = ({ by, reason }: Pick<HistoryLine, 'by' | 'reason'>): boolean =>
  by === 'system' && reason === 'outage';

/** Returns whether soft close moved the end with this line. */
export const isSoftExtension = (line: Pick<HistoryLine, 'kind' | 'by' | 'reason'>): boolean =>
  line.kind === 'extended' && line.by === 'system' && !isOfOutage(line);

/**
 * Returns the conduct after one more line. It uses the lines alone, because a process that reads another process's
 * lines already knows the present end.
 *
 * @param endsAtMs the scheduled end
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

/** Returns an auction's times after a conduct line. `until` is the new end if the line moves it. */
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
