import { randomBytes } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { erasePersonalData } from '#contract/personal-data.ts';
import type { Language } from '#domain/basics/language.ts';
import { lockAccount, recordChange } from '#server/company/account-rows.ts';
import { sessionOfKey } from '#server/platform/http/session-of-key.ts';
import { findUser } from '#server/identity/user-rows.ts';
import { hashPassword } from '#server/identity/password/password-hash.ts';
import { deleteSessionsOf, type SessionEnds } from '#server/identity/session/user-session.ts';
import { findHindrances } from '#server/personal-data/hindrances.ts';
import { personOf, type Person } from '#server/personal-data/person.ts';
import { beginAct, endAct, type Actor } from '#server/platform/http/audit.ts';
import type { Db } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { FieldChange } from '#domain/company/account.ts';

/**
 * The username of an erased person. It has a space, which no other username may have. The name depends only on the id,
 * so that erasing again after a restore gives the same name.
 */
export const nameOfErased = (userId: string): string => `erased ${userId.slice(0, 13).replace('-', '')}`;

type Erasing = {
  readonly userId: string;
  /** Language of the name in a refusal. */
  readonly language: Language;
  /** The administrator on whose behalf an operator erases. Undefined if the person erases itself. */
  readonly actor?: Actor;
};

/**
 * Erases a person in the caller's transaction. Returns the sessions that ended. The caller announces them after the
 * commit.
 * @throws Refused `erasure_…` if something of the person is open, with its name; `not_found` if the person does not
 * exist or is erased already
 */
export async function eraseUser(
  { ends }: { readonly ends: SessionEnds },
  db: Db,
  { userId, language, actor }: Erasing,
): Promise<string[]> {
  // Hashes and checks before any lock: the hash takes long, and a refused erasure must not block others.
  await refuseHindered(db, language, userId);
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  const accountIds = await lockPerson(db, userId);
  const user = await findUser(db, userId);
  if (!user) throw new Refused('not_found');
  await refuseHindered(db, language, userId);
  const person = personOf(user);
  const name = nameOfErased(userId);
  // Ends the act before values are erased. Otherwise the database would copy the erased values into the audit trail,
  // which is never deleted.
  const itself = { userId, username: name, address: '', session: '' };
  await beginAct(db, actor ?? itself, {
    action: `${erasePersonalData.method} ${erasePersonalData.path}`,
    subject: { userId },
    detail: { name },
  });
  await endAct(db);
  const keys = await endKeys(db, userId);
  await ends.notify(db, keys);
  const ended = [...(await deleteSessionsOf({ ends }, db, userId)), ...keys];
  await eraseInCompanies(db, { person, name, accountIds });
  for (const { accountId, role } of await leaveCompanies(db, userId)) {
    const changes = [{ field: name, before: role, after: '' }];
    await recordChange(db, { accountId, userId, kind: 'member_removed', changes });
  }
  await eraseOwnRows(db, person);
  await renameUser(db, { userId, name, passwordHash });
  return ended;
}

async function refuseHindered(db: Db, language: Language, userId: string): Promise<void> {
  const [hindrance] = await findHindrances(db, language, userId);
  if (hindrance) throw new Refused(hindrance.code, { name: hindrance.name });
}

/**
 * Locks the person's companies in the order of their ids, then the person. All changes of members use this order. From
 * then on, a transaction that would begin something for the person waits, and is refused after the erasure
 * (migration 0041). Returns the ids of the person's companies.
 */
async function lockPerson(db: Db, userId: string): Promise<string[]> {
  // If the last two administrators erase themselves in parallel, the second call must see that the first one is gone.
  await sql`select pg_advisory_xact_lock(hashtextextended('erasure', 0))`.execute(db);
  const companies = async (): Promise<string[]> => {
    const { rows } = await sql<{ account_id: string }>`
      select account_id from account_member where user_id = ${userId} order by account_id`.execute(db);
    return rows.map((row) => row.account_id);
  };
  const before = await companies();
  for (const id of before) await lockAccount(db, id);
  const { rows } = await sql`
    select id from app_user where id = ${userId} and erased_at is null for update`.execute(db);
  if (rows.length === 0) throw new Refused('not_found');
  // If the person joined a company meanwhile, locking it now would break the order and could cause a deadlock.
  if ((await companies()).join() !== before.join()) throw new Refused('service_busy');
  return before;
}

/**
 * Revokes the person's keys, because a key acts for its maker. The rows of the keys stay, because bid histories refer
 * to them.
 */
async function endKeys(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update api_key set revoked_at = coalesce(revoked_at, now()), revoked_by = coalesce(revoked_by, ${userId})
    where user_id = ${userId} returning id`.execute(db);
  await sql`
    update api_key_act set address = ''
    where api_key_id in (select id from api_key where user_id = ${userId})`.execute(db);
  return rows.map(({ id }) => sessionOfKey(id));
}

async function leaveCompanies(db: Db, userId: string) {
  const { rows } = await sql<{ accountId: string; role: string }>`
    delete from account_member where user_id = ${userId} returning account_id as "accountId", role`.execute(db);
  return rows;
}

const OWN_TABLES = [
  'trusted_device',
  'client_consent',
  'identity_ticket',
  'foreign_identity',
  'idempotent_request',
  'notice',
  'notice_choice',
  'calendar_link',
  'watch',
  'user_tour',
];

/**
 * Deletes the rows that concern only this person and no trade. They include waiting emails, and the outbox rows of sent
 * ones.
 */
async function eraseOwnRows(db: Db, { userId, reachedBy, failureHashes }: Person): Promise<void> {
  for (const table of OWN_TABLES) await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(db);
  await sql`delete from one_time_code where subject = any(${reachedBy}::text[])`.execute(db);
  await sql`delete from sign_in_failure where subject_hash = any(${failureHashes}::text[])`.execute(db);
  await sql`delete from hub_token where claims ->> 'userId' = ${userId}`.execute(db);
  await sql`delete from outbox where lower(recipient) = any(${reachedBy}::text[])`.execute(db);
}

/**
 * Replaces the username and clears the email address and phone. Afterwards nobody can find the user by the old values.
 */
async function renameUser(
  db: Db,
  { userId, name, passwordHash }: { userId: string; name: string; passwordHash: string },
): Promise<void> {
  await sql`
    update app_user
    set username = ${name}, email = '', password_hash = ${passwordHash}, role_name = 'User', auction_user_role = 'User', admin_roles = null,
      phone_code = null, phone_number = null, email_proven_at = null, phone_proven_at = null, time_zone = null,
      erased_at = now()
    where id = ${userId}`.execute(db);
}

type Erasure = {
  readonly person: Person;
  /** The person's new name. */
  readonly name: string;
  /** Companies that the person belongs to. */
  readonly accountIds: readonly string[];
};

/** Removes the person's data from companies: from contact persons, histories and invitations. */
async function eraseInCompanies(db: Db, erasure: Erasure): Promise<void> {
  const { person, accountIds } = erasure;
  const { userId, email } = person;
  const alone = await findLeftAlone(db, person, accountIds);
  // Companies in `alone` have no member left who could change the contact person. So any contact person is removed.
  await eraseContact(db, 'account', sql`id = any(${alone}::uuid[]) or lower(pic_email) = ${email}`);
  await sql`
    delete from company_registration where user_id = ${userId} and status = 'Rejected'`.execute(db);
  const isTheirs = sql`account_id = any(${alone}::uuid[]) or lower(pic_email) = ${email}`;
  await eraseContact(db, 'company_registration', isTheirs);
  await sql`delete from webhook where account_id = any(${alone}::uuid[])`.execute(db);
  await sql`delete from beneficiary where account_id = any(${alone}::uuid[])`.execute(db);
  await sql`delete from account_invitation where accepted_by = ${userId} or lower(email) = ${email}`.execute(db);
  await sql`
    delete from account_invitation
    where accepted_at is null and (invited_by = ${userId} or account_id = any(${alone}::uuid[]))`.execute(db);
  await eraseInHistories(db, erasure, alone);
}

/** Returns the person's companies that have no other member. */
async function findLeftAlone(db: Db, { userId }: Person, accountIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from account where id = any(${accountIds}::uuid[]) and not exists (
      select from account_member where account_id = account.id and user_id <> ${userId})`.execute(db);
  return rows.map(({ id }) => id);
}

const eraseContact = (db: Db, table: 'account' | 'company_registration', which: RawBuilder<unknown>) =>
  sql`
    update ${sql.table(table)} set pic_name = '', pic_email = '', pic_telephone = '', version = version + 1
    where ${which}`.execute(db);

const CONTACT_FIELDS = new Set(['picName', 'picEmail', 'picTelephone']);

type Line = { readonly id: string; readonly changes: readonly FieldChange[]; readonly is_contact: boolean };

/** Removes the person from the histories of companies, whose lines name members and former contact persons. */
async function eraseInHistories(db: Db, { person, name }: Erasure, alone: readonly string[]): Promise<void> {
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
