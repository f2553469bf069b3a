import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAuditLine, listAuditLines } from '#contract/audit.ts';
import { createTickSize, updateTickSize } from '#contract/tick.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { grantRights } from '#server/platform/database/grant-rights.ts';
import { prepareDatabase } from '#server/platform/database/prepare-database.ts';
import { freshDatabase } from '#testing/world/database.ts';
import { worldOn, type World } from '#testing/world/world.ts';

/** The unique name of a role. Roles belong to the whole server, and other test files run at the same time. */
const ROLE = `app "${randomUUID().slice(0, 8)}`;
const quoted = `"${ROLE.replaceAll('"', '""')}"`;
let owner: Database;
let ownerUrl: string;
let w: World;

beforeAll(async () => {
  const { database, url = '' } = await freshDatabase();
  [owner, ownerUrl] = [database, url];
  await owner.exec(`create role ${quoted} login password 'own'`);
  const own = new URL(url);
  Object.assign(own, { username: encodeURIComponent(ROLE), password: 'own' });
  const restricted = await openDatabase({ url: own.href });
  await prepareDatabase(restricted, ownerUrl);
  w = await worldOn(restricted, own.href);
});
afterAll(async () => {
  await w.end();
  await owner.exec(`drop owned by ${quoted}; drop role ${quoted}`);
  await owner.close();
});

/** Runs a statement as the application's role. Reports `refused` if the role has no privilege for the statement. */
const triedAsApp = (statement: string): Promise<string> =>
  w.database.exec(statement).then(
    () => `${statement}: done`,
    (error: Error) =>
      `${statement}: ${/permission denied|must be owner/.test(error.message) ? 'refused' : error.message}`,
  );

test('the application uses a database role that can only add to the audit trail (ASVS 13.2.2, 16.4.2)', async () => {
  const admin = await w.signedIn({ role: 'Admin' });
  const { id } = (await w.call(admin, createTickSize, { body: { name: 'Fine', priceStep: 0.05 } })).data;
  const body = { name: 'Finer', priceStep: 0.02 };
  expect((await w.call(admin, updateTickSize, { params: { id }, body })).code).toBe('Success');
  const [line] = (await w.call(admin, listAuditLines)).data.items;
  const read = async () => (await w.call(admin, getAuditLine, { params: { id: line?.id ?? '' } })).data;
  const before = await read();
  expect(before.changes).toMatchObject([{ before: { name: 'Fine' }, after: { name: 'Finer' } }]);

  for (const table of ['audit_line', 'audit_change']) {
    const trigger = table === 'audit_line' ? 'keep_lines' : 'keep_changes';
    for (const change of [
      `update ${table} set id = default`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
      `drop trigger ${trigger} on ${table}`,
      `alter table ${table} disable trigger all`,
      `alter table ${table} owner to current_user`,
      `drop table ${table} cascade`,
      `create trigger mine before insert on ${table} for each row execute function keep_audit_trail()`,
    ])
      await expect(triedAsApp(change)).resolves.toBe(`${change}: refused`);
  }
  for (const change of [
    'drop function keep_audit_trail cascade',
    'create or replace function keep_audit_trail() returns trigger language plpgsql as $$ begin return null; end $$',
    'drop trigger note_change on tick_size',
    'set session_replication_role = replica',
    `update migration set checksum = ''`,
  ])
    await expect(triedAsApp(change)).resolves.toBe(`${change}: refused`);
  expect(await read()).toEqual(before);
});

test('a role that could change the audit trail stops the start with the reason and the remedy', async () => {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(owner.db);
  const role = rows[0]?.role ?? '';
  await expect(grantRights(owner, role)).rejects.toThrow(
    `the role "${role}" of DATABASE_URL can change the audit trail`,
  );
});
