import { useState } from 'react';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { nowMs, useAtSecond } from '#web/platform/clock/clock.ts';

/**
 * Counts down until an action is possible again. `left` is the remaining time in seconds; 0 when the wait is over.
 * `wait` starts a new countdown.
 */
export function useWait(seconds = 0) {
  const [untilMs, setUntilMs] = useState(() => nowMs() + seconds * 1_000);
  const left = useAtSecond((now) => Math.max(0, Math.ceil((untilMs - now) / 1_000)), untilMs);
  return { left, wait: (again: number) => setUntilMs(nowMs() + again * 1_000) };
}

/** Returns the wait that a refusal states, in seconds: a lockout, or the time until the next one-time code. */
export const waitSecondsOf = ({ params }: ApiError): number => Number(params.seconds ?? 0);
