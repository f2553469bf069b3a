import type { LineColumns } from '#web/record/opened-record.ts';

/**
 * A position in a replay. `seq` is the number of entries so far. `atMs` is a time between the last of these entries and
 * the next entry.
 */
export type ReplayPosition = { readonly seq: number; readonly atMs: number };

/** The two ways to place entries between left (0) and right (1): by their time, or at equal distances. */
export const SPREADS = ['time', 'lines'] as const;
export type Spread = (typeof SPREADS)[number];

export type Axis = ReturnType<typeof axisOf>;

/** The share of the width for entries before the start. `AFTER` is the share for entries after the end. */
const BEFORE = 0.06;
const AFTER = 0.04;
const BETWEEN = 1 - BEFORE - AFTER;

type Run = { readonly startsAtMs: number; readonly endsAtMs: number };

/** Creates the axis of a replay. It converts between positions, entries, times and shares of the width. */
export function axisOf({ atMs }: LineColumns, run: Run, spread: Spread) {
  const length = atMs.length;
  const lastMs = atMs[length - 1] ?? run.startsAtMs;
  /** Returns the position right after an entry. */
  const after = (seq: number): ReplayPosition => {
    const bounded = Math.max(0, Math.min(length, seq));
    return { seq: bounded, atMs: atMs[bounded - 1] ?? atMs[0] ?? run.startsAtMs };
  };
  const spreading = spread === 'time' ? byTime(atMs, run) : byLines(length);
  /** Returns the position at a time. It includes every entry up to this time. */
  const at = (ms: number): ReplayPosition => ({ seq: countUpTo(atMs, ms), atMs: Math.min(lastMs, ms) });
  const positionOf = (x: number): ReplayPosition => {
    const found = spreading.find(x);
    return 'seq' in found ? after(found.seq) : at(found.atMs);
  };
  return { length, first: after(0), last: after(length), after, at, xOf: spreading.xOf, positionOf };
}

type Spreading = { xOf(position: ReplayPosition): number; find(x: number): { seq: number } | { atMs: number } };

const byLines = (length: number): Spreading => ({
  xOf: ({ seq }) => seq / Math.max(1, length),
  find: (x) => ({ seq: Math.round(x * length) }),
});

/**
 * Places entries between start and end by their time. Entries before the start, and after the end, have equal
 * distances.
 */
function byTime(atMs: Float64Array, { startsAtMs, endsAtMs }: Run): Spreading {
  const before = countUpTo(atMs, startsAtMs - 1);
  const inTime = Math.max(before, countUpTo(atMs, endsAtMs));
  const late = Math.max(1, atMs.length - inTime);
  const runMs = Math.max(1, endsAtMs - startsAtMs);
  return {
    xOf({ seq, atMs: ms }) {
      if (ms < startsAtMs) return (seq / (before + 1)) * BEFORE;
      if (seq > inTime) return 1 - AFTER + ((seq - inTime) / late) * AFTER;
      return BEFORE + (Math.min(ms - startsAtMs, runMs) / runMs) * BETWEEN;
    },
    find(x) {
      if (x < BEFORE) return { seq: Math.min(before, Math.round((x / BEFORE) * (before + 1))) };
      if (x > 1 - AFTER) return { seq: inTime + Math.round(((x - 1 + AFTER) / AFTER) * late) };
      return { atMs: startsAtMs + ((x - BEFORE) / BETWEEN) * runMs };
    },
  };
}

/** Returns how many of the times are at or before `ms`. The times must never decrease. */
export function countUpTo(atMs: Float64Array, ms: number): number {
  let [from, to] = [0, atMs.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((atMs[middle] ?? 0) <= ms) from = middle + 1;
    else to = middle;
  }
  return from;
}
