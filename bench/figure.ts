/** A measured figure and its anchor. Both are measured in the same run. */
export type Figure = {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  readonly anchor: number | null;
  readonly anchorName: string;
  /** How many times better our figure is than the anchor. A ratio above 1 is always better, whatever the unit. */
  readonly ratio: number | null;
};

/** The length of a measurement. A figure is the median of `repeats` repeats. A timed repeat takes `seconds` seconds. */
export type Length = { readonly repeats: number; readonly seconds: number };
export const USUAL: Length = { repeats: 3, seconds: 4 };

type Measured = { readonly ours: number; readonly anchor: number; readonly isLessBetter?: boolean };

export function figure(name: string, unit: string, anchorName: string, measured: Measured): Figure {
  const { ours, anchor, isLessBetter = false } = measured;
  const ratio = isLessBetter ? anchor / ours : ours / anchor;
  return { name, unit, ours: rounded(ours), anchor: rounded(anchor), anchorName, ratio: rounded(ratio) };
}

/** Returns a figure without an anchor. Its goal is a fixed value. */
export const bareFigure = (name: string, unit: string, ours: number): Figure => ({
  name,
  unit,
  ours: rounded(ours),
  anchor: null,
  anchorName: 'none',
  ratio: null,
});

/** Rounds to three significant digits. Measurements are not more precise. */
const rounded = (value: number): number => Number(value.toPrecision(3));

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/**
 * Returns a quantile of the values. For example, share 0.99 returns the value that 99 % of the values do not exceed.
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
