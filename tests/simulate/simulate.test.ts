import { expect, test } from 'vitest';
import type { MemoryAuction } from '#testing/builders/memory-room-store.ts';
import { simulate } from './simulate.ts';

const SEEDS = 500;

test(`${SEEDS} seeds of whole auctions break no rule`, { timeout: 300_000 }, async () => {
  const broken: string[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { violations } = await simulate(seed);
    broken.push(...violations.map((violation) => `seed ${seed}, ${violation}`));
  }
  expect(broken).toEqual([]);
});

/** Returns the history with numbers instead of bid ids, because the ids differ in every run. */
function storyOf({ lines }: MemoryAuction): string[] {
  const bidIds = [...new Set(lines.map(({ line }) => line.bidId))];
  return lines.map(({ line }) => JSON.stringify({ ...line, bidId: bidIds.indexOf(line.bidId) }));
}

test('the same seed always runs the same way', async () => {
  for (const seed of [3, 1_003, 20_003]) {
    const [once, again] = [await simulate(seed), await simulate(seed)];
    expect(once.auctions.map(storyOf)).toEqual(again.auctions.map(storyOf));
    expect(once.auctions.flatMap(storyOf).length).toBeGreaterThan(3);
  }
});
