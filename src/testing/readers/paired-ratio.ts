/**
 * How much longer one kind of call takes than the other, in the middle of pairs that were asked next to each other: a machine
 * that becomes busy is so for both of a pair. 1 where they take alike.
 */
export function pairedRatio(oneMs: readonly number[], otherMs: readonly number[]): number {
  const ratios = oneMs.map((ms, at) => ms / (otherMs[at] ?? ms)).toSorted((a, b) => a - b);
  return ratios[Math.floor(ratios.length / 2)] ?? 0;
}
