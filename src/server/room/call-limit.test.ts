import { expect, test } from 'vitest';
import { createCallLimit, type CallLimit } from '#server/room/call-limit.ts';

const isTaken = (limit: CallLimit, who: string): boolean => {
  try {
    limit.take(who);
    return true;
  } catch (refused) {
    expect(refused).toMatchObject({ code: 'bids_too_fast', params: { perSecond: 5, seconds: 1 } });
    return false;
  }
};

test('accepts a burst, then a limited number of calls a second, from each caller', () => {
  let now = 0;
  const limit = createCallLimit(5, () => now);
  const countTaken = (who: string, calls: number): number =>
    Array.from({ length: calls }, () => isTaken(limit, who)).filter(Boolean).length;
  expect(countTaken('anna', 150)).toBe(100);
  expect(countTaken('bo', 1)).toBe(1);
  now += 1_000;
  expect(countTaken('anna', 150)).toBe(5);
  now += 60_000;
  expect(countTaken('anna', 150)).toBe(100);
});
