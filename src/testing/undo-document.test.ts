import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** Returns the operations that change something, as a document lists them in its tables. */
async function operationsOf(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8');
  const named = [...text.matchAll(/^\| `((?:POST|PUT|DELETE) [^ `]+)/gm)].flatMap(([, operation]) => operation ?? []);
  return named.toSorted((a, b) => a.localeCompare(b));
}

test('docs/undo.md puts each operation that changes something into one class', async () => {
  const listed = await operationsOf('docs/undo.md');
  const all = await operationsOf('docs/permissions.md');
  expect(listed).toEqual([...new Set(all)]);
});
