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
 * The estimate of the server's time, the only source of all times shown. It is measured over the socket. Between
 * measurements, it advances with performance.now (docs/rules.md#time). Before the first measurement, the computer's
 * clock is the guess.
 */
let clock = guessedClock(Date.now(), performance.now());
let isHinted = false;
let wallLessMonotonic = Date.now() - performance.now();
const SLEPT_MS = 2_000;

/** Returns the server's time, in ms since 1970. */
export const nowMs = (): number => serverNow(clock, performance.now());

/** Returns the maximum error of the clock in ms, in either direction; undefined while the clock is a guess. */
export const clockUncertaintyMs = (): number | undefined => uncertaintyMs(clock, performance.now());

/** Returns how far the computer's clock is ahead of the server's, in ms. Shown in the tooltip of a countdown. */
export const pcClockOffMs = (): number => Date.now() - nowMs();

/** Adds a measured round trip to the estimate of the server's time. */
export function measureClock(trip: RoundTrip): void {
  clock = addRoundTrip(clock, trip);
}

/** Gives the clock a hint: `now` of an HTTP response. Without a socket, `now` is better than the computer's clock. */
export function hintClock(now: string): void {
  clock = addHint(clock, Date.parse(now), performance.now(), !isHinted);
  isHinted = true;
}

/**
 * Returns true if, since the last call, the computer slept or its clock was set. Then the time must be measured again.
 */
export function resetAfterSleep(): boolean {
  const present = Date.now() - performance.now();
  const hasSlept = Math.abs(present - wallLessMonotonic) > SLEPT_MS;
  wallLessMonotonic = present;
  if (hasSlept) clock = discardSamples(clock);
  return hasSlept;
}

type Subscribe = (listener: () => void) => () => void;

/**
 * Creates one timer for all components that change at the same offset, in ms, after each full second (server's clock).
 */
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

/** The timers by their offset in ms after the full second. An auction need not end on a full second. */
const beats = new Map<number, Subscribe>();

function beatWith(momentMs: number): Subscribe {
  const offsetMs = Math.floor(momentMs) % 1_000;
  const beat = beats.get(offsetMs) ?? createBeat(offsetMs);
  beats.set(offsetMs, beat);
  return beat;
}

const secondNow = (): number => Math.floor(nowMs() / 1_000) * 1_000;

/** Returns the server's time in ms, at whole seconds. The component renders again every second. */
export const useSecond = (): number => useSyncExternalStore(beatWith(0), secondNow);

/**
 * Computes a value from the server's time once a second, at whole seconds before and after `momentMs`. The component
 * renders again only when the value changes.
 */
export const useAtSecond = <Value extends string | number | boolean | undefined>(
  compute: (nowMs: number) => Value,
  momentMs = 0,
) => useSyncExternalStore(beatWith(momentMs), () => compute(nowMs()));
