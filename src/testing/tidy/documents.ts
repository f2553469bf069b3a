import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { importsOf, ORDER } from '#testing/tidy/imports.ts';
import { isTest, ROOT, type Source } from '#testing/tidy/source.ts';

/** Layers whose folders ARCHITECTURE.md lists. */
const MAPPED = ['domain', 'contract', 'server', 'web', 'testing'];
/** A folder whose subfolders are not rooms. They are paths of the site. */
const SITE_MAP = 'web/routes';

/**
 * Returns the folders of each layer, as ARCHITECTURE.md must list them. Features are in order from the bottom up. Each
 * feature is followed by its rooms (the folders inside it).
 */
export function foldersOf(paths: readonly string[]): Record<string, string[]> {
  const folders = new Set(paths.flatMap((path) => foldersAround(path.split('/'))));
  const inLayer = (layer: string): string[] => {
    const found = [...folders]
      .filter((folder) => folder.startsWith(`${layer}/`))
      .map((folder) => folder.slice(layer.length + 1));
    const order = ORDER[layer] ?? [];
    const place = (folder: string): number => order.indexOf(folder.split('/')[0] ?? '');
    return found.toSorted((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
  };
  return Object.fromEntries(MAPPED.map((layer) => [layer, inLayer(layer)]));
}

/** Returns the folders of a file: its feature and its room, such as `server/room` and `server/room/store`. */
function foldersAround([root, layer = '', feature = '', room = '', ...inside]: readonly string[]): string[] {
  if (root !== 'src' || room === '') return [];
  const around = `${layer}/${feature}`;
  return inside.length > 0 && around !== SITE_MAP ? [around, `${around}/${room}`] : [around];
}

/** Returns the folders of each layer that ARCHITECTURE.md lists, in its order. */
export function mappedFolders(architecture: string): Record<string, string[]> {
  const sections = architecture.split(/^#+ /m).flatMap((section) => {
    const layer = /^`src\/(\w+)`\n/.exec(section)?.[1];
    const rows = [...section.matchAll(/^\| `([\w/-]+)` +\|/gm)].map(([, folder = '']) => folder);
    return layer === undefined ? [] : [[layer, rows] as const];
  });
  return Object.fromEntries(sections);
}

export function readDocument(path: string): string | undefined {
  return existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : undefined;
}

/** Returns the packages whose name is in no decision. A name must appear as a whole word. */
export function unexplained(packages: readonly string[], decisions: string): string[] {
  const words = new Set(decisions.split(/[^@\w/.-]+/).map((word) => word.replace(/[.,]+$/, '')));
  return packages
    .filter((name) => !words.has(name))
    .map((name) => `no decision says why we use ${name}; explain it in one`);
}

/** Returns the text of every decision by its path within `decisions`. The index is left out. */
export function readDecisions(): Map<string, string> {
  const paths = readdirSync(join(ROOT, 'decisions'), { recursive: true, encoding: 'utf8' });
  const found = paths.filter((path) => path.endsWith('.md') && path !== 'README.md');
  return new Map(found.map((path) => [path, readFileSync(join(ROOT, 'decisions', path), 'utf8')]));
}

/**
 * Returns two lists of packages: those that the product needs at run time, and all packages including those for
 * development.
 */
export function readDependencies(): { readonly shipped: string[]; readonly all: string[] } {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    optionalDependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const shipped = Object.keys(manifest.dependencies);
  const others = Object.keys({ ...manifest.optionalDependencies, ...manifest.devDependencies });
  return { shipped, all: [...shipped, ...others] };
}

/**
 * Returns packages that the server imports although they are only development dependencies. They would be missing at
 * run time. The packages of `src/web` are development dependencies, because the bundle contains them.
 */
export function notShipped(sources: readonly Source[], shipped: readonly string[]): string[] {
  return sources
    .filter(({ path }) => /^src\/(?!testing\/|web\/)/.test(path) && !isTest(path))
    .flatMap((source) => importsOf(source).map(({ from }) => ({ path: source.path, name: packageOf(from) })))
    .filter(({ name }) => name !== undefined && !shipped.includes(name))
    .map(({ path, name }) => `${path} imports ${name}; move it to the dependencies of package.json`);
}

const packageOf = (from: string): string | undefined =>
  /^(node:|[#.])/.test(from) ? undefined : /^(@[^/]+\/)?[^/]+/.exec(from)?.[0];

/** Returns citations of decisions that do not exist. */
export function unknownDecisions(sources: readonly Source[], paths: readonly string[]): string[] {
  const known = new Set(paths.map((path) => Number.parseInt(basename(path), 10)));
  return sources.flatMap(({ path, comments }) =>
    comments
      .flatMap(({ value }) => [...value.matchAll(/\bdecisions?[ /](\d+)/gi)])
      .filter(([, number]) => !known.has(Number(number)))
      .map(([cited]) => `${path} cites ${cited}, which does not exist; cite an existing one`),
  );
}
