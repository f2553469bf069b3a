import { expect, it } from 'vitest';
import { stableRows } from '#web/auction/use-auction-list.ts';

const row = (id: string, state = '') => ({ id, state });
const ended = ({ state }: { state: string }) => state === 'ended';

it('known rows keep their places and update, new ones come last', () => {
  const before = [row('a'), row('b')];
  const after = [row('c'), row('b', 'live'), row('a')];
  expect(stableRows(before, after, ended)).toEqual([row('a'), row('b', 'live'), row('c')]);
});
it('a missing row stays only if it may linger', () => {
  expect(stableRows([row('a', 'ended'), row('b')], [], ended)).toEqual([row('a', 'ended')]);
});
