import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterOne,
  judgeRecurrence,
  nextTimes,
  recurrenceOf,
  rollOver,
  type Recurrence,
} from '#domain/auction/recurrence.ts';

const monthly = (change: Partial<Recurrence> = {}): Recurrence => ({
  timeZone: 'Asia/Kuala_Lumpur',
  day: 31,
  until: null,
  times: null,
  ...change,
});

const between = (start: string, end: string) => ({ startsAtMs: Date.parse(start), endsAtMs: Date.parse(end) });

function next(start: string, end: string, recurrence: Recurrence, after = end): readonly [string, string] | undefined {
  const times = nextTimes(between(start, end), recurrence, Date.parse(after));
  return times && [new Date(times.startsAtMs).toISOString(), new Date(times.endsAtMs).toISOString()];
}

describe('the next times', () => {
  test('fall on the same day of the next month, at the same clock time', () =>
    expect(next('2027-03-10T02:00:00Z', '2027-03-10T04:30:00Z', monthly({ day: 10 }))).toEqual([
      '2027-04-10T02:00:00.000Z',
      '2027-04-10T04:30:00.000Z',
    ]));

  test.each([
    ['2027-01-31', '2027-02-28'],
    ['2028-01-31', '2028-02-29'],
    ['2027-02-28', '2027-03-31'],
    ['2027-03-31', '2027-04-30'],
    ['2027-12-31', '2028-01-31'],
  ])('in a series of the 31st: after %s comes %s', (day, following) =>
    expect(next(`${day}T02:00:00Z`, `${day}T03:00:00Z`, monthly())).toEqual([
      `${following}T02:00:00.000Z`,
      `${following}T03:00:00.000Z`,
    ]),
  );

  test('keep the clock time when daylight saving begins and ends', () => {
    const berlin = monthly({ timeZone: 'Europe/Berlin', day: 15 });
    expect(next('2027-03-15T09:00:00Z', '2027-03-15T11:00:00Z', berlin)?.[0]).toBe('2027-04-15T08:00:00.000Z');
    expect(next('2027-10-15T08:00:00Z', '2027-10-15T10:00:00Z', berlin)?.[0]).toBe('2027-11-15T09:00:00.000Z');
  });

  test('move one hour later if the change of clocks skips that time', () => {
    // On 28 March 2027 the clocks in Berlin change from 2:00 to 3:00.
    const berlin = monthly({ timeZone: 'Europe/Berlin', day: 28 });
    expect(next('2027-02-28T01:30:00Z', '2027-02-28T02:10:00Z', berlin)).toEqual([
      '2027-03-28T01:30:00.000Z',
      '2027-03-28T02:10:00.000Z',
    ]);
  });

  test('end at the same clock time some days later, also across the change of clocks', () => {
    const berlin = monthly({ timeZone: 'Europe/Berlin', day: 27 });
    expect(next('2027-02-27T09:00:00Z', '2027-03-01T11:00:00Z', berlin)).toEqual([
      '2027-03-27T09:00:00.000Z',
      '2027-03-29T10:00:00.000Z',
    ]);
  });

  test('use local days: the 1st in one zone may be the 31st elsewhere', () =>
    expect(next('2027-01-31T23:00:00Z', '2027-02-01T01:00:00Z', monthly({ day: 1 }))?.[0]).toBe(
      '2027-02-28T23:00:00.000Z',
    ));

  test('skip months that passed while the auction ran', () =>
    expect(next('2027-01-31T02:00:00Z', '2027-03-31T03:00:00Z', monthly())?.[0]).toBe('2027-04-30T02:00:00.000Z'));

  test('stop after the last date or the last repetition', () => {
    const [start, end] = ['2027-01-31T02:00:00Z', '2027-01-31T03:00:00Z'];
    expect(next(start, end, monthly({ until: '2027-02-28' }))).toBeDefined();
    expect(next(start, end, monthly({ until: '2027-02-27' }))).toBeUndefined();
    expect(next(start, end, monthly({ times: 1 }))).toBeDefined();
    expect(next(start, end, monthly({ times: 0 }))).toBeUndefined();
    expect(next('9999-12-01T02:00:00Z', '9999-12-01T03:00:00Z', monthly())).toBeUndefined();
  });

  test('are always later by a month, last as long within an hour or two, and fall on the day or the last of the month', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2040, 0, 1) }),
        fc.integer({ min: 60_000, max: 20 * 86_400_000 }),
        fc.constantFrom('Asia/Kuala_Lumpur', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe'),
        (startsAtMs, lastsMs, timeZone) => {
          const asked = { recurrenceTimeZone: timeZone, recurrenceUntil: null, recurrenceTimes: null };
          const recurrence = recurrenceOf(asked, startsAtMs, null);
          if (!recurrence) throw new Error('it repeats');
          const endsAtMs = startsAtMs + lastsMs;
          const found = nextTimes({ startsAtMs, endsAtMs }, recurrence, endsAtMs);
          if (!found) throw new Error('it goes on for ever');
          expect(found.startsAtMs).toBeGreaterThan(endsAtMs);
          const nextLastsMs = found.endsAtMs - found.startsAtMs;
          expect(nextLastsMs).toBeGreaterThan(0);
          expect(Math.abs(nextLastsMs - lastsMs)).toBeLessThanOrEqual(2 * 3_600_000);
          const local = Temporal.Instant.fromEpochMilliseconds(found.startsAtMs).toZonedDateTimeISO(timeZone);
          expect(local.day).toBe(Math.min(recurrence.day, local.daysInMonth));
        },
      ),
    ));
});

describe('the day of the month', () => {
  const asked = { recurrenceTimeZone: 'Asia/Kuala_Lumpur', recurrenceUntil: null, recurrenceTimes: null };

  test('is the day of the start in the time zone', () =>
    expect(recurrenceOf(asked, Date.parse('2027-01-30T17:00:00Z'), null)).toEqual(monthly({ day: 31 })));

  test('stays the 31st in February until the start is moved', () => {
    expect(recurrenceOf(asked, Date.parse('2027-02-28T02:00:00Z'), monthly())?.day).toBe(31);
    expect(recurrenceOf(asked, Date.parse('2027-02-27T02:00:00Z'), monthly())?.day).toBe(27);
  });

  test('is missing if the auction does not repeat', () =>
    expect(recurrenceOf({ ...asked, recurrenceTimeZone: null }, 0, monthly())).toBeNull());
});

describe('judging a recurrence', () => {
  const asked = { recurrenceTimeZone: 'Europe/Berlin', recurrenceUntil: '2027-12-31', recurrenceTimes: 12 };
  const judge = (change: object) =>
    Object.fromEntries(
      Object.entries(judgeRecurrence({ ...asked, ...change }, '2027-03-10T02:00:00Z')).flatMap(([field, refusal]) =>
        refusal ? [[field, refusal.code]] : [],
      ),
    );

  test('accepts a valid one, and any that is switched off', () => {
    expect(judge({})).toEqual({});
    expect(judge({ recurrenceUntil: null, recurrenceTimes: null })).toEqual({});
    expect(judge({ recurrenceTimeZone: null, recurrenceUntil: '?', recurrenceTimes: -1 })).toEqual({});
  });

  test.each([
    ['recurrenceUntil', '31.12.2027', 'invalid_date'],
    ['recurrenceUntil', '2027-02-30', 'invalid_date'],
    ['recurrenceUntil', '2027-03-09', 'recurrence_until_too_early'],
    ['recurrenceTimes', 0, 'recurrence_times_out_of_range'],
    ['recurrenceTimes', 1.5, 'recurrence_times_out_of_range'],
    ['recurrenceTimes', 121, 'recurrence_times_out_of_range'],
  ])('%s %s', (field, value, code) => expect(judge({ [field]: value })).toEqual({ [field]: code }));
});

test('counts one repetition down, and the last one does not repeat', () => {
  expect(afterOne(monthly({ times: 2 }))?.times).toBe(1);
  expect(afterOne(monthly({ times: 1 }))).toBeNull();
  expect(afterOne(monthly())).toEqual(monthly());
});

test('copies unsold RECs to the next auction, with limits that a bid can meet', () => {
  const item = { quantity: 1_000, minQuantity: 100, maxQuantity: 500 };
  expect(rollOver(item, 1_000)).toBeUndefined();
  expect(rollOver(item, 0)).toEqual(item);
  expect(rollOver(item, 950)).toEqual({ quantity: 50, minQuantity: 50, maxQuantity: 50 });
  expect(rollOver({ ...item, minQuantity: null }, 400)).toEqual({ quantity: 600, minQuantity: null, maxQuantity: 500 });
});
