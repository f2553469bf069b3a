import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import en from '#phrases/en.json' with { type: 'json' };
import zh from '#phrases/zh.json' with { type: 'json' };
import { SITE_MAP } from '#testing/permissions/site-map.ts';
import { CHAPTERS, chapterOf } from '#web/shell/help-chapters.ts';
import { sectionOf } from '#web/shell/menu/menu.ts';

/** Pages without a link: the start address, which redirects, and the guide itself. */
const WITHOUT = new Set(['/admin', '/admin/guide']);

test('each page of administrators has a chapter, and each chapter a page', () => {
  const pages = SITE_MAP.filter(({ guard, path }) => guard === 'admin' && !WITHOUT.has(path));
  expect(pages.filter(({ path }) => !chapterOf(sectionOf(path))).map(({ path }) => path)).toEqual([]);
  expect(new Set(pages.map(({ path }) => chapterOf(sectionOf(path))))).toEqual(new Set(CHAPTERS));
});

test.each([
  ['en', en],
  ['zh', zh],
] as const)('the guide has each chapter under its name, and no other: %s', (language, { help }) => {
  const guide = readFileSync(new URL(`../../../guide/admins.${language}.html`, import.meta.url), 'utf8');
  const headings = [...guide.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, text = '']) => text);
  expect(headings).toEqual(CHAPTERS.map((chapter) => help.chapter[chapter]));
});
