/** Periods of generation. A vintage consists of a year and a period (docs/rules.md#items). */
export const VINTAGE_PERIODS = [
  'FullYear',
  'FirstHalf',
  'SecondHalf',
  'FirstQuarter',
  'SecondQuarter',
  'ThirdQuarter',
  'FourthQuarter',
] as const;
export type VintagePeriod = (typeof VINTAGE_PERIODS)[number];
export type Vintage = { readonly year: number; readonly period: VintagePeriod };

export const VINTAGE_YEAR_MIN = 2000;
export const VINTAGE_YEAR_MAX = 2100;

const PERIOD_MARK: Record<VintagePeriod, string> = {
  FullYear: '',
  FirstHalf: ' 1H',
  SecondHalf: ' 2H',
  FirstQuarter: ' Q1',
  SecondQuarter: ' Q2',
  ThirdQuarter: ' Q3',
  FourthQuarter: ' Q4',
};

/** Returns a vintage in the short form for item names: `2024`, `2024 1H`, `2024 Q3`. */
export const vintageText = (vintage: Vintage): string => `${vintage.year}${PERIOD_MARK[vintage.period]}`;

/** The first and the last month of each period. */
const PERIOD_MONTHS: Record<VintagePeriod, readonly [first: number, last: number]> = {
  FullYear: [1, 12],
  FirstHalf: [1, 6],
  SecondHalf: [7, 12],
  FirstQuarter: [1, 3],
  SecondQuarter: [4, 6],
  ThirdQuarter: [7, 9],
  FourthQuarter: [10, 12],
};

/** Returns the first and the last month of a vintage; months are counted from 1. */
export const monthsOfVintage = ({ period }: Vintage): readonly [first: number, last: number] => PERIOD_MONTHS[period];

/** Returns whether two vintages share months of the same year. */
export function doVintagesOverlap(one: Vintage, other: Vintage): boolean {
  const [[first, last], [otherFirst, otherLast]] = [PERIOD_MONTHS[one.period], PERIOD_MONTHS[other.period]];
  return one.year === other.year && first <= otherLast && otherFirst <= last;
}

/**
 * Compares vintages for sorting. The vintage that ended earlier is first. If both ended together, the one that began
 * earlier is first.
 */
export function compareVintages(one: Vintage, other: Vintage): number {
  const [[first, last], [otherFirst, otherLast]] = [PERIOD_MONTHS[one.period], PERIOD_MONTHS[other.period]];
  return one.year - other.year || last - otherLast || first - otherFirst;
}

/** Returns whether a month, from 1 to 12, belongs to a vintage. */
export function isWithinVintage(
  { year, month }: { readonly year: number; readonly month: number },
  vintage: Vintage,
): boolean {
  const [first, last] = PERIOD_MONTHS[vintage.period];
  return year === vintage.year && month >= first && month <= last;
}
