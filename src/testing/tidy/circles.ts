import { importsOf } from '#testing/tidy/imports.ts';
import type { Source } from '#testing/tidy/source.ts';

/**
 * Finds circles of files that import each other, including type imports and lazy imports. A file of a circle can be
 * neither read nor moved without the others. Returns one line per circle, with its files in the order of the imports.
 */
export function circlesOf(sources: readonly Source[]): string[] {
  const targets = new Map(sources.map((source) => [source.path, importedFiles(source)]));
  const circles: string[] = [];
  const done = new Set<string>();
  const open: string[] = [];
  const follow = (path: string): void => {
    if (open.includes(path))
      circles.push(`${[...open.slice(open.indexOf(path)), path].join(' → ')}; move what both need to another file`);
    if (done.has(path)) return;
    done.add(path);
    open.push(path);
    for (const target of targets.get(path) ?? []) follow(target);
    open.pop();
  };
  for (const path of targets.keys()) follow(path);
  return circles;
}

const importedFiles = (source: Source): string[] =>
  importsOf(source).flatMap(({ from }) => (from.startsWith('#') ? [`src/${from.slice(1)}`] : []));
