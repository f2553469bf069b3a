import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createUserQueues } from '#server/platform/http/user-queues.ts';

test('one person has one task in progress, and delays nobody else', async () => {
  const turns = createUserQueues();
  const [first, second, other] = [0, 1, 2].map(() => Promise.withResolvers<string>());
  const went: string[] = [];
  const go = (who: string, name: string, until: Promise<string> | undefined) =>
    turns(who, async () => {
      went.push(name);
      return until;
    });
  const works = [
    go('anna', 'first', first?.promise),
    go('anna', 'second', second?.promise),
    go('bo', 'other', other?.promise),
  ];
  await setImmediate();
  expect(went).toEqual(['first', 'other']);
  other?.resolve('file');
  expect(await works[2]).toBe('file');
  // The next job also starts after a job that fails.
  first?.reject(new Error('too large'));
  await expect(works[0]).rejects.toThrow('too large');
  second?.resolve('file');
  expect(await works[1]).toBe('file');
  expect(went).toEqual(['first', 'other', 'second']);
});

test('rejects a task that would wait behind too many of the same person', async () => {
  const turns = createUserQueues();
  const { promise, resolve } = Promise.withResolvers<void>();
  const works = Array.from({ length: 21 }, () => turns('anna', () => promise));
  await expect(turns('anna', () => promise)).rejects.toMatchObject({ code: 'service_busy' });
  resolve();
  await Promise.all(works);
  await turns('anna', () => promise);
});
