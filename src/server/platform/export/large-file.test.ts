import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportAccounts } from '#contract/company/company.ts';
import type { Db } from '#server/platform/database/database.ts';
import { exportList } from '#server/platform/export/export.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/** One row more than a file for people may have. */
const ROWS = 100_001;

let w: World;
let admin: SignedIn;
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  const company = await w.signedIn();
  await sql`
    insert into account (id, ${sql.join(COPIED.map((column) => sql.ref(column)))}, company_name)
    select gen_random_uuid(), ${sql.join(COPIED.map((column) => sql.ref(column)))}, 'Company ' || place
    from account, generate_series(1, ${ROWS}) place where id = ${company.accountId}`.execute(w.database.db);
}, 120_000);
afterAll(() => w.end());

const COPIED = ['english_company_name', 'registration_number', 'business_type', 'country', 'province'].concat(
  ['registered_address', 'business_address', 'pic_name', 'pic_email', 'pic_telephone', 'contact_number'],
  ['sst_number', 'contract_account_number', 'status'],
);

const accounts = (loaded: (count: number) => void) => ({
  name: 'accounts',
  columns: [{ key: 'id', raw: ({ id }: { readonly id: string }) => id }],
  ids: sql`select id from account`,
  order: sql`order by id`,
  load: async (db: Db, ids: readonly string[]) => {
    loaded(ids.length);
    return db.selectFrom('account').select('id').where('id', 'in', ids).execute();
  },
  idOf: ({ id }: { readonly id: string }) => id,
});

test('a long file for programs is written in batches, and only its beginning is in memory', async () => {
  const batches: number[] = [];
  const list = accounts((count) => batches.push(count));
  const file = await exportList(w.database.db, list, { format: 'jsonl', timeZone: 'UTC' });
  expect(Math.max(...batches)).toBeLessThanOrEqual(1_000);
  expect(file.bytes.length).toBeLessThanOrEqual(1_048_576);
  const parts = [Buffer.from(file.bytes)];
  for await (const part of file.rest ?? []) parts.push(Buffer.from(part));
  const ids = Buffer.concat(parts)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly id: string }).id);
  expect(new Set(ids).size).toBeGreaterThanOrEqual(ROWS);
  expect(ids).toEqual(ids.toSorted());
}, 60_000);

test('programs get the list that is too long for a spreadsheet', async () => {
  const read = (format: string) => {
    const url = `/auction-api${exportAccounts.path}?format=${format}`;
    return w.app.inject({ url, headers: { authorization: `Bearer ${admin.token}` } });
  };
  expect((await read('csv')).json()).toMatchObject({ code: 'export_too_large' });
  const { statusCode, body } = await read('data-csv');
  expect(statusCode).toBe(200);
  expect(body.split('\r\n').length).toBeGreaterThan(ROWS);
}, 60_000);
