import { expect, test } from 'vitest';
import { conductAfter, NO_CONDUCT } from '#domain/auction/conduct.ts';
import { isAnswerable, judgeSoftClose, latestEndMs, softEndMs, type EndTerms } from '#domain/auction/soft-close.ts';
import type { BiddingRules } from '#domain/bidding/bid.ts';

const MINUTE = 60_000;
const END = 100 * MINUTE;
const softClose = { minutes: 5, maximum: 3 };
const terms = (conduct: EndTerms['conduct'] = NO_CONDUCT, change: Partial<EndTerms> = {}): EndTerms => ({
  rules: 2,
  softClose,
  auctionEndsAtMs: END,
  conduct,
  ...change,
});
const used = (extendedMs: number, extensions = 1) => ({ extensions, extendedMs });
const endAt = (bidAtMs: number, conduct?: EndTerms['conduct'], rules: BiddingRules = 2) =>
  softEndMs(terms(conduct, { rules }), bidAtMs);

test('the last minutes begin exactly that long before the end', () => {
  expect(endAt(END - 5 * MINUTE)).toBeUndefined();
  expect(endAt(END - 5 * MINUTE + 1)).toBe(END + 1);
  expect(endAt(END - 1)).toBe(END - 1 + 5 * MINUTE);
});

test('extends the end by at most minutes × maximum in total, and the last extension stops at the limit', () => {
  expect(softEndMs(terms(NO_CONDUCT, { softClose: null }), END - 1)).toBeUndefined();
  expect(endAt(END - 1, used(10 * MINUTE, 40))).toBe(END - 1 + 5 * MINUTE);
  expect(endAt(END - 1, used(13 * MINUTE))).toBe(END + 2 * MINUTE);
  expect(endAt(END - 4 * MINUTE, used(13 * MINUTE))).toBe(END + MINUTE);
  expect(endAt(END - 1, used(15 * MINUTE))).toBeUndefined();
});

test('limits the number of extensions by the rules of release 0.1', () => {
  expect(endAt(END - 1, used(6 * MINUTE, 2), 1)).toBe(END - 1 + 5 * MINUTE);
  expect(endAt(END - 1, used(1, 3), 1)).toBeUndefined();
});

test('the latest end is the end plus the unused part of the total', () => {
  expect(latestEndMs(terms())).toBe(END + 15 * MINUTE);
  expect(latestEndMs(terms(used(13 * MINUTE)))).toBe(END + 2 * MINUTE);
  expect(latestEndMs(terms(used(15 * MINUTE)))).toBe(END);
  expect(latestEndMs(terms(NO_CONDUCT, { softClose: null }))).toBe(END);
  expect(latestEndMs(terms(used(1, 1), { rules: 1 }))).toBe(END + 10 * MINUTE);
});

test('counts only extensions by soft close toward its limit', () => {
  const line = { seq: 1, kind: 'extended', at: '', reason: null } as const;
  const until = new Date(END + 2 * MINUTE).toISOString();
  const softly = conductAfter(NO_CONDUCT, { ...line, by: 'system', reason: 'soft_close', until }, END);
  expect(softly).toMatchObject({ extensions: 1, extendedMs: 2 * MINUTE });
  for (const other of [
    { ...line, kind: 'paused', by: 'admin', until: null },
    { ...line, by: 'admin', reason: 'more time', until },
    { ...line, by: 'system', reason: 'outage', until },
    { ...line, kind: 'resumed', by: 'admin', until },
  ] as const)
    expect(conductAfter(softly, other, END)).toMatchObject({ extensions: 1, extendedMs: 2 * MINUTE });
});

test('rivals can answer until the last full minutes before the latest end', () => {
  const schedule = { startsAtMs: 0, endsAtMs: END };
  expect(isAnswerable(terms(), schedule, END - 1)).toBe(true);
  const final = terms(used(15 * MINUTE));
  expect(isAnswerable(final, schedule, END - 5 * MINUTE)).toBe(true);
  expect(isAnswerable(final, schedule, END - 5 * MINUTE + 1)).toBe(false);
  const hard = terms(NO_CONDUCT, { softClose: null });
  expect(isAnswerable(hard, schedule, END - 5 * MINUTE)).toBe(true);
  expect(isAnswerable(hard, schedule, END - 5 * MINUTE + 1)).toBe(false);
  // For an auction of ten minutes, the time to answer is a tenth of its duration: one minute.
  const short = { startsAtMs: END - 10 * MINUTE, endsAtMs: END };
  expect(isAnswerable(hard, short, END - MINUTE)).toBe(true);
  expect(isAnswerable(hard, short, END - MINUTE + 1)).toBe(false);
});

test.each([
  [null, null, undefined, undefined],
  [5, 10, undefined, undefined],
  [1, 1, undefined, undefined],
  [60, 100, undefined, undefined],
  [null, 10, 'field_required', undefined],
  [5, null, undefined, 'field_required'],
  [0, 101, 'soft_close_out_of_range', 'soft_close_out_of_range'],
  [61, 0, 'soft_close_out_of_range', 'soft_close_out_of_range'],
  [1.5, Number.NaN, 'soft_close_out_of_range', 'soft_close_out_of_range'],
])('%s minutes, at most %s times', (minutes, maximum, forMinutes, forMaximum) => {
  const found = judgeSoftClose(minutes, maximum);
  expect([found.minutes?.code, found.maximum?.code]).toEqual([forMinutes, forMaximum]);
});
