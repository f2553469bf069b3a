import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { importsOf } from '#testing/tidy/imports.ts';
import { isTest, ROOT, type Source } from '#testing/tidy/source.ts';

/** Parts whose folders are features and appear each by itself in the code map. */
const OF_FEATURES = new Set(['domain', 'server', 'web']);

/** Folders that exist, as the code map should name them: one line a feature, or a part as a whole. */
export function foldersOf(paths: readonly string[]): string[] {
  const folders = paths.flatMap((path) => {
    const [root, part = '', feature = '', ...inside] = path.split('/');
    if (root !== 'src' || feature === '') return [];
    if (!OF_FEATURES.has(part)) return [`src/${part}`];
    return inside.length > 0 ? [`src/${part}/${feature}`] : [];
  });
  return [...new Set(folders)].toSorted();
}

/** Folders that the table of ARCHITECTURE.md names. */
export function mappedFolders(architecture: string): string[] {
  return [...architecture.matchAll(/^\| `(src\/[^`]+)` +\|/gm)].map(([, folder = '']) => folder).toSorted();
}

export function readDocument(path: string): string | undefined {
  return existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : undefined;
}

/** Packages that no decision names as a word of their own. */
export function unexplained(packages: readonly string[], decisions: string): string[] {
  const words = new Set(decisions.split(/[^@\w/.-]+/).map((word) => word.replace(/[.,]+$/, '')));
  return packages.filter((name) => !words.has(name));
}

/** Every decision by its file's name. */
export function readDecisions(): Map<string, string> {
  const paths = readdirSync(join(ROOT, 'decisions'), { recursive: true, encoding: 'utf8' });
  const found = paths.filter((path) => path.endsWith('.md'));
  return new Map(found.map((path) => [basename(path), readFileSync(join(ROOT, 'decisions', path), 'utf8')]));
}

/** What the product itself runs on, and everything that its making needs. */
export function readDependencies(): { readonly shipped: string[]; readonly all: string[] } {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const shipped = Object.keys(manifest.dependencies);
  return { shipped, all: [...shipped, ...Object.keys(manifest.devDependencies)] };
}

/** Packages that the product imports although only its making lists them: they would be missing where it runs. */
export function notShipped(sources: readonly Source[], shipped: readonly string[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('src/') && !path.startsWith('src/testing/') && !isTest(path))
    .flatMap((source) => importsOf(source).map(({ from }) => ({ path: source.path, name: packageOf(from) })))
    .filter(({ name }) => name !== undefined && !shipped.includes(name))
    .map(({ path, name }) => `${path} needs ${name}`);
}

const packageOf = (from: string): string | undefined =>
  /^(node:|[#.])/.test(from) ? undefined : /^(@[^/]+\/)?[^/]+/.exec(from)?.[0];

/** Decisions that are cited but were never taken. */
export function unknownDecisions(sources: readonly Source[], names: readonly string[]): string[] {
  const known = new Set(names.map((name) => Number.parseInt(name, 10)));
  return sources.flatMap(({ path, comments }) =>
    comments
      .flatMap(({ value }) => [...value.matchAll(/\bdecisions?[ /](\d+)/gi)])
      .filter(([, number]) => !known.has(Number(number)))
      .map(([cited]) => `${path} cites ${cited}`),
  );
}
