import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { nameOfChunk } from './words-of-chunks.ts';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/**
 * Vite's module that loads chunks. It is replaced, because its list of every chunk's files would add 6 kB to the first
 * chunk.
 */
const LOADER = '\0vite/preload-helper.js';
const PLAIN_LOADER = `export const __vitePreload = (load) => load().catch((payload) => {
  const told = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload });
  if (window.dispatchEvent(told)) throw payload;
});`;
const ROUTES = 'src/web/routes/';
/** The ending of the id of a route's component. The router's plugin puts each such component into its own chunk. */
const SHOWN = '?tsr-split=component';

/**
 * The files that a page needs in addition to the first chunk. In `path`, a parameter begins with `$`
 * (`/user/auction/$id`).
 */
export type PageParts = {
  readonly path: string;
  readonly chunks: readonly string[];
  readonly files: readonly string[];
};

/**
 * Writes a file that lists, for each lazily imported chunk, the files that the chunk needs, including styles. A page
 * loads this file before it navigates. For the first page, the server puts the page's own list into the HTML
 * (`.vite/pages.json`), so that all files load at the same time.
 */
export function partsOfChunks(): Plugin {
  const later = new Set<string>();
  return {
    name: 'parts-of-chunks',
    apply: 'build',
    enforce: 'pre',
    load: { filter: { id: /^\0vite\/preload-helper\.js$/ }, handler: (id) => (id === LOADER ? PLAIN_LOADER : null) },
    renderStart() {
      for (const module of this.getModuleIds())
        if ((this.getModuleInfo(module)?.dynamicImporters.length ?? 0) > 0) later.add(module);
    },
    renderChunk: (code) => (code.includes('__VITE_PRELOAD__') ? code.replaceAll('__VITE_PRELOAD__', '0') : null),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const parts = new Map([...later].map((module) => [module, filesOf(bundle, module)]));
        for (const [module, files] of parts)
          if (!module.includes('/src/web/') && files.some((file) => file.endsWith('.css')))
            throw new Error(`${module} is imported without its styles: import it in a module of src/web`);
        const list = listOf(parts);
        const name = `assets/parts-${createHash('sha256').update(list).digest('base64url').slice(0, 8)}.json`;
        this.emitFile({ type: 'asset', fileName: name, source: list });
        this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source: JSON.stringify(pagesOf(parts)) });
        for (const file of Object.values(bundle))
          if (file.type === 'asset' && file.fileName.endsWith('.html'))
            file.source = String(file.source).replace('</head>', `<meta name="parts" content="/${name}" /></head>`);
      },
    },
  };
}

/**
 * Returns all files that a module's chunk needs, the chunk itself first. Files that the entry includes are left out.
 */
function filesOf(bundle: Bundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
  const found = new Set<string>();
  const visit = (chunk: Chunk | undefined): void => {
    if (!chunk || found.has(chunk.fileName) || chunk.isEntry) return;
    found.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    for (const name of chunk.imports) visit(chunks.find(({ fileName }) => fileName === name));
  };
  visit(chunks.find(({ facadeModuleId }) => facadeModuleId === module) ?? chunks.find((one) => module in one.modules));
  return [...found];
}

function listOf(parts: ReadonlyMap<string, readonly string[]>): string {
  const files = [...new Set([...parts.values()].flat())];
  const chunks = [...parts].map(([module, own]) => [nameOfChunk(module), own.map((file) => files.indexOf(file))]);
  return JSON.stringify({ files, chunks: Object.fromEntries(chunks) });
}

/**
 * Returns each page with the files of its route and of the routes around it. For example,
 * `_user/user/auction/$id/index.tsx` is inside `_user.tsx`.
 */
function pagesOf(parts: ReadonlyMap<string, readonly string[]>): PageParts[] {
  const shown = new Map(
    [...parts.keys()].filter((module) => module.endsWith(SHOWN)).map((module) => [routeOf(module), module]),
  );
  return [...shown.keys()].map((route) => {
    const folders = route.split('/');
    const around = folders.map((_folder, i) => shown.get(folders.slice(0, i + 1).join('/')));
    const modules = around.filter((module) => module !== undefined);
    const isNamed = (folder: string) => !folder.startsWith('_') && folder !== 'index';
    return {
      path: `/${folders.filter(isNamed).join('/')}`,
      chunks: modules.map(nameOfChunk),
      files: [...new Set(modules.flatMap((module) => parts.get(module) ?? []))],
    };
  });
}

const routeOf = (module: string): string =>
  relative(process.cwd() + '/' + ROUTES, module).slice(0, -`.tsx${SHOWN}`.length);
