import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askEverything } from '#testing/permissions/matrix.ts';
import { openStage, WHO, type Stage } from '#testing/permissions/stage.ts';
import { AUCTION_CALLS, readTable, written } from '#testing/permissions/table.ts';

const TABLE = new URL('../../docs/permissions.md', import.meta.url);

let stage: Stage;
beforeAll(async () => void (stage = await openStage()));
afterAll(() => stage.w.end());

/** Makes about five thousand calls (decision 43). */
test(
  'everyone gets from every operation what the table of permissions says (ASVS 8.1.1, 8.2.1, 8.2.2)',
  { timeout: 600_000 },
  async () => {
    const { marks, rows } = readTable(await readFile(TABLE, 'utf8'), AUCTION_CALLS);
    const lines = await askEverything(stage);
    // Compares without order: the table in the document is sorted for readers.
    expect(lines.map((line) => written(line, WHO, marks)).toSorted()).toEqual(rows.toSorted());
  },
);
