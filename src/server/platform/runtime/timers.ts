import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * The passing of time in this process. Rooms and the closing get it from here, so that the simulation can decide what
 * passes between any two steps of theirs (decision 8).
 */
export type Timers = {
  /** Milliseconds of a clock that only ever goes forward; its zero means nothing. */
  monotonicMs(): number;
  /** Resolves once sockets and timers have had their turn. */
  turn(): Promise<void>;
  after(ms: number, act: () => void): void;
  /** Again and again until stopped; does not keep the process alive by itself. */
  every(ms: number, act: () => void): () => void;
};

export const nodeTimers: Timers = {
  monotonicMs: () => performance.now(),
  turn: () => nextTurn(),
  after: (ms, act) => void setTimeout(act, ms),
  every(ms, act) {
    const timer = setInterval(act, ms).unref();
    return () => clearInterval(timer);
  },
};

type Looking = { readonly timers: Pick<Timers, 'every'>; readonly failed: (error: unknown) => void };

/** Looks again and again, at one thing at a time: a look that takes longer is not joined by the next, and a failed one is repeated. */
export function lookEvery({ timers, failed }: Looking, ms: number, look: () => Promise<unknown>): () => void {
  let isLooking = false;
  return timers.every(ms, () => {
    if (isLooking) return;
    isLooking = true;
    look()
      .catch(failed)
      .finally(() => (isLooking = false));
  });
}
