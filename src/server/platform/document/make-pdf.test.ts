import { expect, test } from 'vitest';
import type { PdfDocument } from '#server/platform/document/document.ts';
import { makePdf } from '#server/platform/document/make-pdf.ts';
import { readPdf } from '#testing/readers/read-pdf.ts';

const BRAND = { name: 'Greenlot', title: { en: 'REC auctions', zh: '绿证拍卖' }, primaryColor: '#0b7a5b' };

const aDocument = (given: Partial<PdfDocument> = {}): PdfDocument => ({
  language: 'en',
  timeZone: 'UTC',
  brand: BRAND,
  title: 'A statement',
  number: 'N-1',
  statedAt: new Date('2026-03-31T16:30:05Z'),
  blocks: [],
  ...given,
});
const longTable = (length: number): PdfDocument['blocks'] => [
  {
    kind: 'table',
    columns: [
      { heading: 'Item', share: 3 },
      { heading: 'RECs', share: 1, isNumber: true },
    ],
    rows: Array.from({ length }, (_, index) => [`Line ${index + 1} of the table`, '12,345']),
    totals: [['Total', '99']],
  },
];

test('a page names its document, its brand and the number of pages', async () => {
  const { pages, info } = await readPdf(await makePdf(aDocument({ blocks: longTable(100) })));
  expect(pages).toHaveLength(3);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain('Greenlot');
    expect(page).toContain('REC auctions');
    expect(page).toContain('N-1');
    expect(page).toContain(`Page ${index + 1} of 3`);
    expect(page).toContain('RECs');
  }
  expect(pages.join('\n').match(/Line \d+ of the table/g)).toHaveLength(100);
  expect(info).toMatchObject({ Title: 'A statement', Author: 'Greenlot', Language: 'en', PDFFormatVersion: '1.7' });
});

test('text for screen readers is tagged, and headings of a table only once', async () => {
  const blocks: PdfDocument['blocks'] = [
    { kind: 'heading', text: 'Below this' },
    { kind: 'paragraph', text: 'some words' },
    { kind: 'facts', rows: [['Number', '1']] },
    ...longTable(60),
    { kind: 'link', text: 'https://example.com/1' },
  ];
  const { tags, links, pages } = await readPdf(await makePdf(aDocument({ blocks })));
  expect(pages.length).toBeGreaterThan(1);
  const count = (tag: string) => tags.filter((one) => one === tag).length;
  expect([count('H1'), count('H2'), count('P'), count('Link')]).toEqual([1, 1, 1, 1]);
  expect(count('TH')).toBe(1 + 2);
  expect(count('TD')).toBe(1 + 61 * 2);
  expect(links).toEqual(['https://example.com/1']);
});

test('a very long table is tagged row by row', async () => {
  const { tags, pages } = await readPdf(await makePdf(aDocument({ blocks: longTable(2_001) })));
  expect(pages.at(-1)).toContain('Line 2001 of the table');
  expect(tags.filter((tag) => tag === 'P')).toHaveLength(2_003);
});

test('Chinese uses embedded fonts, and a missing character is shown by its code', async () => {
  const text = '喆堃䶮水力发电（深圳）有限公司 𠮷 Tổng công ty Điện lực';
  const bytes = await makePdf(aDocument({ language: 'zh', blocks: [{ kind: 'paragraph', text }] }));
  const { pages, fonts, info } = await readPdf(bytes);
  expect(pages[0]).toContain('喆堃䶮水力发电（深圳）有限公司 [U+20BB7] Tổng công ty Điện lực');
  expect(pages[0]).toContain('第 1 页，共 1 页');
  expect(fonts.toSorted()).toEqual(['NotoSansSC-Regular', 'NotoSansSC-SemiBold']);
  expect(info).toMatchObject({ Language: 'zh-Hans' });
  // The PDF contains only the used characters of the fonts. A whole font has ten megabytes.
  expect(bytes.length).toBeLessThan(60_000);
});

test('breaks text that is too wide, and ends an extremely high cell with an ellipsis', async () => {
  const rows = [
    ['0123456789abcdef'.repeat(8), '1'],
    ['Sungai 水电 '.repeat(400), '2'],
  ];
  const columns = [
    { heading: 'Name', share: 1 },
    { heading: 'RECs', share: 5 },
  ];
  const { pages } = await readPdf(await makePdf(aDocument({ blocks: [{ kind: 'table', columns, rows }] })));
  const text = pages.join('');
  expect(text.replaceAll(/\s/g, '')).toContain('0123456789abcdef'.repeat(8));
  expect(text).toContain('…');
});

test('the same document is identical to the byte', async () => {
  const [one, other] = await Promise.all([makePdf(aDocument()), makePdf(aDocument())]);
  expect(Buffer.compare(one, other)).toBe(0);
});

test('a document that cannot be drawn stops no other', async () => {
  const broken = aDocument({ statedAt: 'never' as unknown as Date, blocks: [{ kind: 'nothing' } as never] });
  const [failed, made] = await Promise.allSettled([makePdf(broken), makePdf(aDocument())]);
  expect(failed.status).toBe('rejected');
  expect(made.status).toBe('fulfilled');
});
