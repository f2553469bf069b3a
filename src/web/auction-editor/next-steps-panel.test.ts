import { expect, test } from 'vitest';
import { nextSteps } from '#web/auction-editor/next-steps-panel.tsx';
import { buildAuction } from '#testing/builders/auction-builders.ts';

const missing = (...[auction, isDirty = false]: [Parameters<typeof nextSteps>[0], boolean?]) =>
  nextSteps(auction, isDirty)
    .filter(({ isDone }) => !isDone)
    .map(({ id }) => id);

test('a private auction needs items and bidders, a public one items only', () => {
  expect(missing(buildAuction())).toEqual(['items', 'bidders']);
  expect(missing(buildAuction({ isPrivate: false }))).toEqual(['items']);
  expect(missing(buildAuction({ itemCount: 1, bidderCount: 2 }))).toEqual([]);
});

test('unsaved text is a step as well', () => {
  expect(missing(buildAuction({ itemCount: 1, bidderCount: 2 }), true)).toEqual(['settings']);
});
