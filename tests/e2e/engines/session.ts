import type { Driver } from './hands.ts';

/** A browser with one window. */
export type Session = {
  readonly driver: Driver;
  /** Uncaught errors of the pages, if the engine reports them. */
  readonly thrown: readonly string[];
  end(): Promise<void>;
};

export const SIZE = { width: 1_440, height: 900 };
/** Longest time in ms for any part of a browser to start. */
export const START_MS = 60_000;
