const FIRST_MS = 250;
const MOST_MS = 8_000;

/**
 * How long to wait before the next attempt (0 is the first): doubling, with half of it random, so that a room full of
 * readers doesn't come back in the same instant.
 */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const fullMs = Math.min(MOST_MS, FIRST_MS * 2 ** attempt);
  return fullMs / 2 + (fullMs / 2) * random();
}

/** A moment within `mostMs`, by chance: those who heard the same news don't all ask in the same instant. */
export const scatterMs = (mostMs: number): number => Math.random() * mostMs;
