/**
 * Moments at which the time left is spoken to screen readers: the countdown itself is silent, since a timer that speaks
 * every second can't be listened to.
 */
const MOMENTS_S = [600, 300, 60, 10] as const;
export type Moment = (typeof MOMENTS_S)[number];

/** The moment that the clock has just passed: within its last second, else undefined. */
export function momentAt(untilMs: number, nowMs: number): Moment | undefined {
  const leftS = Math.ceil((untilMs - nowMs) / 1_000);
  return MOMENTS_S.find((moment) => moment === leftS);
}
