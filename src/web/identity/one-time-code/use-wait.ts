import { useState } from 'react';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { nowMs, useAtSecond } from '#web/platform/clock/clock.ts';

/** How long to wait before a thing can be asked again; `left` counts down in seconds, 0 when the wait is over. */
export function useWait(seconds = 0) {
  const [untilMs, setUntilMs] = useState(() => nowMs() + seconds * 1_000);
  const left = useAtSecond((now) => Math.max(0, Math.ceil((untilMs - now) / 1_000)), untilMs);
  return { left, wait: (again: number) => setUntilMs(nowMs() + again * 1_000) };
}

/** The wait that a refusal asks for: a rest after failures, or the time to the next code. */
export const waitOf = ({ params }: ApiError): number => Number(params.seconds ?? 0);
