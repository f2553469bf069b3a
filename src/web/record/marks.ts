import { HISTORY_KINDS, type HistoryKind } from '#domain/bidding/history.ts';
import type { Axis } from '#web/record/axis.ts';
import type { LineColumns } from '#web/record/opened-record.ts';

/** The kinds of events that have their own marks on the timeline. Bids are drawn as bars instead. */
const MARKED = ['extended', 'paused', 'resumed', 'cancelled', 'refusedLate', 'annulled', 'closed'] as const;
export type Marked = (typeof MARKED)[number] & HistoryKind;

export type Marks = ReturnType<typeof marksOf>;

export const STRIPS = 240;

const kindAt = (columns: LineColumns, index: number) => HISTORY_KINDS[columns.kinds[index] ?? 0];

/** Counts the bids for the timeline's bars, and collects the events for its marks. */
export function marksOf(columns: LineColumns, axis: Axis) {
  /** The number of bids placed, revised or withdrawn in each strip of the width. */
  const bids = Array.from({ length: STRIPS }, () => 0);
  /** Has at most one event of each kind for a strip, because more marks would overlap. */
  const events = new Map<string, { kind: Marked; x: number }>();
  /** The number of all events of each kind. */
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

/** Returns the number of the next entry of a kind after `seq`. After the last one, continues with the first. */
export function nextMarked(columns: LineColumns, seq: number, kind: Marked): number | undefined {
  const length = columns.kinds.length;
  for (let step = 0; step < length; step += 1) {
    const index = (seq + step) % length;
    if (kindAt(columns, index) === kind) return index + 1;
  }
  return undefined;
}
