import { HISTORY_KINDS, type HistoryKind } from '#domain/bidding/history.ts';
import type { Axis } from '#web/record/axis.ts';
import type { LineColumns } from '#web/record/opened-record.ts';

/** What is marked on the timeline one by one; bids are drawn as how many there were. */
export const MARKED = ['extended', 'paused', 'resumed', 'cancelled', 'refusedLate', 'annulled', 'closed'] as const;
export type Marked = (typeof MARKED)[number] & HistoryKind;

export type Mark = { readonly kind: Marked; readonly x: number };
export type Marks = {
  /** Bids placed, revised and withdrawn in each strip of the width. */
  readonly bids: readonly number[];
  /** At most one of a kind in a strip: more would cover each other. */
  readonly events: readonly Mark[];
  /** How many there are of each kind that came about. */
  readonly counts: ReadonlyMap<Marked, number>;
};

export const STRIPS = 240;

const markedOf = (columns: LineColumns, index: number): Marked | undefined => {
  const kind = HISTORY_KINDS[columns.kinds[index] ?? 0];
  return MARKED.find((one) => one === kind);
};

const isBid = (columns: LineColumns, index: number): boolean => {
  const kind = HISTORY_KINDS[columns.kinds[index] ?? 0];
  return kind === 'placed' || kind === 'revised' || kind === 'withdrawn';
};

export function marksOf(columns: LineColumns, axis: Axis): Marks {
  const bids = Array.from({ length: STRIPS }, () => 0);
  const events = new Map<string, Mark>();
  const counts = new Map<Marked, number>();
  for (let index = 0; index < axis.length; index += 1) {
    const kind = markedOf(columns, index);
    if (!kind && !isBid(columns, index)) continue;
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
    if (markedOf(columns, index) === kind) return index + 1;
  }
  return undefined;
}
