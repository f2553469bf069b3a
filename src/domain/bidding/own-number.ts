/**
 * Returns the place of a history line among one bidder's own lines, counted from 1: how many of them have a number up
 * to `seq`. Until the start a bidder sees this number instead, because numbers of lines count what is sealed
 * (docs/rules.md#initial-bids). It is never above `seq`, so that after the start the newer sequence still wins
 * (docs/rules.md#realtime).
 *
 * `own` holds the numbers of the bidder's lines, in order.
 */
export const ownNumber = (own: readonly number[], seq: number): number => countWhile(own, (one) => one <= seq);

/** Counts the entries at the beginning that pass a test which none passes after the first that fails, by halving. */
export function countWhile<One>(all: readonly One[], passes: (one: One) => boolean): number {
  let [from, to] = [0, all.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const one = all[middle];
    if (one !== undefined && passes(one)) from = middle + 1;
    else to = middle;
  }
  return from;
}
