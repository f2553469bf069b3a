import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '#domain/basics/language.ts';

/** The files that a page needs besides the first chunk, as listed by the build (scripts/bundle/parts-of-chunks.ts). */
type PageParts = { readonly path: string; readonly chunks: readonly string[]; readonly files: readonly string[] };
type Words = { readonly folder: string };

const UNLESS_CHOSEN: Language = 'en';

/**
 * Returns a function that returns the preload tags for a path. With these tags, a first visit loads all files at the
 * same time and not one after the other. The tags cover the configuration, the page's own code and styles, and its
 * texts in the default language.
 */
export async function partsOfPages(dist: string): Promise<(path: string) => string> {
  const pages = await listed<PageParts[]>(dist, 'pages.json');
  const words = await listed<Words>(dist, 'words.json');
  const wordsOf = (chunk: string): string[] => {
    const file = `${words.folder}/${UNLESS_CHOSEN}/${chunk}.json`;
    return existsSync(join(dist, file)) ? [preloaded(`/${file}`)] : [];
  };
  const always = [preloaded('/env'), ...wordsOf('frame')];
  const known = pages
    .map(({ path, chunks, files }) => ({
      folders: path.split('/'),
      head: [
        ...always,
        ...files.map(linked),
        ...chunks.flatMap(wordsOf),
        `<meta name="parts-here" content="${chunks.join(' ')}" />`,
      ].join(''),
    }))
    // Paths with fewer parameters come first, because they are more specific.
    .toSorted((a, b) => openIn(a.folders) - openIn(b.folders));
  return (path) => known.find(({ folders }) => isAt(folders, path.split('/')))?.head ?? always.join('');
}

const listed = async <List>(dist: string, file: string): Promise<List> =>
  JSON.parse(await readFile(join(dist, '.vite', file), 'utf8')) as List;

const openIn = (folders: readonly string[]): number => folders.filter((folder) => folder.startsWith('$')).length;

const isAt = (folders: readonly string[], asked: readonly string[]): boolean =>
  folders.length === asked.length && folders.every((folder, i) => folder.startsWith('$') || folder === asked[i]);

const preloaded = (path: string): string => `<link rel="preload" as="fetch" crossorigin href="${path}" />`;

const linked = (file: string): string =>
  `<link rel="${file.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" crossorigin href="/${file}" />`;
