import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { HELD } from '#server/personal-data/held.ts';

const read = (path: string): Promise<string> => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Returns every column of every table as `table.column`. */
async function columnsOfSchema(): Promise<string[]> {
  const schema = (await read('schema.sql')).replaceAll('"', '');
  return [...schema.matchAll(/^create table (\w+) \(\n(.*?)\n\);/gms)].flatMap(([, table, body = '']) =>
    [...body.matchAll(/^ {2}(?!constraint )(\w+)/gm)].map(([, column]) => `${table}.${column}`),
  );
}

type Row = { readonly table: string; readonly columns: readonly string[]; readonly download: string };

/** Reads docs/personal-data.md. It lists the columns that contain personal data and those that contain none. */
async function readDocument(): Promise<{ readonly personal: Row[]; readonly others: string[] }> {
  const text = await read('docs/personal-data.md');
  const personal = [...text.matchAll(/^\| `(\w+)` +\|(.+)\|$/gm)].map(([, table = '', cells = '']) => {
    const [columns = '', , , download = ''] = cells.split('|').map((cell) => cell.trim());
    return { table, columns: [...columns.matchAll(/`(\w+)`/g)].map(([, name = '']) => name), download };
  });
  const others = [...text.matchAll(/^- `(\w+)`: (.+)$/gm)].flatMap(([, table, columns = '']) =>
    columns.split(', ').map((column) => `${table}.${column}`),
  );
  return { personal, others };
}

test('docs/personal-data.md lists every column of every table once (ASVS 14.1.1)', async () => {
  const { personal, others } = await readDocument();
  const named = personal.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`));
  expect([...named, ...others].toSorted(), 'correct the columns in docs/personal-data.md').toEqual(
    (await columnsOfSchema()).toSorted(),
  );
});

test('the download reads every column that the document says it contains', async () => {
  const { personal } = await readDocument();
  const exported = personal.filter(({ download }) => !download.startsWith('no:')).map(({ table }) => table);
  expect(exported.toSorted(), 'correct docs/personal-data.md or HELD of src/server/personal-data/held.ts').toEqual(
    HELD.map(({ table }) => table).toSorted(),
  );
});

test('the download reads no secrets and no names of others', async () => {
  const given = HELD.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`));
  expect(given.filter((name) => /password|token|secret|payload|_hash$|\.body$|\.detail$|\.reply$/.test(name))).toEqual(
    [],
  );
  const schema = new Set(await columnsOfSchema());
  expect(given.filter((name) => !schema.has(name))).toEqual([]);
});
