import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';
import { partsOfPages } from '#server/platform/pages/page-parts.ts';

const PAGES = [
  { path: '/user/$list', chunks: ['Around', 'List'], files: ['assets/list.js'] },
  { path: '/user/past', chunks: ['Around', 'Past'], files: ['assets/past.js', 'assets/past.css'] },
];

it('the HTML of a page preloads its files and words; other pages preload only what all need', async () => {
  const dist = await temporaryFolder('page-parts');
  await mkdir(join(dist.path, '.vite'));
  await mkdir(join(dist.path, 'words/en'), { recursive: true });
  await writeFile(join(dist.path, '.vite/pages.json'), JSON.stringify(PAGES));
  await writeFile(join(dist.path, '.vite/words.json'), JSON.stringify({ folder: 'words' }));
  for (const chunk of ['frame', 'Past']) await writeFile(join(dist.path, `words/en/${chunk}.json`), '{}');
  const partsOf = await partsOfPages(dist.path);
  await dist.remove();
  const linkedBy = (path: string) => [...partsOf(path).matchAll(/(?:href|content)="([^"]*)"/g)].map(([, to]) => to);
  const always = ['/env', '/words/en/frame.json'];
  expect(linkedBy('/user/past')).toEqual([
    ...always,
    '/assets/past.js',
    '/assets/past.css',
    '/words/en/Past.json',
    'Around Past',
  ]);
  expect(linkedBy('/user/upcoming')).toEqual([...always, '/assets/list.js', 'Around List']);
  expect(linkedBy('/user/past/more')).toEqual(always);
  expect(partsOf('/user/past')).toContain('<link rel="stylesheet" crossorigin href="/assets/past.css" />');
});
