/**
 * Returns how many times as long one kind of call takes as the other. It is the median of the ratios of neighboring
 * calls. If other work slows the machine down, it slows both calls of a pair. 1 means that both take equally long.
 */
export function pairedRatio(oneMs: readonly number[], otherMs: readonly number[]): number {
  const ratios = oneMs.map((ms, at) => ms / (otherMs[at] ?? ms)).toSorted((a, b) => a - b);
  return ratios[Math.floor(ratios.length / 2)] ?? 0;
}
