/**
 * The server's time as one browser can know it, without reading any clock itself: every function takes `atMs`, the
 * reading of a monotonic clock (performance.now).
 *
 * A round trip at [sentAtMs, receivedAtMs] with the server's time in between says what the offset is to within half the
 * round trip; the shortest one wins, but an old one slowly loses its worth because clocks drift. Corrections forward
 * apply at once; corrections backward are spread out, so that the time shown never steps back (docs/rules.md#time).
 */
export type RoundTrip = { readonly sentAtMs: number; readonly receivedAtMs: number; readonly serverMs: number };

type Sample = { readonly offsetMs: number; readonly halfTripMs: number; readonly atMs: number };

export type ClockEstimate = {
  readonly samples: readonly Sample[];
  /** Added to the monotonic clock; moves towards `goalMs`. */
  readonly offsetMs: number;
  readonly goalMs: number;
  readonly movedAtMs: number;
  /** False while only the PC's clock or an answer's `now` is known. */
  readonly isSure: boolean;
};

/** Two quartz clocks part by less than this many ms per ms. */
const DRIFT = 0.0001;
const SAMPLES_MAX = 12;
/** How fast a clock that is ahead falls back: at half speed. */
const SLEW = 0.5;

export const guessedClock = (serverMs: number, atMs: number): ClockEstimate => {
  const offsetMs = serverMs - atMs;
  return { samples: [], offsetMs, goalMs: offsetMs, movedAtMs: atMs, isSure: false };
};

const uncertaintyOf = (sample: Sample, atMs: number): number => sample.halfTripMs + (atMs - sample.atMs) * DRIFT;

const bestOf = (samples: readonly Sample[], atMs: number): Sample | undefined =>
  samples.reduce<Sample | undefined>(
    (best, sample) => (best && uncertaintyOf(best, atMs) <= uncertaintyOf(sample, atMs) ? best : sample),
    undefined,
  );

const offsetAt = (clock: ClockEstimate, atMs: number): number => {
  if (clock.goalMs >= clock.offsetMs) return clock.goalMs;
  return Math.max(clock.goalMs, clock.offsetMs - Math.max(0, atMs - clock.movedAtMs) * SLEW);
};

export const serverNow = (clock: ClockEstimate, atMs: number): number => atMs + offsetAt(clock, atMs);

/** How far the time shown can be off, in ms; undefined while nothing was measured. */
export function uncertaintyMs(clock: ClockEstimate, atMs: number): number | undefined {
  const best = bestOf(clock.samples, atMs);
  return best && uncertaintyOf(best, atMs) + Math.abs(offsetAt(clock, atMs) - clock.goalMs);
}

export function takeRoundTrip(clock: ClockEstimate, trip: RoundTrip): ClockEstimate {
  const { receivedAtMs: atMs } = trip;
  const halfTripMs = (atMs - trip.sentAtMs) / 2;
  const sample: Sample = { offsetMs: trip.serverMs + halfTripMs - atMs, halfTripMs, atMs };
  const samples = [...clock.samples, sample].slice(-SAMPLES_MAX);
  const goalMs = bestOf(samples, atMs)?.offsetMs ?? clock.goalMs;
  // The first measurement replaces a guess outright: nothing certain was shown before it.
  const offsetMs = clock.isSure ? Math.max(goalMs, offsetAt(clock, atMs)) : goalMs;
  return { samples, offsetMs, goalMs, movedAtMs: atMs, isSure: true };
}

/** An answer's `now` is in the past by its way here: it can only show that our clock is late. Ignored once measured. */
export function takeHint(clock: ClockEstimate, serverMs: number, atMs: number, isFirst: boolean): ClockEstimate {
  if (clock.isSure) return clock;
  const offsetMs = serverMs - atMs;
  return isFirst || offsetMs > clock.offsetMs ? { ...clock, offsetMs, goalMs: offsetMs, movedAtMs: atMs } : clock;
}

/** After a sleep the monotonic clock may have stood still: what was measured before says nothing any more. */
export const forgetSamples = (clock: ClockEstimate): ClockEstimate => ({ ...clock, samples: [], isSure: false });
