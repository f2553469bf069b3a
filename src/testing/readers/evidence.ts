import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNode, nodesOf, parseSource, ROOT, type Node } from '#testing/tidy/source.ts';

/** Returns the trimmed cells of every table row of a Markdown text. Header rows are included. */
export const tableRows = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );

/** Returns the texts in backquotes. Most of them are paths. */
export const quotedIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, quoted = '']) => quoted);

/** Returns the repository paths that a text names. */
export const pathsIn = (text: string): string[] =>
  quotedIn(text).filter((path) => /^(src|e2e|decisions|docs|bench|crash|fuzz|scripts|deploy)\//.test(path));

/** Returns the paths that a text names and that do not exist. */
export const missingPaths = (text: string): string[] => pathsIn(text).filter((path) => !existsSync(join(ROOT, path)));

/**
 * Members of `test` that take a title and run the test. `test.skip` is not included, because a skipped test proves
 * nothing.
 */
const RUNNING = new Set(['each', 'step']);

const titlesByPath = new Map<string, readonly string[]>();

/**
 * Returns the titles of the tests and steps in a file as they are in the source, with `%s`, `$name` and `${…}`. Returns
 * an empty list if the file does not exist.
 */
export function testTitles(path: string): readonly string[] {
  const known = titlesByPath.get(path);
  if (known) return known;
  const source = parseSource(path, readTest(path));
  const titles = nodesOf(source.tree).flatMap(([node]) => {
    const [title] = node.type === 'CallExpression' && isRunning(node['callee']) ? (node['arguments'] as Node[]) : [];
    if (title?.type === 'Literal' && typeof title['value'] === 'string') return [title['value']];
    return title?.type === 'TemplateLiteral' ? [source.text.slice(title.start + 1, title.end - 1)] : [];
  });
  titlesByPath.set(path, titles);
  return titles;
}

/**
 * Returns whether the called function is `test`, `it` or one of their members, such as `test.each(cases)` and
 * `test.step`.
 */
function isRunning(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === 'Identifier') return callee['name'] === 'test' || callee['name'] === 'it';
  if (callee.type === 'CallExpression') return isRunning(callee['callee']);
  if (callee.type !== 'MemberExpression' || !isNode(callee['property'])) return false;
  return RUNNING.has(String(callee['property']['name'])) && isRunning(callee['object']);
}

const readTest = (path: string): string => (existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : '');

/**
 * Matches a test as a table names it: its file and its title. If the title belongs to several cases, one of them is
 * named too.
 */
const TEST = /`([^`]+)` “(.+?)”(?: of `([^`]+)`)?(?:; (?=`)|$)/gy;
const OF_SEVERAL = /%[sdijofc#]|\$\{|\$\w/;

/** Returns the faults of a cell that names the tests of a statement; an empty list if all of these tests exist. */
export function wrongEvidence(cell: string): string[] {
  const tests = [...cell.matchAll(TEST)];
  if (tests.length === 0) return ['names no test'];
  if (tests.map(([all]) => all).join('') !== cell) return [`cannot be read: ${cell}`];
  return tests.flatMap(([, path = '', title = '', example]) => {
    if (!testTitles(path).includes(title)) return [`${path} has no test “${title}”`];
    if (example === undefined) return OF_SEVERAL.test(title) ? [`${path} “${title}” needs a case`] : [];
    return readTest(path).includes(example) ? [] : [`${path} has no case ${example}`];
  });
}
