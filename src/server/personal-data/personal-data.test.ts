import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { erasePersonalData, exportPersonalData, getPersonalData } from '#contract/personal-data.ts';
import { PERSONAL_SECTIONS } from '#domain/access/personal-data.ts';
import { hashPassword } from '#server/identity/password/password-hash.ts';
import { hashOfSubject } from '#server/identity/sign-in/sign-in-failures.ts';
import { nameOfErased } from '#server/personal-data/erase.ts';
import { HELD } from '#server/personal-data/held.ts';
import { insertPersonalRows, tracesOf } from '#testing/builders/personal-builders.ts';
import { insertPerson, moveToAccount, type TestPerson } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

const PASSWORD = 'Rimba-Solar-2031';
let w: World;
let passwordHash: string;
let seller: TestPerson;
beforeAll(async () => {
  w = await world();
  passwordHash = await hashPassword(PASSWORD);
  seller = await insertPerson(w.database.db);
});
afterAll(() => w.end());

const someone = (): Promise<SignedIn> => w.signedIn({ passwordHash });
const erase = (who: SignedIn, Password = PASSWORD) => w.call(who, erasePersonalData, { body: { Password } });

/** A person with a row in every table. The colleague in the same company has such rows in another company. */
let person: SignedIn;
let colleague: SignedIn;
beforeAll(async () => {
  const { db } = w.database;
  [person, colleague] = [await someone(), await someone()];
  await moveToAccount(db, colleague, { accountId: person.accountId, role: 'owner' });
  await sql`update account set company_name = 'Rimba Solar' where id = ${person.accountId}`.execute(db);
  await insertPersonalRows(db, person, seller);
  await insertPersonalRows(db, { ...colleague, accountId: seller.accountId }, seller);
});

/** Returns the tables that contain one of the texts. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { db } = w.database;
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  const like = sql`any(${texts.map((text) => `%${text}%`)}::text[])`;
  const looks = rows.map(
    ({ name }) =>
      sql`select ${name} as name where exists (select from ${sql.table(name)} one where one::text ilike ${like})`,
  );
  const found = await sql<{ name: string }>`${sql.join(looks, sql` union all `)} order by name`.execute(db);
  return found.rows.map(({ name }) => name);
}

type Download = {
  readonly userId: string;
  readonly sections: { section: string; title: string; tables: Record<string, unknown[]> }[];
};

test('the download covers every table with personal data, and contains nobody else’s (ASVS 14.1.2, 14.2.4)', async () => {
  const { text, status } = await w.call(person, exportPersonalData, { headers: { 'accept-language': 'zh' } });
  const { userId, sections } = JSON.parse(text) as Download;
  expect(status).toBe(200);
  expect(userId).toBe(person.userId);
  expect(sections.map(({ section }) => section)).toEqual([...PERSONAL_SECTIONS]);
  expect(sections[0]?.title).toBe('您的账号');
  const tables = Object.assign({}, ...sections.map((section) => section.tables)) as Record<string, unknown[]>;
  expect(HELD.map(({ table }) => table).filter((table) => tables[table]?.length === 0)).toEqual([]);
  const own = tracesOf(person);
  for (const trace of [person.username, own.email, own.contact, own.address, own.phone]) expect(text).toContain(trace);
  const others = tracesOf(colleague);
  for (const trace of [
    colleague.userId,
    colleague.username,
    others.email,
    others.contact,
    others.address,
    others.phone,
  ])
    expect(text).not.toContain(trace);
});

test('the page shows how much of each kind is held', async () => {
  const { data } = await w.call(person, getPersonalData);
  expect(data.sections.map(({ section }) => section)).toEqual([...PERSONAL_SECTIONS]);
  expect(data.sections.every(({ entries }) => entries > 0)).toBe(true);
  expect(data).toMatchObject({ hindrances: [], confirmBy: 'password' });
});

test('an erased person is named only where nothing can change, and the deals stay (ASVS 7.4.2)', async () => {
  const { db } = w.database;
  const { email, phone, contact, address } = tracesOf(person);
  const traces = [person.username, email, phone.slice(3), contact, address];
  const others = tracesOf(colleague);
  const before = await tablesWith([colleague.username, others.email, others.contact]);
  const bids = () =>
    sql`
    select h.* from bid_history h join bidder on bidder.id = bidder_id where user_id = ${person.userId}`.execute(db);
  const kept = (await bids()).rows;
  expect((await erase(person)).code).toBe('Success');
  // The audit line of the person's act as an administrator still names the person. The line of the erasure does not.
  expect(await tablesWith(traces)).toEqual(['audit_line']);
  expect(await tablesWith([colleague.username, others.email, others.contact])).toEqual(before);
  expect((await bids()).rows).toEqual(kept);
  const user = await db.selectFrom('app_user').selectAll().where('id', '=', person.userId).executeTakeFirstOrThrow();
  expect(user).toMatchObject({ username: nameOfErased(person.userId), email: '', phone_number: null });
  expect((await w.call(person, getPersonalData)).code).toBe('session_revoked');
  expect((await w.call(colleague, getPersonalData)).code).toBe('Success');
  const line = await db.selectFrom('audit_line').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  expect(line).toMatchObject({
    action: 'POST /personal-data/erasure',
    about: nameOfErased(person.userId),
    username: nameOfErased(person.userId),
    subject: { userId: person.userId },
    address: '',
  });
  expect(await db.selectFrom('audit_change').select('id').where('line_id', '=', line.id).execute()).toEqual([]);
});

test('a wrong password erases nothing, and after some of them even the right one must wait', async () => {
  const other = await someone();
  expect(await erase(other, '')).toMatchObject({ fields: { Password: { code: 'field_required' } } });
  expect(await erase(other, 'wrong')).toMatchObject({ fields: { Password: { code: 'current_password_incorrect' } } });
  const failures = w.database.db.updateTable('sign_in_failure').set({ rest_until: new Date(Date.now() + 60_000) });
  await failures.where('subject_hash', '=', hashOfSubject({ kind: 'password', name: other.userId })).execute();
  expect((await erase(other)).code).toBe('account_locked');
  expect((await w.call(other, getPersonalData)).code).toBe('Success');
});

test('username and address are free for another user', async () => {
  const other = await someone();
  await erase(other);
  expect((await w.signedIn({ username: other.username })).userId).not.toBe(other.userId);
});
