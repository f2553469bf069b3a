/**
 * Returns the position of a history line among one bidder's own lines, counted from 1: how many of them have a number
 * up to `seq`. Until the start a bidder sees this number instead of `seq`, because line numbers would reveal the number
 * of sealed bids (docs/rules.md#initial-bids). It is never above `seq`, so that after the start the newer sequence
 * still wins (docs/rules.md#realtime).
 *
 * @param own the numbers of the bidder's lines, in ascending order
 */
export const ownNumber = (own: readonly number[], seq: number): number => countWhile(own, (one) => one <= seq);

/**
 * Returns the number of leading entries that pass a test, by binary search. Entries after the first failing one must
 * fail too.
 */
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
