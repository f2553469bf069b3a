import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileStore } from '#server/platform/files/files.ts';
import { deleteUnusedTemplateFiles, UNUSED_KEPT_MS } from '#server/template/file-operations.ts';
import { createTemplate } from '#server/template/save-template.ts';
import { aTemplate } from '#testing/builders/template-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/** In these tests, one connection names a file while another one deletes the file. */
let w: World;
let admin: SignedIn;
let removed: string[];

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
});
afterAll(() => w.end());

const files: Pick<FileStore, 'remove'> = {
  remove: async (name) => void removed.push(name),
};

async function aFile(): Promise<string> {
  removed = [];
  const id = randomUUID();
  const row = { id, file_name: 'x.pdf', file_type: 'pdf' as const, size: 9, uploaded_by: admin.userId };
  await w.database.db.insertInto('template_file').values(row).execute();
  return id;
}

const naming = (fileId: string) => aTemplate({ contents: { en: { kind: 'file', fileId }, zh: null } });
const forget = () => deleteUnusedTemplateFiles(files)(w.database.db, Date.now() + UNUSED_KEPT_MS + 60_000);

test('keeps a file that another transaction is just naming', async () => {
  const fileId = await aFile();
  await w.database.db.transaction().execute(async (saving) => {
    await createTemplate(saving, admin.userId, naming(fileId));
    await forget();
  });
  expect(removed).toEqual([]);
  await forget();
  expect(removed).toEqual([]);
});

test('rejects naming a file that is just being deleted', async () => {
  const { db } = w.database;
  const fileId = await aFile();
  const saving = await db.transaction().execute(async (forgetting) => {
    await sql`select from template_file where id = ${fileId} for update`.execute(forgetting);
    const saved = db
      .transaction()
      .execute((transaction) => createTemplate(transaction, admin.userId, naming(fileId)))
      .catch((refused: unknown) => refused);
    await somebodyWaits();
    await forgetting.deleteFrom('template_file').where('id', '=', fileId).execute();
    return { saved };
  });
  expect(await saving.saved).toMatchObject({
    code: 'file_unknown',
    fields: { 'contents.en': { code: 'file_unknown' } },
  });
});

async function somebodyWaits(): Promise<void> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and query like '%template_file%'`.execute(
    w.database.db,
  );
  if (rows.length > 0) return;
  await setTimeout(20);
  await somebodyWaits();
}
