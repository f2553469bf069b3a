import { expect, test } from 'vitest';
import { sectionIds } from '#web/document/clean-html.ts';

test('a section is called by the words of its heading, whatever else stands there', () =>
  expect(sectionIds(['1. Before you start!', '出价 & 排名', '???'])).toEqual([
    'section-1-before-you-start',
    'section-出价-排名',
    'section',
  ]));

test('headings that say the same are told apart', () =>
  expect(sectionIds(['Fees', 'fees', 'FEES'])).toEqual(['section-fees', 'section-fees-2', 'section-fees-3']));

test('an address stays short enough to be handed round', () =>
  expect(sectionIds(['word '.repeat(200)])[0]?.length).toBeLessThanOrEqual(60));
