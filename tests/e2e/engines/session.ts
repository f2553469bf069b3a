import type { Driver } from './hands.ts';

/** A browser with one window. */
export type Session = {
  readonly driver: Driver;
  /** What the pages threw and nobody caught, where the engine tells. */
  readonly thrown: readonly string[];
  end(): Promise<void>;
};

export const SIZE = { width: 1_440, height: 900 };
/** How long any part of a browser may take to start. */
export const START_MS = 60_000;
