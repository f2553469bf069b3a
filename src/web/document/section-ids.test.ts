import { expect, test } from 'vitest';
import { sectionIds } from '#web/document/section-ids.ts';

test('the anchor of a section comes from the words of its heading only', () =>
  expect(sectionIds(['1. Before you start!', '出价 & 排名', '???'])).toEqual([
    'section-1-before-you-start',
    'section-出价-排名',
    'section',
  ]));

test('headings with the same text get different anchors', () =>
  expect(sectionIds(['Fees', 'fees', 'FEES'])).toEqual(['section-fees', 'section-fees-2', 'section-fees-3']));

test('an anchor is short enough to share', () =>
  expect(sectionIds(['word '.repeat(200)])[0]?.length).toBeLessThanOrEqual(60));
