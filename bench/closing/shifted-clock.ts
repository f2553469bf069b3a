/**
 * A server process imports this file first. This file shifts the clock of the process by CLOCK_SHIFT_MS, as if the
 * machine had a wrong clock.
 */
const shiftMs = Number(process.env['CLOCK_SHIFT_MS']);

globalThis.Date = new Proxy(Date, {
  construct: (real, given, asked) =>
    Reflect.construct(real, given.length === 0 ? [real.now() + shiftMs] : given, asked) as Date,
  get: (real, name) => (name === 'now' ? () => real.now() + shiftMs : Reflect.get(real, name)),
});
