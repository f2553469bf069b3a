import type { AuctionTimes } from '#domain/auction/status.ts';
import type { HistoryKind, HistoryLine } from '#domain/bidding/history.ts';

/** Lines of the history that say how an auction is conducted; `extended` is by the system (soft close, outage) or by an admin. */
export const CONDUCT_KINDS = ['extended', 'paused', 'resumed', 'annulled'] as const satisfies readonly HistoryKind[];
export type ConductKind = (typeof CONDUCT_KINDS)[number];

/** What such lines change. */
export type ConductTimes = AuctionTimes & {
  readonly closedAtMs: number | null;
  readonly annulledAtMs: number | null;
};

export type ConductLine = Pick<HistoryLine, 'seq' | 'at' | 'by' | 'until' | 'reason'> & { readonly kind: ConductKind };

/** What the lines of conduct come to. */
export type Conduct = {
  /** How often soft close moved the end. */
  readonly extensions: number;
  /**
   * Milliseconds by which soft close moved the end in all, which is limited (docs/rules.md#soft-close). Other moves of
   * the end do not count.
   */
  readonly extendedMs: number;
  /** The end that a line moved it to last; null while it is the scheduled one. */
  readonly untilMs: number | null;
  readonly last: ConductLine | null;
};

export const NO_CONDUCT: Conduct = { extensions: 0, extendedMs: 0, untilMs: null, last: null };

const isConductKind = (kind: HistoryKind): kind is ConductKind => CONDUCT_KINDS.some((known) => known === kind);

/** The line as one of conduct, if it is one. */
export const conductLineOf = ({ seq, kind, at, by, until, reason }: HistoryLine): ConductLine | undefined =>
  isConductKind(kind) ? { seq, kind, at, by, until, reason } : undefined;

export const isOfOutage = ({ by, reason }: Pick<HistoryLine, 'by' | 'reason'>): boolean =>
  by === 'system' && reason === 'outage';

export const isSoftExtension = (line: Pick<HistoryLine, 'kind' | 'by' | 'reason'>): boolean =>
  line.kind === 'extended' && line.by === 'system' && !isOfOutage(line);

/**
 * From the lines alone: whoever reads lines that another process wrote knows the present end already.
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

/** An auction's times after a line of conduct: `until` is the new end wherever a line moves it. */
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
