import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { isNode, nodesOf, parseSource, type Node } from '#testing/tidy/source.ts';

/** `schema.sql` is what a migrated database holds (schema.test.ts); the types of queries must say the same. */
const read = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8');

/** Columns by `table.column`, with whether they may be null. */
type Columns = Record<string, boolean>;

function columnsOfSchema(schema: string): Columns {
  const tables = [
    ...schema
      .replaceAll('"', '')
      .replaceAll(/^ *--.*\n/gm, '')
      .matchAll(/^create table (\w+) \(\n(.*?)\n\);/gms),
  ];
  const lines = tables.flatMap(([, table = '', body = '']) =>
    body.split(',\n').map((line) => ({ table, line: line.trim() })),
  );
  return Object.fromEntries(
    lines
      .filter(({ line }) => !line.startsWith('constraint '))
      // The migrations' own bookkeeping is nobody else's.
      .filter(({ table }) => table !== 'migration')
      .map(({ table, line }) => [`${table}.${line.split(' ')[0]}`, !line.includes(' not null')]),
  );
}

const membersOf = (type: unknown): Node[] =>
  isNode(type) && Array.isArray(type.members) ? type.members.filter(isNode) : [];
const typeOf = ({ typeAnnotation }: Node): unknown => isNode(typeAnnotation) && typeAnnotation.typeAnnotation;
const nameOf = ({ key }: Node): string => (isNode(key) ? String(key.name) : '');

function columnsOfTypes(text: string): Columns {
  const tables = nodesOf(parseSource('tables.ts', text).tree).find(
    ([{ type, id }]) => type === 'TSTypeAliasDeclaration' && isNode(id) && /^\w+Tables$/.test(String(id.name)),
  );
  return Object.fromEntries(
    membersOf(tables?.[0].typeAnnotation).flatMap((table) =>
      membersOf(typeOf(table)).map((column): [string, boolean] => {
        const said = text.slice(column.start, column.end);
        return [`${nameOf(table)}.${nameOf(column)}`, /\bnull\b/.test(said)];
      }),
    ),
  );
}

const sayColumn = (mayBeNull: boolean | undefined): string =>
  mayBeNull === undefined ? 'missing' : mayBeNull ? 'may be null' : 'not null';

test('the types name every column of the database, and which of them may be null', async () => {
  const wanted = columnsOfSchema(await read('../../../../schema.sql'));
  expect(Object.keys(wanted).length).toBeGreaterThan(100);
  const files = await readdir(new URL('.', import.meta.url));
  const texts = await Promise.all(files.filter((file) => /(^|-)tables\.ts$/.test(file)).map(read));
  const said: Columns = Object.assign({}, ...texts.map(columnsOfTypes));
  const differing = [...new Set([...Object.keys(wanted), ...Object.keys(said)])].filter(
    (column) => wanted[column] !== said[column],
  );
  expect(
    differing.map(
      (column) =>
        `${column}: ${sayColumn(wanted[column])} in schema.sql, ${sayColumn(said[column])} in src/server/platform/tables`,
    ),
  ).toEqual([]);
});
