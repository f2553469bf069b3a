import { afterAll, beforeAll, expect, it } from 'vitest';
import { pairedRatio } from '#testing/readers/paired-ratio.ts';
import { aDevice, aUser, givePassword, identityWorld, type World } from '#testing/world/identity-world.ts';

let world: World;
beforeAll(async () => void (world = await identityWorld()));
afterAll(() => world.close());

const TRIES = 40;

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

/**
 * Makes many attempts of both kinds in turn, each by another user from another address. Returns the ratio of the slower
 * kind's time to the faster kind's time.
 */
async function ratioOf(known: (at: number) => Promise<unknown>, unknown: (at: number) => Promise<unknown>) {
  const [one, other]: [number[], number[]] = [[], []];
  for (let at = 0; at < TRIES; at += 1) {
    const ask = [
      async () => one.push(await timed(() => known(at))),
      async () => other.push(await timed(() => unknown(at))),
    ];
    // The order alternates, because the second of two calls may be a little faster for any user.
    for (const each of at % 2 === 0 ? ask : ask.toReversed()) await each();
  }
  const ratio = pairedRatio(one, other);
  return Math.max(ratio, 1 / ratio);
}

const from = (at: number, half: number) => aDevice({ address: `198.51.100.${at + half}` });

it('the time until a password is rejected does not reveal whether the username exists', async () => {
  const people = await Promise.all(Array.from({ length: TRIES }, () => aUser(world)));
  const ratio = await ratioOf(
    (at) => givePassword(world, from(at, 0), people[at]?.username ?? '', 'Wrong-horse-9'),
    (at) => givePassword(world, from(at, 100), `nobody-t${at}`, 'Wrong-horse-9'),
  );
  expect(ratio).toBeLessThan(1.4);
});
