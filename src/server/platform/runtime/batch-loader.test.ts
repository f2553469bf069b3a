import { expect, test } from 'vitest';
import { createBatchLoader } from '#server/platform/runtime/batch-loader.ts';

/** Returns a loader whose queries end when the test resolves or rejects `answers`. */
function someQuestion() {
  const asked: (readonly string[])[] = [];
  const answers: PromiseWithResolvers<ReadonlyMap<string, string>>[] = [];
  const find = createBatchLoader<string, string>((keys) => {
    asked.push(keys);
    const answer = Promise.withResolvers<ReadonlyMap<string, string>>();
    answers.push(answer);
    return answer.promise;
  });
  return { asked, answers, find };
}

test('requests that arrive in one turn of the event loop share a query', async () => {
  const { asked, answers, find } = someQuestion();
  const found = Promise.all([find('a'), find('b'), find('a')]);
  await expect.poll(() => asked).toEqual([['a', 'b']]);
  answers[0]?.resolve(new Map([['a', 'one']]));
  expect(await found).toEqual(['one', undefined, 'one']);
});

test('requests during a query are combined in the next one, never in the one in progress', async () => {
  const { asked, answers, find } = someQuestion();
  const first = find('a');
  await expect.poll(() => asked).toEqual([['a']]);
  const others = [find('a'), find('b'), find('b')];
  answers[0]?.resolve(new Map([['a', 'old']]));
  expect(await first).toBe('old');
  await expect.poll(() => asked).toEqual([['a'], ['a', 'b']]);
  answers[1]?.resolve(new Map([['a', 'new']]));
  expect(await Promise.all(others)).toEqual(['new', undefined, undefined]);
});

test('a failed query fails only for its own callers', async () => {
  const { answers, find } = someQuestion();
  const first = find('a');
  await expect.poll(() => answers.length).toBe(1);
  const second = find('b');
  answers[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.resolve(new Map([['b', 'there']]));
  expect(await second).toBe('there');
});
