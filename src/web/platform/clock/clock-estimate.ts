/**
 * Estimates the server's time in one browser. No function reads a clock: `atMs` is the reading of a monotonic clock
 * (performance.now).
 *
 * A round trip at [sentAtMs, receivedAtMs] with the server's time in between gives the offset, exact to half the round
 * trip. The shortest round trip wins, but an old one slowly loses weight because clocks drift. Forward corrections
 * apply at once. Backward corrections are spread out, so that the time shown never steps back (docs/rules.md#time).
 */
export type RoundTrip = { readonly sentAtMs: number; readonly receivedAtMs: number; readonly serverMs: number };

type Sample = { readonly offsetMs: number; readonly halfTripMs: number; readonly atMs: number };

/** The estimate of the server's time, as an offset from this computer's monotonic clock. */
export type ClockEstimate = {
  readonly samples: readonly Sample[];
  /** Added to the monotonic clock. Moves toward `goalMs`. */
  readonly offsetMs: number;
  readonly goalMs: number;
  readonly movedAtMs: number;
  /** False while only the PC's clock or an answer's `now` is known. */
  readonly isSure: boolean;
};

/** Two quartz clocks drift apart by less than this many ms per ms. */
const DRIFT = 0.0001;
const SAMPLES_MAX = 12;
/** A clock that is ahead runs at half speed until it is right. */
const SLEW = 0.5;

/** Returns a clock that is only a guess, such as from the PC's clock. */
export const guessedClock = (serverMs: number, atMs: number): ClockEstimate => {
  const offsetMs = serverMs - atMs;
  return { samples: [], offsetMs, goalMs: offsetMs, movedAtMs: atMs, isSure: false };
};

const uncertaintyOf = (sample: Sample, atMs: number): number => sample.halfTripMs + (atMs - sample.atMs) * DRIFT;

/** Returns the measurement with the smallest uncertainty at a time. */
const bestOf = (samples: readonly Sample[], atMs: number): Sample | undefined =>
  samples.reduce<Sample | undefined>(
    (best, sample) => (best && uncertaintyOf(best, atMs) <= uncertaintyOf(sample, atMs) ? best : sample),
    undefined,
  );

/** Returns the offset at a time. It never makes the clock go backward, so it approaches a smaller goal slowly. */
const offsetAt = (clock: ClockEstimate, atMs: number): number => {
  if (clock.goalMs >= clock.offsetMs) return clock.goalMs;
  return Math.max(clock.goalMs, clock.offsetMs - Math.max(0, atMs - clock.movedAtMs) * SLEW);
};

/** Returns the estimated time of the server, in ms since 1970. */
export const serverNow = (clock: ClockEstimate, atMs: number): number => atMs + offsetAt(clock, atMs);

/** Returns how far the time shown can be off, in ms; undefined before the first measurement. */
export function uncertaintyMs(clock: ClockEstimate, atMs: number): number | undefined {
  const best = bestOf(clock.samples, atMs);
  return best && uncertaintyOf(best, atMs) + Math.abs(offsetAt(clock, atMs) - clock.goalMs);
}

/** Returns the clock after another measured round trip. */
export function addRoundTrip(clock: ClockEstimate, trip: RoundTrip): ClockEstimate {
  const { receivedAtMs: atMs } = trip;
  const halfTripMs = (atMs - trip.sentAtMs) / 2;
  const sample: Sample = { offsetMs: trip.serverMs + halfTripMs - atMs, halfTripMs, atMs };
  const samples = [...clock.samples, sample].slice(-SAMPLES_MAX);
  const goalMs = bestOf(samples, atMs)?.offsetMs ?? clock.goalMs;
  // The first measurement replaces a guess at once, because nothing certain was shown before it.
  const offsetMs = clock.isSure ? Math.max(goalMs, offsetAt(clock, atMs)) : goalMs;
  return { samples, offsetMs, goalMs, movedAtMs: atMs, isSure: true };
}

/**
 * Takes an answer's `now`, which is late by the answer's travel time. It can only show that our clock is late. Ignored
 * after the first measurement.
 */
export function addHint(clock: ClockEstimate, serverMs: number, atMs: number, isFirst: boolean): ClockEstimate {
  if (clock.isSure) return clock;
  const offsetMs = serverMs - atMs;
  return isFirst || offsetMs > clock.offsetMs ? { ...clock, offsetMs, goalMs: offsetMs, movedAtMs: atMs } : clock;
}

/** Drops all measurements. The monotonic clock may have stopped during a sleep, so they are no longer valid. */
export const discardSamples = (clock: ClockEstimate): ClockEstimate => ({ ...clock, samples: [], isSure: false });
