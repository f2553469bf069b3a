import { expect, test } from 'vitest';
import { judgeLineCount } from '#domain/bidding/line-limits.ts';

const at = (atMs: number, lines = 1, phase: 'initial' | 'live' = 'live') => ({ phase, lines, atMs });

test('accepts entries at any pace up to the limit, including the last one', () => {
  expect(judgeLineCount({ count: 0, lastAtMs: 0 }, at(0, 300, 'initial'))).toBeUndefined();
  expect(judgeLineCount({ count: 9_700, lastAtMs: 0 }, at(0, 300, 'initial'))).toBeUndefined();
  expect(judgeLineCount({ count: 19_999, lastAtMs: 0 }, at(0))).toBeUndefined();
});

test('above the limit accepts one bid at a time, a second apart while live, a minute apart before the start', () => {
  const own = { count: 20_000, lastAtMs: 5_000 };
  const refused = { code: 'too_many_bids', params: { maximum: 20_000, seconds: 1 } };
  expect(judgeLineCount(own, at(5_999))).toEqual(refused);
  expect(judgeLineCount(own, at(6_000))).toBeUndefined();
  expect(judgeLineCount(own, at(60_000, 2))).toEqual(refused);
  const sealed = { count: 10_000, lastAtMs: 0 };
  expect(judgeLineCount(sealed, at(59_999, 1, 'initial'))).toMatchObject({ params: { maximum: 10_000, seconds: 60 } });
  expect(judgeLineCount(sealed, at(60_000, 1, 'initial'))).toBeUndefined();
});

test('entries before the start leave the full allowance for the live phase', () => {
  expect(judgeLineCount({ count: 10_000, lastAtMs: 0 }, at(0))).toBeUndefined();
});
