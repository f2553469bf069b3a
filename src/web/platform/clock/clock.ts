import { useSyncExternalStore } from 'react';
import {
  discardSamples,
  guessedClock,
  serverNow,
  addHint,
  addRoundTrip,
  uncertaintyMs,
  type RoundTrip,
} from '#web/platform/clock/clock-estimate.ts';

/**
 * The only source of time for everything shown: the server's clock, measured over the socket and driven by
 * performance.now (docs/rules.md#time). The PC's clock serves as a guess only before the first measurement.
 */
let clock = guessedClock(Date.now(), performance.now());
let isHinted = false;
let wallLessMonotonic = Date.now() - performance.now();
const SLEPT_MS = 2_000;

/** Returns the server's time, in ms since 1970. */
export const nowMs = (): number => serverNow(clock, performance.now());

/** Returns the uncertainty of the clock, in ms either way; undefined while it is a guess. */
export const clockUncertaintyMs = (): number | undefined => uncertaintyMs(clock, performance.now());

/** Returns how far the PC's own clock is ahead of the server's in ms, for the tooltip beside a countdown. */
export const pcClockOffMs = (): number => Date.now() - nowMs();

/** Adds a measured round trip to the estimate of the server's time. */
export function measureClock(trip: RoundTrip): void {
  clock = addRoundTrip(clock, trip);
}

/** Sets the clock by the `now` of an HTTP answer. It is better than the PC's clock where there is no socket. */
export function hintClock(now: string): void {
  clock = addHint(clock, Date.parse(now), performance.now(), !isHinted);
  isHinted = true;
}

/** Returns true if the machine slept or its clock was set since the last call. Then the time must be measured again. */
export function resetAfterSleep(): boolean {
  const present = Date.now() - performance.now();
  const hasSlept = Math.abs(present - wallLessMonotonic) > SLEPT_MS;
  wallLessMonotonic = present;
  if (hasSlept) clock = discardSamples(clock);
  return hasSlept;
}

type Subscribe = (listener: () => void) => () => void;

/** Creates one timer for all components that change at the same moment of each second of the server's clock. */
function createBeat(offsetMs: number): Subscribe {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => setTimeout(tick, 1_000 - ((nowMs() - offsetMs) % 1_000) + 5);
  const tick = (): void => {
    for (const listener of listeners) listener();
    timer = wait();
  };
  return (listener) => {
    listeners.add(listener);
    timer ??= wait();
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      clearTimeout(timer);
      timer = undefined;
    };
  };
}

/** By ms after the full second, because an auction end need not be on a full second. */
const beats = new Map<number, Subscribe>();

function beatWith(momentMs: number): Subscribe {
  const offsetMs = Math.floor(momentMs) % 1_000;
  const beat = beats.get(offsetMs) ?? createBeat(offsetMs);
  beats.set(offsetMs, beat);
  return beat;
}

const secondNow = (): number => Math.floor(nowMs() / 1_000) * 1_000;

/** Returns the server's time in whole seconds, in ms. Redraws once a second. */
export const useSecond = (): number => useSyncExternalStore(beatWith(0), secondNow);

/**
 * Returns a value computed from the time once a second, at whole seconds before and after `momentMs`. The component
 * redraws only when the value changes.
 */
export const useAtSecond = <Value extends string | number | boolean | undefined>(
  compute: (nowMs: number) => Value,
  momentMs = 0,
) => useSyncExternalStore(beatWith(momentMs), () => compute(nowMs()));
