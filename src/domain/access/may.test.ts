import { expect, test } from 'vitest';
import {
  judgeActing,
  judgeManaging,
  mayEnterRoom,
  maySeeResult,
  relationOf,
  type AuctionRelation,
  type Person,
} from '#domain/access/may.ts';

const aPerson = (change: Partial<Person> = {}): Person => ({
  userId: 'somebody',
  role: 'User',
  accounts: [{ id: 'own', status: 'Active', role: 'trader' }],
  ...change,
});
const BLACKLISTED = [{ id: 'own', status: 'Blacklisted', role: 'owner' }] as const;

/** Relations in the order in which the code checks them. Each case also meets the conditions of later relations. */
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

test('a bidder with a bid enters the room and sees the result; a visitor does neither', () => {
  expect(mayEnterRoom('bidder', { isStarted: true, hasBid: true })).toBe(true);
  expect(maySeeResult('bidder', true)).toBe(true);
  expect(maySeeResult('visitor', true)).toBe(false);
});

test.each([
  ['Active', 'owner', undefined, undefined],
  ['Active', 'trader', undefined, 'owner_required'],
  ['Active', 'viewer', 'viewer_cannot_act', 'viewer_cannot_act'],
  ['Blacklisted', 'owner', 'account_blacklisted', 'account_blacklisted'],
  ['Blacklisted', 'viewer', 'account_blacklisted', 'account_blacklisted'],
] as const)('in an %s account a(n) %s acts: %s; manages: %s', (status, role, acting, managing) => {
  expect(judgeActing({ status, role })).toBe(acting);
  expect(judgeManaging({ status, role })).toBe(managing);
});
