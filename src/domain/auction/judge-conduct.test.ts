import { describe, expect, test } from 'vitest';
import type { ConductTimes } from '#domain/auction/conduct.ts';
import {
  CONDUCT_ACTIONS,
  CONDUCT_STATES,
  conductStateAt,
  judgeConduct,
  judgeEnd,
  judgeExtension,
  type ConductState,
} from '#domain/auction/judge-conduct.ts';
import { accept, refusalOf } from '#domain/basics/accept.ts';

const DAY = 86_400_000;
const times: ConductTimes = {
  startsAtMs: 1_000,
  auctionEndsAtMs: 5_000,
  pausedAtMs: null,
  closedAtMs: null,
  annulledAtMs: null,
};

/** For each state, the refusal code of each action; undefined if the action is allowed. */
const TABLE: Record<ConductState, readonly (string | undefined)[]> = {
  upcoming: ['auction_not_started', 'auction_not_started', 'auction_not_started', 'auction_not_started'],
  live: [undefined, 'auction_not_paused', undefined, undefined],
  paused: ['auction_paused', undefined, undefined, undefined],
  closing: ['auction_has_ended', 'auction_has_ended', 'auction_has_ended', undefined],
  closed: ['auction_has_ended', 'auction_has_ended', 'auction_has_ended', 'auction_has_ended'],
  annulled: ['auction_annulled', 'auction_annulled', 'auction_annulled', 'auction_annulled'],
};

test.each(CONDUCT_STATES)('allows these auction controls while it is %s', (state) => {
  expect(CONDUCT_ACTIONS.map((action) => judgeConduct(action, state)?.code)).toEqual(TABLE[state]);
});

test('the status follows the clock, which stops during a pause', () => {
  expect([999, 1_000, 4_999, 5_000].map((atMs) => conductStateAt(times, atMs))).toEqual([
    'upcoming',
    'live',
    'live',
    'closing',
  ]);
  expect(conductStateAt({ ...times, pausedAtMs: 2_000 }, 9_000)).toBe('paused');
  expect(conductStateAt({ ...times, closedAtMs: 7_000 }, 9_000)).toBe('closed');
  expect(conductStateAt({ ...times, closedAtMs: 2_000, annulledAtMs: 2_000 }, 3_000)).toBe('annulled');
});

describe('a new end', () => {
  const codeOf = (untilMs: number) => refusalOf(judgeExtension(new Date(untilMs).toISOString(), times))?.code;
  test('must be later than the current end, and within the limit', () => {
    expect(refusalOf(judgeExtension(null, times))?.code).toBe('field_required');
    expect(refusalOf(judgeExtension('soon', times))?.code).toBe('invalid_date');
    expect(codeOf(5_000)).toBe('extension_not_later');
    expect(codeOf(5_001)).toBeUndefined();
    expect(codeOf(1_000 + 21_840 * DAY)).toBeUndefined();
    expect(codeOf(1_001 + 21_840 * DAY)).toBe('auction_duration_too_long');
  });
});

test('a pause keeps the end, resuming adds the paused time, and an annulled auction has ended', () => {
  const paused = { ...times, pausedAtMs: 2_000 };
  expect(judgeEnd('pause', times, 2_000, null)).toEqual(accept(null));
  expect(judgeEnd('resume', paused, 9_500, null)).toEqual(accept(12_500));
  expect(judgeEnd('extend', times, 2_000, new Date(6_000).toISOString())).toEqual(accept(6_000));
  expect(refusalOf(judgeEnd('extend', times, 2_000, null))?.code).toBe('field_required');
  expect(judgeEnd('annul', times, 2_000, null)).toEqual(accept(2_000));
  expect(judgeEnd('annul', times, 5_500, null)).toEqual(accept(5_000));
  expect(judgeEnd('annul', paused, 9_500, null)).toEqual(accept(9_500));
});
