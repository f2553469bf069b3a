/**
 * Returns how much longer one kind of call takes than the other: the median of the ratios of adjacent pairs. A busy
 * machine slows both calls of a pair. 1 means equally long.
 */
export function pairedRatio(oneMs: readonly number[], otherMs: readonly number[]): number {
  const ratios = oneMs.map((ms, at) => ms / (otherMs[at] ?? ms)).toSorted((a, b) => a - b);
  return ratios[Math.floor(ratios.length / 2)] ?? 0;
}
