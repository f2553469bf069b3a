import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A file of our own, parsed once for all rules. Its path is relative to the repository. */
export type Source = { readonly path: string; readonly text: string; readonly tree: Node };

/** As far as the rules look into a syntax tree. */
export type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
};

/** What a rule found, at an offset of a file; offset 0 where it is the file as a whole. */
export type Finding = { readonly at: number; readonly says: string };
export type Rule = (source: Source) => Finding[];

const FOLDERS = ['src', 'e2e', 'bench', 'scripts'];
const OURS = /(?<!\.gen|\.d\.json)\.(ts|tsx|mjs)$/;

export function readSources(): Source[] {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  return paths
    .filter((path) => OURS.test(path))
    .toSorted()
    .map((path) => parseSource(path, readFileSync(join(ROOT, path), 'utf8')));
}

export function parseSource(path: string, text: string): Source {
  return { path, text, tree: parseSync(path, text).program as unknown as Node };
}

/** Every offence of a rule, as `path:line what is wrong`. */
export function offences(sources: readonly Source[], rule: Rule): string[] {
  return sources.flatMap((source) => {
    return rule(source).map(({ at, says }) => `${source.path}:${lineAt(source.text, at)} ${says}`);
  });
}

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** Every node of a tree with its parent, from the outside in. */
export function* nodesOf(node: Node, parent?: Node): Generator<readonly [node: Node, parent: Node | undefined]> {
  yield [node, parent];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* nodesOf(child, node);
  }
}

export const isTest = (path: string): boolean => /\.(test|e2e)\.tsx?$/.test(path);
