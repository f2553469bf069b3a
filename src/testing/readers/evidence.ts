import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNode, nodesOf, parseSource, ROOT, type Node } from '#testing/tidy/source.ts';

/** Returns the cells of every table row of a Markdown text, trimmed. Headings are rows too. */
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

/** Returns the texts in backquotes, mostly paths. */
export const quotedIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, quoted = '']) => quoted);

/** Returns the repository paths that a text names. */
export const pathsIn = (text: string): string[] =>
  quotedIn(text).filter((path) => /^(src|e2e|decisions|docs|bench|crash|fuzz|scripts|deploy)\//.test(path));

/** Returns the paths that a text names and that do not exist. */
export const missingPaths = (text: string): string[] => pathsIn(text).filter((path) => !existsSync(join(ROOT, path)));

/** Members of `test` that take a title and run. A skipped test proves nothing. */
const RUNNING = new Set(['each', 'step']);

const titlesByPath = new Map<string, readonly string[]>();

/**
 * Returns the titles of the tests and steps in a file as its source writes them, with `%s`, `$name` and `${…}`. Returns
 * none for a missing file.
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

/** Returns whether a callee is `test`, `it` or one of their members: `test.each(cases)`, `test.step`. */
function isRunning(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === 'Identifier') return callee['name'] === 'test' || callee['name'] === 'it';
  if (callee.type === 'CallExpression') return isRunning(callee['callee']);
  if (callee.type !== 'MemberExpression' || !isNode(callee['property'])) return false;
  return RUNNING.has(String(callee['property']['name'])) && isRunning(callee['object']);
}

const readTest = (path: string): string => (existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : '');

/** A test as a table names it: its file, its title, and one case if the title stands for several. */
const TEST = /`([^`]+)` “(.+?)”(?: of `([^`]+)`)?(?:; (?=`)|$)/gy;
const OF_SEVERAL = /%[sdijofc#]|\$\{|\$\w/;

/** Returns what is wrong with a cell that names the tests of a statement. Empty if each of them exists. */
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
