/** Chance from a seed, so that what a run tries can be tried again; when things happen is up to the machine. */
export type Chance = {
  /** From 0 up to but not including 1. */
  next(): number;
  /** A whole number from 0 up to but not including `count`. */
  below(count: number): number;
  between(from: number, to: number): number;
  isLucky(share: number): boolean;
  pick<T>(from: readonly T[]): T | undefined;
};

export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  // Mulberry32: small, fast, and good enough to choose by.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    next,
    below,
    between: (from, to) => from + next() * (to - from),
    isLucky: (share) => next() < share,
    pick: (from) => from[below(from.length)],
  };
}
