const FIRST_MS = 250;
const MOST_MS = 8_000;

/**
 * Returns the wait before another attempt, in ms. `attempt` counts from 0, and the wait doubles each time. Half of the
 * wait is random, so that the readers of a room do not all reconnect at the same moment.
 */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const fullMs = Math.min(MOST_MS, FIRST_MS * 2 ** attempt);
  return fullMs / 2 + (fullMs / 2) * random();
}

const LONGEST_ASKED_MS = 60_000;

/**
 * Returns the wait before a call is repeated, in ms: `backoffMs`, but not less than the server asked for in
 * `Retry-After`.
 */
export function repeatAfterMs(
  attempt: number,
  { retryAfterSeconds }: { retryAfterSeconds?: number | undefined },
): number {
  const waitMs = backoffMs(attempt);
  if (retryAfterSeconds === undefined) return waitMs;
  return Math.min(LONGEST_ASKED_MS, retryAfterSeconds * 1_000) + scatterMs(waitMs);
}

/**
 * Returns a random wait below `mostMs`, in ms. Readers of the same news then do not all send requests at the same
 * moment.
 */
export const scatterMs = (mostMs: number): number => Math.random() * mostMs;
