import { expect, test } from 'vitest';
import { mayEnterRoom, maySeeResult, relationOf, type AuctionRelation, type Person } from '#domain/access/may.ts';

const aPerson = (change: Partial<Person> = {}): Person => ({
  userId: 'somebody',
  role: 'User',
  accounts: [{ id: 'own', status: 'Active' }],
  ...change,
});
const BLACKLISTED = [{ id: 'own', status: 'Blacklisted' }] as const;

/** In the order in which they are looked at: each holds although later ones would too. */
const RELATIONS: [AuctionRelation, Partial<Person>, { isPrivate: boolean; isBidder: boolean; owner?: string }][] = [
  ['admin', { role: 'Admin', accounts: [] }, { isPrivate: true, isBidder: false }],
  ['owner', {}, { isPrivate: false, isBidder: true, owner: 'own' }],
  ['owner', { accounts: BLACKLISTED }, { isPrivate: true, isBidder: false, owner: 'own' }],
  ['bidder', {}, { isPrivate: true, isBidder: true }],
  ['bidder', { accounts: BLACKLISTED }, { isPrivate: false, isBidder: true }],
  ['visitor', {}, { isPrivate: false, isBidder: false }],
  ['stranger', { accounts: BLACKLISTED }, { isPrivate: false, isBidder: false }],
  ['stranger', { accounts: [] }, { isPrivate: false, isBidder: false }],
  ['stranger', {}, { isPrivate: true, isBidder: false }],
];

test.each(RELATIONS)('%s: %j of %j', (relation, who, { owner, ...auction }) => {
  expect(relationOf(aPerson(who), { ownerAccountId: owner ?? 'other', ...auction })).toBe(relation);
});

test.each([
  ['admin', true, true, true],
  ['owner', true, true, true],
  ['bidder', true, false, false],
  ['visitor', false, false, false],
  ['stranger', false, false, false],
] as const)('%s enters the room: sealed %s, live without a bid %s; sees the result without one %s', (...row) => {
  const [relation, sealed, live, result] = row;
  expect(mayEnterRoom(relation, { isStarted: false, hasBid: false })).toBe(sealed);
  expect(mayEnterRoom(relation, { isStarted: true, hasBid: false })).toBe(live);
  expect(maySeeResult(relation, false)).toBe(result);
});

test('with a bid a bidder is in the room, and sees the result; a visitor is not', () => {
  expect(mayEnterRoom('bidder', { isStarted: true, hasBid: true })).toBe(true);
  expect(maySeeResult('bidder', true)).toBe(true);
  expect(maySeeResult('visitor', true)).toBe(false);
});
