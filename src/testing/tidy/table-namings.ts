import { isNode, isTest, nodesOf, type Node, type Source } from '#testing/tidy/source.ts';

/** A place in the server's code where a database table is named. */
type Naming = { readonly path: string; readonly table: string; readonly isWriting: boolean };

const READING = /^(selectFrom|from|using|\w*[jJ]oin(Lateral)?)$/;
const WRITING = /^(insertInto|updateTable|deleteFrom|mergeInto|replaceInto)$/;
const IN_SQL = /\b(from|join|using|into|update|table|only|,)\s+"?(\w+)"?/gi;

/** Returns the tables that a server file names in calls of the query builder and in SQL texts. */
export function namingsIn({ path, tree }: Source, tables: ReadonlySet<string>): Naming[] {
  if (!path.startsWith('src/server/') || isTest(path)) return [];
  const found = nodesOf(tree).flatMap(([node]) => [...inBuilder(node), ...inSql(node)]);
  return found.filter(({ table }) => tables.has(table)).map((naming) => ({ path, ...naming }));
}

function inBuilder(node: Node): Omit<Naming, 'path'>[] {
  const { callee, arguments: given } = node;
  if (node.type !== 'CallExpression' || !isNode(callee) || !isNode(callee.property)) return [];
  const method = String(callee.property.name);
  if (!READING.test(method) && !WRITING.test(method)) return [];
  const [first] = given as readonly Node[];
  const named = first?.type === 'ArrayExpression' ? (first.elements as readonly Node[]) : first ? [first] : [];
  return named.map(({ value }) => ({ table: String(value).split(' ')[0] ?? '', isWriting: WRITING.test(method) }));
}

function inSql(node: Node): Omit<Naming, 'path'>[] {
  if (node.type !== 'TemplateElement' && !(node.type === 'Literal' && typeof node.value === 'string')) return [];
  const value = node.type === 'Literal' ? node.value : (node.value as { readonly cooked: string }).cooked;
  const text = String(value);
  return [...text.matchAll(IN_SQL)].map(({ 1: word = '', 2: table = '', index }) => ({
    table,
    isWriting: /into|update/i.test(word) || (/from/i.test(word) && /delete\s*$/i.test(text.slice(0, index))),
  }));
}
