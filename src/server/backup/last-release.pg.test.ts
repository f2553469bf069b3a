import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeRecord } from '#contract/award/judge-record.ts';
import { getRecordAsAdmin } from '#contract/award/record.ts';
import { RECORD_PROOFS } from '#server/award/record-proofs.ts';
import type { Manifest } from '#server/backup/manifest.ts';
import { restoreBackup, restoringIn } from '#server/backup/restore-backup.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { readMigrations } from '#server/platform/database/migrate.ts';
import { folderStore } from '#server/platform/files/files.ts';
import { emptyDatabase } from '#testing/world/database.ts';
import { temporaryFolder, type TemporaryFolder } from '#testing/world/temporary-folder.ts';
import { worldOn, type World } from '#testing/world/world.ts';

/** A backup of a year of demo data without its images. The older release itself made the backup. */
const ARCHIVE = fileURLToPath(new URL('../../testing/releases/0035.tar.gz', import.meta.url));

let home: TemporaryFolder;
let manifest: Manifest;
let w: World;
beforeAll(async () => {
  home = await temporaryFolder('release');
  const url = await emptyDatabase();
  manifest = await restoreBackup(ARCHIVE, {
    ...restoringIn({ url }),
    files: folderStore(home.path),
    replaces: false,
  });
  w = await worldOn(await openDatabase({ url }), url, { GREENLOT_DATA: home.path });
});
afterAll(async () => {
  await w.end();
  await home.remove();
});

test('migrates its data to the newest schema: every row is there, and the ledger balances', async () => {
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(w.database.db);
  expect(rows.map(({ name }) => name)).toEqual((await readMigrations()).map(({ name }) => name));
  const counted = await sql<{ n: number }>`select count(*)::int as n from bid_history`.execute(w.database.db);
  const written = manifest.tables.find(({ name }) => name === 'bid_history')?.rows ?? 0;
  expect(written).toBeGreaterThan(100);
  expect(counted.rows[0]?.n).toBeGreaterThanOrEqual(written);
  const { entries, problems } = await proveLedger(w.database.db);
  expect([entries > 300, problems]).toEqual([true, []]);
});

test('records of its auctions verify under the same key', async () => {
  const admin = await w.signedIn({ role: 'Admin' });
  const { rows } = await sql<{ id: string }>`
    select id from auction where closed_at is not null order by closed_at desc limit 3`.execute(w.database.db);
  expect(rows).toHaveLength(3);
  for (const { id } of rows) {
    const { text } = await w.call(admin, getRecordAsAdmin, { params: { id } });
    expect(judgeRecord(text, RECORD_PROOFS)).not.toHaveProperty('what');
  }
});
