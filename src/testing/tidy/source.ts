import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * A source file of this repository, which is parsed once for all rules. Its path is relative to the root of the
 * repository.
 */
export type Source = {
  readonly path: string;
  readonly text: string;
  readonly tree: Node;
  readonly comments: readonly { readonly value: string; readonly start: number; readonly end: number }[];
};

/** A node of a syntax tree, with the members that the rules use. */
export type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
};

/** A finding of a rule at an offset in a file. Offset 0 is for findings about the whole file. */
export type Finding = { readonly at: number; readonly says: string };
export type Rule = (source: Source) => Finding[];

const FOLDERS = ['src', 'tests', 'bench', 'scripts', 'clients'];
/** Files that the build of a client package writes. */
const BUILT = /^clients\/[^/]+\/(dist|node_modules|src\/generated)\//;
const OURS = /(?<!\.gen|\.d\.json)\.(ts|tsx|mjs)$/;

export function readSources(): Source[] {
  const paths = FOLDERS.filter((folder) => existsSync(join(ROOT, folder))).flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  const atTheRoot = readdirSync(ROOT).filter((name) => name.endsWith('.config.ts'));
  return [...paths, ...atTheRoot]
    .filter((path) => OURS.test(path) && !BUILT.test(path))
    .toSorted()
    .map((path) => parseSource(path, readFileSync(join(ROOT, path), 'utf8')));
}

export function parseSource(path: string, text: string): Source {
  const { program, comments } = parseSync(path, text);
  return { path, text, tree: program as unknown as Node, comments };
}

/** Returns every finding of a rule in the form `path:line message`. */
export function offences(sources: readonly Source[], rule: Rule): string[] {
  return sources.flatMap((source) => {
    return rule(source).map(({ at, says }) => `${source.path}:${lineAt(source.text, at)} ${says}`);
  });
}

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';

type NodeAndParent = readonly [node: Node, parent: Node | undefined];

/** Caches the nodes of each tree. All rules walk the same trees, and walking takes most of their time. */
const walked = new WeakMap<Node, readonly NodeAndParent[]>();

/** Returns every node of a tree with its parent. A parent comes before its children. */
export function nodesOf(tree: Node): readonly NodeAndParent[] {
  const known = walked.get(tree);
  if (known) return known;
  const found: NodeAndParent[] = [];
  walk(tree, undefined, found);
  walked.set(tree, found);
  return found;
}

function walk(node: Node, parent: Node | undefined, found: NodeAndParent[]): void {
  found.push([node, parent]);
  for (const key in node) {
    const value = node[key];
    if (Array.isArray(value)) {
      for (const child of value) if (isNode(child)) walk(child, node, found);
    } else if (isNode(value)) walk(value, node, found);
  }
}

export const isTest = (path: string): boolean => /\.(test|e2e)\.tsx?$/.test(path);
