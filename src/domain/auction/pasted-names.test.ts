import { expect, test } from 'vitest';
import { namesIn, readPasted } from '#domain/auction/pasted-names.ts';

const KNOWN = new Set(['Sunrise Co., Ltd.', 'Sunrise Co.']);
const read = (text: string, known: readonly string[] = ['Sunrise Co., Ltd.']) =>
  readPasted(text, (name) => known.includes(name)).map(({ name, quantity }) => [name, quantity]);

test.each([
  [
    'one name per line, with blank lines',
    'anna\r\n\n  bo  \n',
    [
      ['anna', null],
      ['bo', null],
    ],
  ],
  [
    'commas, also Chinese ones',
    'anna, bo，cai、dee',
    [
      ['anna', null],
      ['bo', null],
      ['cai', null],
      ['dee', null],
    ],
  ],
  [
    'semicolons, which turn commas into text',
    'A, B;cai',
    [
      ['A, B', null],
      ['cai', null],
    ],
  ],
  [
    'quantities after commas, names between semicolons',
    'A Ltd., 5,000; bo, 300',
    [
      ['A Ltd.', 5_000],
      ['bo', 300],
    ],
  ],
  [
    'a spreadsheet',
    'anna\t5000\nSunny, Ltd.\t5,000\nbo',
    [
      ['anna', 5_000],
      ['Sunny, Ltd.', 5_000],
      ['bo', null],
    ],
  ],
  [
    'quantities after commas',
    'anna, 5,000, bo, 300',
    [
      ['anna', 5_000],
      ['bo', 300],
    ],
  ],
  [
    'digit grouping of other countries',
    "anna\t5.000\nbo\t5 000\ncai\t5'000",
    [
      ['anna', 5_000],
      ['bo', 5_000],
      ['cai', 5_000],
    ],
  ],
  [
    'invalid quantities',
    'anna\t1.5\nbo\t-3\ncai\t1.5.5',
    [
      ['anna', 1.5],
      ['bo', -3],
      ['cai', 0],
    ],
  ],
  ['quotation marks', '"Sunny, ""Co."", Ltd.", 20', [['Sunny, "Co.", Ltd.', 20]]],
  [
    'a known name with a comma',
    'Sunrise Co., Ltd., 70, bo',
    [
      ['Sunrise Co., Ltd.', 70],
      ['bo', null],
    ],
  ],
  [
    'registration numbers',
    '202301012345\n91440300MA5XXXXX1A\n123456-K',
    [
      ['202301012345', null],
      ['91440300MA5XXXXX1A', null],
      ['123456-K', null],
    ],
  ],
  [
    'a number at the front',
    '123456, bo',
    [
      ['123456', null],
      ['bo', null],
    ],
  ],
  [
    'a registration number after a name',
    'anna, 031542482',
    [
      ['anna', null],
      ['031542482', null],
    ],
  ],
  ['a single quotation mark', 'an"na', [['an"na', null]]],
  ['nothing', ' \n\t,;', []],
])('%s', (_, text, names) => expect(read(text)).toEqual(names));

test('reads two known names as two, even if they also form one name', () =>
  expect(read('Sunrise Co., Ltd.', [...KNOWN])).toEqual([
    ['Sunrise Co.', null],
    ['Ltd.', null],
  ]));

test('reads text that was put back as the same names again', () => {
  for (const text of ['Sunrise Co., Ltd., 70', 'anna, 5,000', 'anna\t1.5']) {
    const again = readPasted(text, (name) => KNOWN.has(name) && name !== 'Sunrise Co.')
      .map((entry) => entry.text)
      .join('\n');
    expect(read(again)).toEqual(read(text));
  }
});

test('looks up every name that a list may hold', () => expect(namesIn('a, b\nc')).toEqual(['a', 'a, b', 'b', 'c']));
