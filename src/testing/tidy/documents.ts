import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#testing/tidy/source.ts';

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
  return [...architecture.matchAll(/^\| `(src\/[^`]+)` \|/gm)].map(([, folder = '']) => folder).toSorted();
}

export function readDocument(path: string): string | undefined {
  return existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : undefined;
}

/** Packages that no decision names as a word of their own. */
export function unexplained(packages: readonly string[], decisions: string): string[] {
  const words = new Set(decisions.split(/[^@\w/.-]+/).map((word) => word.replace(/[.,]+$/, '')));
  return packages.filter((name) => !words.has(name));
}

export function readDecisions(): string {
  return readdirSync(join(ROOT, 'decisions'))
    .map((name) => readFileSync(join(ROOT, 'decisions', name), 'utf8'))
    .join('\n');
}

export function readDependencies(): string[] {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  return Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
}
