/**
 * A request to the server for its time. `sentAtMs`, `receivedAtMs` and every `atMs` are readings of a monotonic clock
 * (performance.now). The round trip gives the offset between both clocks, with an error of at most half its duration.
 * The shortest round trip gives the best offset. The older a round trip is, the less it counts, because clocks drift. A
 * forward correction applies immediately. A backward correction is spread out, so the time shown never goes back
 * (docs/rules.md#time).
 */
export type RoundTrip = { readonly sentAtMs: number; readonly receivedAtMs: number; readonly serverMs: number };

type Sample = { readonly offsetMs: number; readonly halfTripMs: number; readonly atMs: number };

/** The estimate of the server's time, as an offset from this computer's monotonic clock. */
export type ClockEstimate = {
  readonly samples: readonly Sample[];
  /** The offset that is added to the monotonic clock, in ms. It moves toward `goalMs`. */
  readonly offsetMs: number;
  readonly goalMs: number;
  readonly movedAtMs: number;
  /** False as long as only the computer's clock or a response's `now` is known. */
  readonly isSure: boolean;
};

/** Two quartz clocks drift apart by less than this many ms per ms. */
const DRIFT = 0.0001;
const SAMPLES_MAX = 12;
/** While the shown time is ahead of the estimate, the shown time runs at half speed. */
const SLEW = 0.5;

/** Returns a clock that is only a guess, for example from the computer's clock. */
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

/** Returns the offset at a time. A smaller goal is approached slowly, so that the clock never goes back. */
const offsetAt = (clock: ClockEstimate, atMs: number): number => {
  if (clock.goalMs >= clock.offsetMs) return clock.goalMs;
  return Math.max(clock.goalMs, clock.offsetMs - Math.max(0, atMs - clock.movedAtMs) * SLEW);
};

/** Returns the estimated time of the server, in ms since 1970. */
export const serverNow = (clock: ClockEstimate, atMs: number): number => atMs + offsetAt(clock, atMs);

/** Returns the maximum error of the time shown, in ms; undefined before the first measurement. */
export function uncertaintyMs(clock: ClockEstimate, atMs: number): number | undefined {
  const best = bestOf(clock.samples, atMs);
  return best && uncertaintyOf(best, atMs) + Math.abs(offsetAt(clock, atMs) - clock.goalMs);
}

/** Returns the clock after one more measured round trip. */
export function addRoundTrip(clock: ClockEstimate, trip: RoundTrip): ClockEstimate {
  const { receivedAtMs: atMs } = trip;
  const halfTripMs = (atMs - trip.sentAtMs) / 2;
  const sample: Sample = { offsetMs: trip.serverMs + halfTripMs - atMs, halfTripMs, atMs };
  const samples = [...clock.samples, sample].slice(-SAMPLES_MAX);
  const goalMs = bestOf(samples, atMs)?.offsetMs ?? clock.goalMs;
  // The first measurement replaces the guess immediately. The time shown before was not certain, so the clock may go
  // back.
  const offsetMs = clock.isSure ? Math.max(goalMs, offsetAt(clock, atMs)) : goalMs;
  return { samples, offsetMs, goalMs, movedAtMs: atMs, isSure: true };
}

/**
 * Returns the clock after a response's `now`. The first hint replaces the guess. `now` is late by the response's travel
 * time, so a later hint only moves the clock forward. After the first measurement, hints are ignored.
 */
export function addHint(clock: ClockEstimate, serverMs: number, atMs: number, isFirst: boolean): ClockEstimate {
  if (clock.isSure) return clock;
  const offsetMs = serverMs - atMs;
  return isFirst || offsetMs > clock.offsetMs ? { ...clock, offsetMs, goalMs: offsetMs, movedAtMs: atMs } : clock;
}

/**
 * Removes all measurements. The monotonic clock may have stopped during sleep, which makes older measurements invalid.
 */
export const discardSamples = (clock: ClockEstimate): ClockEstimate => ({ ...clock, samples: [], isSure: false });
