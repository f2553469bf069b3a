import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPaths } from '#testing/readers/read-api-document.ts';
import { world, type World } from '#testing/world/world.ts';

type Named = { readonly path: string; readonly access: string };

let w: World;
let operations: Named[];

beforeAll(async () => {
  w = await world();
  const paths = await readPaths<{ 'x-access': string }>(w);
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map(({ 'x-access': access }) => ({ path, access })),
  );
});
afterAll(() => w.end());

/**
 * Paths outside the specified areas `/admin`, `/user` and `/seller`. For each path, the access that its operations may
 * require. Anyone may read templates in force.
 */
const WITHOUT_AREA: readonly (readonly [paths: RegExp, access: RegExp])[] = [
  [/^\/templates\b/, /^(open|admin)$/],
  [/^\/user-tours$/, /^user$/],
];

test('every operation belongs to the area that its path names', () => {
  expect(operations.length).toBeGreaterThan(30);
  for (const { path, access } of operations) {
    const area = /^\/(admin|user|seller)\//.exec(path)?.[1]?.replace('seller', 'user');
    const allowed = WITHOUT_AREA.find(([paths]) => paths.test(path))?.[1] ?? /^(open|signedIn)$/;
    expect([path, access]).toEqual([path, area ?? expect.stringMatching(allowed)]);
  }
});
