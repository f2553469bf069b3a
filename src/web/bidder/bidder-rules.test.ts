import { expect, test } from 'vitest';
import { bidderRules } from '#web/bidder/bidder-rules.ts';

test.each([
  [true, 'upcoming', []],
  [false, 'upcoming', ['remove']],
  [true, 'live', ['edit', 'remove']],
  [false, 'live', ['edit', 'remove']],
  [true, 'counting', ['add', 'edit', 'remove']],
  [false, 'ended', ['add', 'edit', 'remove']],
] as const)('private %s, %s: closed is %j', (isPrivate, phase, closed) => {
  expect(Object.keys(bidderRules(isPrivate, phase)).toSorted()).toEqual([...closed]);
});
