const FIRST_MS = 250;
const MOST_MS = 8_000;

/**
 * Returns the wait before the next attempt in ms (attempt 0 is the first). It doubles each time. Half of it is random,
 * so that all readers of a room do not reconnect in the same instant.
 */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const fullMs = Math.min(MOST_MS, FIRST_MS * 2 ** attempt);
  return fullMs / 2 + (fullMs / 2) * random();
}

/** Returns a random wait below `mostMs`, so that readers of the same news do not all ask in the same instant. */
export const scatterMs = (mostMs: number): number => Math.random() * mostMs;
