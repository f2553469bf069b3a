import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Remark, SameNumber } from '#contract/company/registration.ts';
import type { RegistrationTab } from '#contract/basics/choices.ts';
import { OPEN_STATUSES } from '#domain/company/registration.ts';
import { companyNameFor } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import type { RowSource } from '#server/platform/export/batches.ts';
import { countRows } from '#server/platform/database/page.ts';
import type { Call } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { containing } from '#server/platform/database/search.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';

export type RegistrationRow = Selectable<Tables['company_registration']> & {
  readonly username: string;
  readonly email: string;
  readonly taker: string | null;
};

const FROM = sql`
  from company_registration r join app_user u on u.id = r.user_id left join app_user t on t.id = r.taken_up_by`;

/** Returns the registrations that match `which`, with the names of registrant and admin. */
export async function findRegistrations(db: Db, which: RawBuilder<unknown>): Promise<RegistrationRow[]> {
  const { rows } =
    await sql<RegistrationRow>`select r.*, u.username, u.email, t.username as taker ${FROM} ${which}`.execute(db);
  return rows;
}

/**
 * Returns a registration.
 * @throws Refused not_found
 */
export async function requireRegistration(db: Db, id: string): Promise<RegistrationRow> {
  const [row] = await findRegistrations(db, sql`where r.id = ${id}`);
  if (!row) throw new Refused('not_found');
  return row;
}

export const countRegistrations = (db: Db, which: RawBuilder<unknown>): Promise<number> =>
  countRows(db, sql`${FROM} ${which}`);

/**
 * Locks a registration until the transaction ends. If two people act at once, the second one sees the first one's
 * change.
 */
export async function lockRegistration(db: Db, which: RawBuilder<unknown>) {
  const { rows } = await sql<Pick<RegistrationRow, 'id' | 'status' | 'version'>>`
    select id, status, version from company_registration where ${which} for update`.execute(db);
  return rows[0];
}

const OPEN = sql.join(OPEN_STATUSES);

/** Matches the registrations of a user that are not decided yet. */
export const isOpenOf = (userId: string): RawBuilder<unknown> => sql`user_id = ${userId} and status in (${OPEN})`;

/**
 * SQL condition of each tab. New has all registrations that wait for an admin or the registrant
 * (docs/rules.md#registrations).
 */
const TABS: Record<RegistrationTab, RawBuilder<unknown>> = {
  All: sql`true`,
  New: sql`r.status in (${OPEN})`,
  Approved: sql`r.status = 'Approved'`,
  Rejected: sql`r.status = 'Rejected'`,
};

type Filter = { readonly status: RegistrationTab; readonly companyName: string; readonly search: string };

/**
 * SQL: the registrations that match a filter. `companyName` matches the company's name in either language. `search`
 * also matches the registration number and the registrant.
 */
export function matching({ status, companyName, search }: Filter): RawBuilder<unknown> {
  const named = containing(companyName);
  const sought = containing(search);
  return sql`where ${TABS[status]}
    and (r.company_name ilike ${named} escape '\\' or r.english_company_name ilike ${named} escape '\\')
    and (r.company_name ilike ${sought} escape '\\' or r.english_company_name ilike ${sought} escape '\\'
      or r.registration_number ilike ${sought} escape '\\' or u.username ilike ${sought} escape '\\')`;
}

/** Newest first, regardless of status. */
export const IN_ORDER = sql`order by r.submitted_at desc, r.id`;

/** Returns all registrations that match a filter, for an export. */
export const registrationSource = (filter: Filter): RowSource<RegistrationRow> => ({
  ids: sql`select r.id ${FROM} ${matching(filter)}`,
  order: IN_ORDER,
  load: (db, ids) => findRegistrations(db, sql`where r.id = any(${[...ids]}::uuid[])`),
  idOf: ({ id }) => id,
});

/** Stores a step of a registration with its remark. */
export async function addRemark(
  db: Db,
  {
    registrationId,
    userId,
    ...remark
  }: { registrationId: string; userId: string } & Pick<Remark, 'action' | 'content'>,
): Promise<void> {
  const row = { registration_id: registrationId, user_id: userId, ...remark };
  await db.insertInto('registration_remark').values(row).execute();
}

/** Returns the remarks of a registration, oldest first. */
export async function findRemarks(db: Db, registrationId: string): Promise<Remark[]> {
  const { rows } = await sql<Remark>`
    select ${isoTime('m.at')} as at, m.action, m.content, u.username from registration_remark m join app_user u on u.id = m.user_id
    where m.registration_id = ${registrationId} order by m.id`.execute(db);
  return rows;
}

const SAME_NUMBER_MAX = 20;

/** A registration or an account. For an account, `id` is null and `account_id` contains the account's id. */
type Numbered = Pick<RegistrationRow, 'country' | 'registration_number' | 'account_id'> & {
  readonly id: string | null;
};

type Reading = Pick<Call, 'db' | 'language'>;

/**
 * Returns other accounts and registrations with the same number in the same country. Spaces, hyphens and case do not
 * count. Approved registrations are left out, because their accounts are in the result. An empty number matches
 * nothing.
 */
export async function findSameNumber({ db, language }: Reading, row: Numbered): Promise<SameNumber[]> {
  const isSame = sql`country = ${row.country}
    and translate(upper(registration_number), ' -', '') = translate(upper(${row.registration_number}), ' -', '')
    and registration_number <> ''`;
  const { rows } = await sql<SameNumber>`
    select 'account' as kind, id, ${companyNameFor(language, sql`account`)} as "companyName", status from account
    where ${isSame} and id is distinct from ${row.account_id}::uuid
    union all
    select 'registration', id, ${companyNameFor(language, sql`company_registration`)}, status from company_registration
    where ${isSame} and id is distinct from ${row.id}::uuid and status <> 'Approved'
    order by kind, "companyName", id limit ${SAME_NUMBER_MAX}`.execute(db);
  return rows;
}
