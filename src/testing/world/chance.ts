/** Pseudo-random values from a seed. The same seed gives the same values in the same order. */
export type Chance = {
  /** Returns a number from 0 to below 1. */
  next(): number;
  /** Returns an integer from 0 to below `limit`. */
  below(limit: number): number;
  between(low: number, high: number): number;
  happens(probability: number): boolean;
  /** Returns one element of a list; undefined if the list is empty. */
  pick<T>(from: readonly T[]): T | undefined;
  /** Returns one element of a list. Throws an error if the list is empty. */
  one<T>(from: readonly T[]): T;
};

export function createChance(seed: number): Chance {
  let state = Math.imul(seed, 0x9e37_79b1) >>> 0;
  // The Mulberry32 algorithm: it adds a constant and then mixes the bits.
  const next = (): number => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <T>(from: readonly T[]): T | undefined => from[below(from.length)];
  return {
    next,
    below,
    between: (low, high) => low + below(high - low + 1),
    happens: (probability) => next() < probability,
    pick,
    one(from) {
      const found = pick(from);
      if (found === undefined) throw new Error('the list to pick from is empty');
      return found;
    },
  };
}
