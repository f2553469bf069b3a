/** One figure beside what it is measured against, both from the same run. */
export type Figure = {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  readonly anchor: number | null;
  readonly anchorName: string;
  /** How many times better ours is than the anchor; above 1 is better, whatever the unit. */
  readonly ratio: number | null;
};

/** How long a measurement takes: medians are of so many repeats, each of so many seconds where it is timed. */
export type Length = { readonly repeats: number; readonly seconds: number };
export const USUAL: Length = { repeats: 3, seconds: 4 };

type Measured = { readonly ours: number; readonly anchor: number; readonly isLessBetter?: boolean };

export function figure(name: string, unit: string, anchorName: string, measured: Measured): Figure {
  const { ours, anchor, isLessBetter = false } = measured;
  const ratio = isLessBetter ? anchor / ours : ours / anchor;
  return { name, unit, ours: rounded(ours), anchor: rounded(anchor), anchorName, ratio: rounded(ratio) };
}

/** A figure that has a goal of its own instead of an anchor. */
export const bareFigure = (name: string, unit: string, ours: number): Figure => ({
  name,
  unit,
  ours: rounded(ours),
  anchor: null,
  anchorName: 'none',
  ratio: null,
});

/** Three significant digits: more would pretend to a precision that no run has. */
const rounded = (value: number): number => Number(value.toPrecision(3));

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** `share` 0.99 gives the value that 99 % don't exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
