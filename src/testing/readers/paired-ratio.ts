/**
 * Compares the times of two kinds of calls, which were made in pairs. Returns the median of the ratios of each pair: 2
 * means that the first kind takes twice as long as the second. Other work on the machine slows down both calls of a
 * pair, so it hardly changes the ratio.
 */
export function pairedRatio(oneMs: readonly number[], otherMs: readonly number[]): number {
  const ratios = oneMs.map((ms, at) => ms / (otherMs[at] ?? ms)).toSorted((a, b) => a - b);
  return ratios[Math.floor(ratios.length / 2)] ?? 0;
}
