import { describe, expect, it } from 'vitest';
import { HISTORY_KINDS, type HistoryKind } from '#domain/bidding/history.ts';
import { axisOf, SPREADS } from '#web/record/axis.ts';
import { marksOf, nextMarked } from '#web/record/marks.ts';
import type { LineColumns } from '#web/record/opened-record.ts';

const START = 1_000_000;

/** Three entries long before the start, then bids, an extension and the closing. */
const LINES: readonly [kind: HistoryKind, atMs: number][] = [
  ['created', 1],
  ['placed', 100],
  ['placed', 100],
  ['placed', START],
  ['revised', START + 40],
  ['extended', START + 50],
  ['revised', START + 50],
  ['extended', START + 90],
  ['closed', START + 80_000],
];
const RUN = { startsAtMs: START, endsAtMs: START + 100 };
const COLUMNS: LineColumns = {
  atMs: Float64Array.from(LINES, ([, atMs]) => atMs),
  kinds: Uint8Array.from(LINES, ([kind]) => HISTORY_KINDS.indexOf(kind)),
  items: Int16Array.from(LINES, () => -1),
};

describe.each(SPREADS)('the timeline spread by %s', (spread) => {
  const axis = axisOf(COLUMNS, RUN, spread);

  it('begins before the first entry, ends after the last, and never goes back', () => {
    expect(axis.first.seq).toBe(0);
    expect(axis.last.seq).toBe(LINES.length);
    const xs = LINES.map((_, index) => axis.xOf(axis.after(index + 1)));
    expect(xs).toEqual(xs.toSorted((one, other) => one - other));
    expect([axis.xOf(axis.first), axis.xOf(axis.last)]).toEqual([0, 1]);
  });

  it('finds the ends again by their drawn position', () => {
    expect(axis.positionOf(0).seq).toBe(0);
    expect(axis.positionOf(1).seq).toBe(LINES.length);
  });
});

describe('a position on the timeline', () => {
  const axis = axisOf(COLUMNS, RUN, 'time');

  it('is after every entry up to its time', () => {
    expect(axis.at(START + 49).seq).toBe(5);
    expect(axis.at(START + 50).seq).toBe(7);
    expect(axis.at(START + 900_000)).toEqual({ seq: 9, atMs: START + 80_000 });
  });

  it('before the start is one of the entries before it', () => {
    expect(axis.positionOf(0.03).seq).toBe(2);
    expect(axis.positionOf(0.0599).seq).toBe(3);
    expect(axis.positionOf(0.06).seq).toBe(4);
  });

  it('after the end is one of the entries after it, however late they came', () => {
    expect(axis.xOf(axis.after(8))).toBeCloseTo(0.06 + 0.9 * 0.9);
    expect(axis.positionOf(0.96).seq).toBe(8);
    expect(axis.positionOf(0.99).seq).toBe(9);
  });
});

describe('marks', () => {
  it('count bids by strips, and the entries of every other kind', () => {
    const { bids, events, counts } = marksOf(COLUMNS, axisOf(COLUMNS, RUN, 'time'));
    expect(bids.reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(events.map(({ kind }) => kind)).toEqual(['extended', 'extended', 'closed']);
    expect([...counts]).toEqual([
      ['extended', 2],
      ['closed', 1],
    ]);
  });

  it('are found one after the other, and again from the beginning', () => {
    expect(nextMarked(COLUMNS, 0, 'extended')).toBe(6);
    expect(nextMarked(COLUMNS, 6, 'extended')).toBe(8);
    expect(nextMarked(COLUMNS, 8, 'extended')).toBe(6);
    expect(nextMarked(COLUMNS, 0, 'paused')).toBeUndefined();
  });
});
