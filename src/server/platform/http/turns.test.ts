import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSemaphore } from '#server/platform/http/turns.ts';

test('limits the turns at a time, in order of arrival; returning a turn twice frees it once (ASVS 15.2.2)', async () => {
  const turns = createSemaphore(2);
  const went: string[] = [];
  const go = async (name: string) => {
    const giveBack = await turns.acquire();
    went.push(name);
    return giveBack;
  };
  const first = await go('first');
  const second = go('second');
  const [third, fourth] = [go('third'), go('fourth')];
  await setImmediate();
  expect(went).toEqual(['first', 'second']);
  first();
  first();
  await third;
  await setImmediate();
  expect(went).toEqual(['first', 'second', 'third']);
  (await second)();
  await fourth;
  expect(went).toEqual(['first', 'second', 'third', 'fourth']);
});
