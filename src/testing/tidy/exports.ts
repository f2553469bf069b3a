import { isNode, isTest, nodesOf, type Node, type Source } from '#testing/tidy/source.ts';

/** Matches files that are not imported: they are started or read by their path. */
const ENTRIES =
  /^(?!src\/)|^src\/(server\/main|server\/platform\/export\/export-worker|server\/platform\/document\/pdf-worker|server\/(place\/gazetteer|import\/import)-worker|web\/(document\/office|record\/record)-worker|web\/main|phrases\/catalogue|testing\/world\/set-up-\w+)\.tsx?$|^src\/web\/routes\//;

const NAMED_FILE = /(?:^|\/)src\/(?<path>\S+\.tsx?)$|from '#(?<inside>\S+\.tsx?)'/;

type ImportedName = { readonly path: string; readonly name: string };

/** Returns every name that a file imports from our own files. `*` is a whole module, for example from `import()`. */
function importedNames(source: Source): ImportedName[] {
  return nodesOf(source.tree).flatMap(([node]) => {
    // Some code names a file by its path, or contains an import that it writes into other files.
    const named = node.type === 'Literal' ? NAMED_FILE.exec(String(node.value))?.groups : undefined;
    if (named?.['path'] ?? named?.['inside']) return [{ path: `src/${named['path'] ?? named['inside']}`, name: '*' }];
    const path = isNode(node.source) ? pathOf(String(node.source.value), source.path) : undefined;
    if (!path) return [];
    if (node.type === 'ImportExpression') return [{ path, name: '*' }];
    const names = listOf(node.specifiers).map(({ imported, local }) => nameOf(imported ?? local));
    return [{ path, name: '' }, ...names.map((name) => ({ path, name }))];
  });
}

function pathOf(from: string, path: string): string | undefined {
  if (from.startsWith('#')) return `src/${from.slice(1)}`;
  return from.startsWith('.') ? new URL(from, `file:///${path}`).pathname.slice(1) : undefined;
}

const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const nameOf = (node: unknown): string => (isNode(node) && typeof node.name === 'string' ? node.name : '*');

/** Returns the files that nothing uses. Use in the file's own tests does not count. */
export function unusedFiles(sources: readonly Source[]): string[] {
  const users = sources.filter(({ path }) => !isTest(path));
  const taken = new Set(users.flatMap(importedNames).map(({ path }) => path));
  const inTests = new Set(sources.flatMap(importedNames).map(({ path }) => path));
  return sources
    .filter(({ path }) => !ENTRIES.test(path) && !isTest(path))
    .filter(({ path }) => !(path.startsWith('src/testing/') ? inTests : taken).has(path))
    .map(({ path }) => `${path} is unused; delete it`);
}

/** Returns the unused exports: no other file imports them, and their own file does not use them. */
export function unusedExports(sources: readonly Source[]): string[] {
  const taken = new Set(sources.flatMap(importedNames).map(({ path, name }) => `${path} ${name}`));
  return sources.flatMap((source) => {
    if (ENTRIES.test(source.path) || taken.has(`${source.path} *`)) return [];
    return exportsOf(source)
      .filter((name) => !taken.has(`${source.path} ${name}`) && timesSaid(name, source.text) === 1)
      .map((name) => `${source.path} exports ${name}, which nothing uses; delete it`);
  });
}

function exportsOf({ tree }: Source): string[] {
  return listOf(tree.body).flatMap(({ type, declaration }) => {
    if (type !== 'ExportNamedDeclaration' || !isNode(declaration)) return [];
    const declared = listOf(declaration.declarations);
    return declared.length > 0 ? declared.map(({ id }) => nameOf(id)) : [nameOf(declaration.id)];
  });
}

const timesSaid = (name: string, text: string): number => text.split(new RegExp(`\\b${name}\\b`)).length - 1;

/** Returns the files that are imported lazily. A file with a component needs a default export for `lazy`. */
export function lazyFiles(sources: readonly Source[]): Set<string> {
  return new Set(
    sources
      .flatMap(importedNames)
      .filter(({ name }) => name === '*')
      .map(({ path }) => path),
  );
}
