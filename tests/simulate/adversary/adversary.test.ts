import { expect, test } from 'vitest';
import { payingIn, searchSeed } from './report.ts';

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);

test.each([1, 2] as const)(
  'an adversary of %d people exploits the rules of release 0.1, and hardly today’s',
  { timeout: 120_000 },
  (attackers) => {
    const search = { attackers, tries: 60 };
    const [before, now] = ([1, 2] as const).map((rules) =>
      payingIn(SEEDS.map((seed) => searchSeed(seed, rules, search))),
    );
    // A search that does not find the known attacks would prove nothing about the present rules.
    expect(before?.length).toBeGreaterThan(0.8 * SEEDS.length);
    expect(now?.length).toBeLessThan(0.1 * SEEDS.length);
    // The remaining attacks are known (decision 55): rivals come only in the last minutes, or stay all-or-nothing.
    const isKnown = ({ market }: NonNullable<typeof now>[number]) =>
      market.manner === 'late' || market.rivals.some(({ allOrNothing }) => allOrNothing);
    expect(now?.filter((one) => !isKnown(one))).toEqual([]);
  },
);
