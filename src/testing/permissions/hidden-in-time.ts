/** The shortest time in ms of each answer. Other load on the machine only adds to it. */
export type InTime = { readonly hiddenMs: number; readonly missingMs: number };

/** Rounds if the times are alike, and the most rounds before a difference counts. */
const ROUNDS = 3;
const ROUNDS_MOST = 60;
const ANEW = 20;

/** Allows for noise: a quarter of the shorter time plus half a millisecond. */
export const isAlike = ({ hiddenMs, missingMs }: InTime): boolean =>
  Math.abs(hiddenMs - missingMs) <= Math.min(hiddenMs, missingMs) * 0.25 + 0.5;

/**
 * Requests a hidden object and a missing one in turn. Stops when both took equally long, or after enough rounds to be
 * sure that they do not (docs/rules.md#answers).
 */
export async function timeBoth(askHidden: () => Promise<unknown>, askMissing: () => Promise<unknown>): Promise<InTime> {
  let least: InTime = { hiddenMs: Infinity, missingMs: Infinity };
  for (let round = 0; round < ROUNDS || (round < ROUNDS_MOST && !isAlike(least)); round += 1) {
    // A machine that slows down in between never reaches the old time again, so both measurements restart.
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
