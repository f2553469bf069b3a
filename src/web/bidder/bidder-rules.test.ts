import { expect, test } from 'vitest';
import { bidderRules, notifyReason } from '#web/bidder/bidder-rules.ts';

test.each([
  [true, 'upcoming', []],
  [false, 'upcoming', ['remove']],
  [true, 'live', ['edit', 'remove']],
  [false, 'live', ['edit', 'remove']],
  [true, 'closing', ['add', 'edit', 'remove']],
  [false, 'ended', ['add', 'edit', 'remove']],
] as const)('private %s, %s: closed is %j', (isPrivate, phase, closed) => {
  expect(Object.keys(bidderRules(isPrivate, phase)).toSorted()).toEqual([...closed]);
});

test.each([
  ['upcoming', 1, 1, undefined],
  ['live', 1, 1, undefined],
  ['closing', 1, 1, 'error.auction_has_ended'],
  ['ended', 0, 0, 'error.auction_has_ended'],
  ['upcoming', 0, 0, 'error.auction_has_no_items'],
  ['live', 1, 0, 'error.auction_has_no_bidders'],
] as const)(
  'bidders of an auction that is %s, with %i items and %i bidders, get no notification because of: %s',
  (...row) => {
    const [phase, itemCount, bidderCount, reason] = row;
    expect(notifyReason({ isDraft: false, itemCount, bidderCount }, phase)).toBe(reason);
  },
);
