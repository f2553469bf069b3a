/**
 * Returns how many of a bidder's own history lines have a sequence number of at most `seq`.
 *
 * Before the start a bidder sees this number instead of `seq`, because `seq` would reveal how many sealed bids there
 * are (docs/rules.md#initial-bids). The number is never above `seq`. Therefore the sequence numbers that the bidder
 * sees after the start count as newer (docs/rules.md#realtime).
 *
 * @param own the sequence numbers of the bidder's lines, in ascending order
 */
export const ownNumber = (own: readonly number[], seq: number): number => countWhile(own, (one) => one <= seq);

/**
 * Returns how many entries at the start of a list pass a test, by binary search. All entries after the first failing
 * entry must fail too.
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
