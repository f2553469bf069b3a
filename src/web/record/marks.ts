import { HISTORY_KINDS, type HistoryKind } from '#domain/bidding/history.ts';
import type { Axis } from '#web/record/axis.ts';
import type { LineColumns } from '#web/record/opened-record.ts';

/** What is marked on the timeline one by one; bids are drawn as how many there were. */
const MARKED = ['extended', 'paused', 'resumed', 'cancelled', 'refusedLate', 'annulled', 'closed'] as const;
export type Marked = (typeof MARKED)[number] & HistoryKind;

export type Marks = ReturnType<typeof marksOf>;

export const STRIPS = 240;

const kindAt = (columns: LineColumns, index: number) => HISTORY_KINDS[columns.kinds[index] ?? 0];

export function marksOf(columns: LineColumns, axis: Axis) {
  /** Bids placed, revised and withdrawn in each strip of the width. */
  const bids = Array.from({ length: STRIPS }, () => 0);
  /** At most one of a kind in a strip: more would cover each other. */
  const events = new Map<string, { kind: Marked; x: number }>();
  /** How many there are of each kind that came about. */
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

/** The line after which the next event of a kind has come about; from the beginning again behind the last. */
export function nextMarked(columns: LineColumns, seq: number, kind: Marked): number | undefined {
  const length = columns.kinds.length;
  for (let step = 0; step < length; step += 1) {
    const index = (seq + step) % length;
    if (kindAt(columns, index) === kind) return index + 1;
  }
  return undefined;
}
