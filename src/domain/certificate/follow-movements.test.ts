import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  followMovements,
  totalOf,
  type PlacedMovement,
  type PlacedRange,
} from '#domain/certificate/follow-movements.ts';
import { doRangesOverlap, MILLIONTHS } from '#domain/certificate/serial-range.ts';

const range = (id: string, first: bigint, count: bigint, place = 'listed'): PlacedRange => ({
  id,
  first: first * MILLIONTHS,
  last: (first + count - 1n) * MILLIONTHS,
  step: MILLIONTHS,
  place,
  holder: 'seller',
});
const movement = (to: string | null, quantity: number, more: Partial<PlacedMovement> = {}): PlacedMovement => ({
  from: 'listed',
  to,
  holder: to ?? 'seller',
  quantity,
  leavesRanges: to === null,
  ...more,
});

it('awards take the certificates in the order of the movements; unsold RECs return with what is left', () => {
  const parts = followMovements(
    [range('a', 1n, 60n)],
    [movement('anna', 50), movement('bo', 30), movement(null, 20)],
    new Map([['listed', 0]]),
  );
  expect(
    parts.map(({ place, part }) => [place, Number(part.first / MILLIONTHS), Number(part.last / MILLIONTHS)]),
  ).toEqual([
    ['anna', 1, 50],
    ['bo', 51, 60],
  ]);
});

it('RECs without certificates return first', () => {
  expect(followMovements([range('a', 1n, 60n)], [movement(null, 20)], new Map([['listed', 80]]))).toEqual([]);
  const parts = followMovements([range('a', 1n, 60n)], [movement(null, 50)], new Map([['listed', 50]]));
  expect(parts.map(({ place, part }) => [place, Number(totalOf([part]) / MILLIONTHS)])).toEqual([
    [null, 10],
    ['listed', 50],
  ]);
});

it('RECs that are listed, sold and retired in one step arrive with their certificates at the end', () => {
  const parts = followMovements(
    [range('a', 1n, 10n, 'held')],
    [
      movement('listed', 4, { from: 'held' }),
      movement('buyer', 4, { from: 'listed' }),
      movement('retired', 4, { from: 'buyer' }),
    ],
    new Map([
      ['held', 6],
      ['listed', 0],
      ['buyer', 0],
    ]),
  );
  expect(parts.map(({ place, part }) => [place, Number(totalOf([part]) / MILLIONTHS)])).toEqual([
    ['retired', 4],
    ['held', 6],
  ]);
});

it('no movement loses, doubles or invents a certificate, and no account gets more than its RECs', () => {
  const steps = fc.array(fc.record({ from: fc.nat(3), to: fc.nat(3), quantity: fc.integer({ min: 1, max: 80 }) }), {
    maxLength: 8,
  });
  const backed = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(steps, backed, (moves, counts) => {
      const balances = new Map(counts.map((_, at) => [`p${at}`, 100]));
      const ranges = counts.flatMap((count, at) =>
        count === 0 ? [] : [range(`r${at}`, BigInt(at) * 1_000n, BigInt(count), `p${at}`)],
      );
      const movements = moves.flatMap(({ from, to, quantity }): PlacedMovement[] => {
        const [source, target] = [`p${from}`, `p${to}`];
        const has = balances.get(source) ?? 0;
        if (from === to || has < quantity) return [];
        balances.set(source, has - quantity);
        balances.set(target, (balances.get(target) ?? 0) + quantity);
        return [movement(target, quantity, { from: source, leavesRanges: false })];
      });
      const parts = followMovements(ranges, movements, balances);
      const changed = new Set(parts.map(({ parent }) => parent.id));
      const after = [...ranges.filter(({ id }) => !changed.has(id)).map((one) => ({ ...one, part: one })), ...parts];
      expect(totalOf(after.map(({ part }) => part))).toBe(totalOf(ranges));
      for (const [at, one] of after.entries())
        for (const other of after.slice(at + 1)) expect(doRangesOverlap(one.part, other.part)).toBe(false);
      for (const [place, balance] of balances) {
        const here = totalOf(after.filter((one) => one.place === place).map(({ part }) => part));
        expect(here <= BigInt(balance) * MILLIONTHS).toBe(true);
      }
    }),
  );
});
