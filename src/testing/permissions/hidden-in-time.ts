/**
 * The minimum times in ms of the answers about a hidden object and about a missing object. Minimum times are compared,
 * because other work on the machine only makes answers slower.
 */
export type InTime = { readonly hiddenMs: number; readonly missingMs: number };

/** Minimum number of rounds. If the times are alike after these, no more rounds follow. */
const ROUNDS = 3;
/** Maximum number of rounds. A difference counts only if it remains after all of them. */
const ROUNDS_MOST = 60;
/** Each time this many rounds are done, the measurement starts again. */
const ANEW = 20;

/**
 * Returns whether two times are alike. The allowed difference is a quarter of the shorter time plus half a millisecond,
 * because measurements vary.
 */
export const isAlike = ({ hiddenMs, missingMs }: InTime): boolean =>
  Math.abs(hiddenMs - missingMs) <= Math.min(hiddenMs, missingMs) * 0.25 + 0.5;

/**
 * Requests a hidden object and a missing one in turn, and measures the times (docs/rules.md#answers). It stops as soon
 * as both times are alike, or after the maximum number of rounds.
 */
export async function timeBoth(askHidden: () => Promise<unknown>, askMissing: () => Promise<unknown>): Promise<InTime> {
  let least: InTime = { hiddenMs: Infinity, missingMs: Infinity };
  for (let round = 0; round < ROUNDS || (round < ROUNDS_MOST && !isAlike(least)); round += 1) {
    // If the machine becomes slower, later times never reach the earlier minimum. So both measurements start again.
    if (round % ANEW === 0) least = { hiddenMs: Infinity, missingMs: Infinity };
    const hiddenMs = Math.min(least.hiddenMs, await millisecondsOf(askHidden));
    least = { hiddenMs, missingMs: Math.min(least.missingMs, await millisecondsOf(askMissing)) };
  }
  return least;
}

async function millisecondsOf(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}
