import { expect, test } from 'vitest';
import type { AdminRole } from '#domain/access/admin-role.ts';
import { APPROVALS, judgeApprovals } from '#domain/platform-setting/approvals.ts';

const refusedFor = (people: readonly (readonly AdminRole[])[], before = APPROVALS) =>
  Object.keys(judgeApprovals({ annul: true, release: true, blacklist: true }, before, people));

test('an act needs two administrators in each of its areas', () => {
  expect(refusedFor([['owner']])).toEqual(['annul', 'release', 'blacklist']);
  expect(refusedFor([['owner'], ['auctioneer']])).toEqual(['release', 'blacklist']);
  expect(refusedFor([['owner'], ['auctioneer', 'finance'], ['auditor']])).toEqual(['blacklist']);
  expect(refusedFor([['owner'], ['owner']])).toEqual([]);
});

test('an act that needs an approval already is no reason to refuse other changes', () => {
  expect(refusedFor([['owner']], { ...APPROVALS, annul: true })).toEqual(['release', 'blacklist']);
  expect(judgeApprovals(APPROVALS, { ...APPROVALS, annul: true }, [['owner']])).toEqual({});
});
