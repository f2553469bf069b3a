import { sql, type RawBuilder } from 'kysely';
import type { FieldChange } from '#domain/company/account-changes.ts';
import type { Person } from '#server/personal-data/person.ts';
import type { Db } from '#server/platform/database/database.ts';

type Forgetting = {
  readonly person: Person;
  /** What the person is called from now on. */
  readonly name: string;
  /** Companies that the person belongs to. */
  readonly accountIds: readonly string[];
};

/** Where companies name the person: as their contact, in their histories, in invitations. */
export async function forgetInCompanies(db: Db, forgetting: Forgetting): Promise<void> {
  const { person, accountIds } = forgetting;
  const { userId, email } = person;
  const alone = await findLeftAlone(db, person, accountIds);
  // Whoever is its contact, nobody can change that any more.
  await forgetContact(db, 'account', sql`id = any(${alone}::uuid[]) or lower(pic_email) = ${email}`);
  await sql`
    delete from company_registration where user_id = ${userId} and status = 'Rejected'`.execute(db);
  await forgetContact(
    db,
    'company_registration',
    sql`account_id = any(${alone}::uuid[]) or lower(pic_email) = ${email}`,
  );
  await sql`delete from webhook where account_id = any(${alone}::uuid[])`.execute(db);
  await sql`delete from beneficiary where account_id = any(${alone}::uuid[])`.execute(db);
  await sql`delete from account_invitation where accepted_by = ${userId} or lower(email) = ${email}`.execute(db);
  await sql`
    delete from account_invitation
    where accepted_at is null and (invited_by = ${userId} or account_id = any(${alone}::uuid[]))`.execute(db);
  await forgetInHistories(db, forgetting, alone);
}

/** Of the person's companies those that nobody else belongs to. */
async function findLeftAlone(db: Db, { userId }: Person, accountIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from account where id = any(${accountIds}::uuid[]) and not exists (
      select from account_member where account_id = account.id and user_id <> ${userId})`.execute(db);
  return rows.map(({ id }) => id);
}

const forgetContact = (db: Db, table: 'account' | 'company_registration', which: RawBuilder<unknown>) =>
  sql`
    update ${sql.table(table)} set pic_name = '', pic_email = '', pic_telephone = '', version = version + 1
    where ${which}`.execute(db);

const CONTACT_FIELDS = new Set(['picName', 'picEmail', 'picTelephone']);

type Line = { readonly id: string; readonly changes: readonly FieldChange[]; readonly is_contact: boolean };

/** Lines of histories name members by username or address, and say who was the contact before. */
async function forgetInHistories(db: Db, { person, name }: Forgetting, alone: readonly string[]): Promise<void> {
  const { username, email } = person;
  const names = [username.toLowerCase(), email];
  const { rows } = await sql<Line>`
    select id::text, changes,
      account_id = any(${alone}::uuid[]) or exists (
        select from jsonb_array_elements(changes) change where ${email} in (lower(change ->> 'before'), lower(change ->> 'after'))
      ) as is_contact
    from account_change
    where account_id = any(${alone}::uuid[]) or exists (
      select from jsonb_array_elements(changes) change
      where lower(change ->> 'field') = any(${names}::text[])
        or ${email} in (lower(change ->> 'before'), lower(change ->> 'after')))`.execute(db);
  for (const { id, changes, is_contact } of rows) {
    const kept = changes.map((change) => {
      if (is_contact && CONTACT_FIELDS.has(change.field)) return { ...change, before: '', after: '' };
      return names.includes(change.field.toLowerCase()) ? { ...change, field: name } : change;
    });
    await sql`update account_change set changes = ${JSON.stringify(kept)}::jsonb where id = ${id}::bigint`.execute(db);
  }
}
