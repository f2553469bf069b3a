import { HISTORY_KINDS, type HistoryKind } from '#domain/bidding/history.ts';
import type { Axis } from '#web/record/axis.ts';
import type { LineColumns } from '#web/record/opened-record.ts';

/** Kinds of events that are marked one by one on the timeline. Bids are drawn as counts. */
const MARKED = ['extended', 'paused', 'resumed', 'cancelled', 'refusedLate', 'annulled', 'closed'] as const;
export type Marked = (typeof MARKED)[number] & HistoryKind;

export type Marks = ReturnType<typeof marksOf>;

export const STRIPS = 240;

const kindAt = (columns: LineColumns, index: number) => HISTORY_KINDS[columns.kinds[index] ?? 0];

/** Counts bids and collects events for the marks of the timeline. */
export function marksOf(columns: LineColumns, axis: Axis) {
  /** The number of bids placed, revised and withdrawn in each strip of the width. */
  const bids = Array.from({ length: STRIPS }, () => 0);
  /** At most one event of a kind in a strip, because more would overlap. */
  const events = new Map<string, { kind: Marked; x: number }>();
  /** The number of events of each kind that occurred. */
  const counts = new Map<Marked, number>();
  for (let index = 0; index < axis.length; index += 1) {
    const found = kindAt(columns, index);
    const kind = MARKED.find((one) => one === found);
    if (!kind && found !== 'placed' && found !== 'revised' && found !== 'withdrawn') continue;
    const x = axis.xOf(axis.after(index + 1));
    const strip = Math.min(STRIPS - 1, Math.floor(x * STRIPS));
    if (kind) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      events.set(`${kind} ${strip}`, { kind, x });
    } else bids[strip] = (bids[strip] ?? 0) + 1;
  }
  return { bids, events: [...events.values()], counts };
}

/** Returns the number of the line with the next event of a kind, continuing at the beginning after the last one. */
export function nextMarked(columns: LineColumns, seq: number, kind: Marked): number | undefined {
  const length = columns.kinds.length;
  for (let step = 0; step < length; step += 1) {
    const index = (seq + step) % length;
    if (kindAt(columns, index) === kind) return index + 1;
  }
  return undefined;
}
