/** The least milliseconds that either answer took: what else the machine does only adds to them. */
export type InTime = { readonly hiddenMs: number; readonly missingMs: number };

/** Enough where nothing differs, and how often it is asked again before a difference counts as one. */
const ROUNDS = 3;
const ROUNDS_MOST = 60;
const ANEW = 20;

/** Noise: a quarter, and half a millisecond. */
export const isAlike = ({ hiddenMs, missingMs }: InTime): boolean =>
  Math.abs(hiddenMs - missingMs) <= Math.min(hiddenMs, missingMs) * 0.25 + 0.5;

/**
 * Asks for what is hidden and for what isn't there in turn, until both took alike, or often enough to be sure that they
 * don't (docs/rules.md#answers).
 */
export async function timeBoth(askHidden: () => Promise<unknown>, askMissing: () => Promise<unknown>): Promise<InTime> {
  let least: InTime = { hiddenMs: Infinity, missingMs: Infinity };
  for (let round = 0; round < ROUNDS || (round < ROUNDS_MOST && !isAlike(least)); round += 1) {
    // A machine that slows down between the two is never as quick again: both begin anew.
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
