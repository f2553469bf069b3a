/** One figure beside its anchor, both from the same run. */
export type Figure = {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  readonly anchor: number | null;
  readonly anchorName: string;
  /** How many times better ours is than the anchor. Above 1 is better, whatever the unit. */
  readonly ratio: number | null;
};

/** The length of a measurement: medians of this many repeats, each of this many seconds if it is timed. */
export type Length = { readonly repeats: number; readonly seconds: number };
export const USUAL: Length = { repeats: 3, seconds: 4 };

type Measured = { readonly ours: number; readonly anchor: number; readonly isLessBetter?: boolean };

export function figure(name: string, unit: string, anchorName: string, measured: Measured): Figure {
  const { ours, anchor, isLessBetter = false } = measured;
  const ratio = isLessBetter ? anchor / ours : ours / anchor;
  return { name, unit, ours: rounded(ours), anchor: rounded(anchor), anchorName, ratio: rounded(ratio) };
}

/** Returns a figure that has a goal of its own instead of an anchor. */
export const bareFigure = (name: string, unit: string, ours: number): Figure => ({
  name,
  unit,
  ours: rounded(ours),
  anchor: null,
  anchorName: 'none',
  ratio: null,
});

/** Rounds to three significant digits. No run is more precise. */
const rounded = (value: number): number => Number(value.toPrecision(3));

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Returns the value that this share of the values does not exceed, for example 0.99. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
