import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  discardSamples,
  guessedClock,
  serverNow,
  addHint,
  addRoundTrip,
  uncertaintyMs,
  type ClockEstimate,
} from '#web/platform/clock/clock-estimate.ts';

const SERVER_AHEAD_MS = 5_000_000;

/** Returns a round trip to a server whose clock is `SERVER_AHEAD_MS` ahead of the browser's monotonic clock. */
const trip = (sentAtMs: number, thereMs: number, backMs: number) => ({
  sentAtMs,
  receivedAtMs: sentAtMs + thereMs + backMs,
  serverMs: sentAtMs + thereMs + SERVER_AHEAD_MS,
});

const errorOf = (clock: ClockEstimate, atMs: number) => serverNow(clock, atMs) - (atMs + SERVER_AHEAD_MS);

describe('the server clock', () => {
  it('replaces a guess by the first measurement, in either direction', () => {
    for (const guess of [SERVER_AHEAD_MS + 60_000, SERVER_AHEAD_MS - 60_000]) {
      const clock = addRoundTrip(guessedClock(guess, 0), trip(100, 10, 10));
      expect(errorOf(clock, 120)).toBe(0);
      expect(uncertaintyMs(clock, 120)).toBe(10);
    }
  });
  it('trusts the shortest round trip, not the last one', () => {
    const short = addRoundTrip(guessedClock(0, 0), trip(0, 5, 5));
    const clock = addRoundTrip(short, trip(1_000, 400, 20));
    expect(errorOf(clock, 1_420)).toBe(0);
    expect(uncertaintyMs(clock, 1_420)).toBeLessThan(6);
  });
  it('reduces its trust in an old measurement', () => {
    const old = addRoundTrip(guessedClock(0, 0), trip(0, 5, 5));
    const hourMs = 3_600_000;
    expect(uncertaintyMs(old, hourMs)).toBeGreaterThan(300);
    const clock = addRoundTrip(old, trip(hourMs, 60, 20));
    expect(uncertaintyMs(clock, hourMs + 80)).toBe(40);
  });
  it('is uncertain before the first measurement, and after sleep', () => {
    expect(uncertaintyMs(guessedClock(0, 0), 10)).toBeUndefined();
    const clock = addRoundTrip(guessedClock(0, 0), trip(0, 5, 5));
    expect(uncertaintyMs(discardSamples(clock), 10)).toBeUndefined();
  });
  it('uses the times in answers only until it has measured, and only forward', () => {
    const hinted = addHint(guessedClock(0, 0), 8_000, 0, true);
    expect(serverNow(hinted, 0)).toBe(8_000);
    expect(serverNow(addHint(hinted, 7_000, 0, false), 0)).toBe(8_000);
    expect(serverNow(addHint(hinted, 9_000, 0, false), 0)).toBe(9_000);
    const sure = addRoundTrip(hinted, trip(0, 5, 5));
    expect(addHint(sure, 1, 20, false)).toBe(sure);
  });
  it('never steps back once it has measured, and errs by at most its own uncertainty', () => {
    const delay = fc.integer({ min: 0, max: 900 });
    const trips = fc.array(fc.tuple(fc.integer({ min: 1, max: 30_000 }), delay, delay), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(trips, (all) => {
        let clock = guessedClock(123, 0);
        let atMs = 0;
        let shownMs = Number.NEGATIVE_INFINITY;
        for (const [pause, there, back] of all) {
          atMs += pause;
          const measured = trip(atMs, there, back);
          atMs = measured.receivedAtMs;
          clock = addRoundTrip(clock, measured);
          for (const later of [0, 1, 50, 500]) {
            const now = serverNow(clock, atMs + later);
            expect(now).toBeGreaterThanOrEqual(shownMs);
            shownMs = now;
            const off = Math.abs(errorOf(clock, atMs + later));
            expect(off).toBeLessThanOrEqual((uncertaintyMs(clock, atMs + later) ?? 0) + 1e-6);
          }
          atMs += 500;
        }
      }),
    );
  });
});
