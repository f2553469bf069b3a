import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { QueryOf } from '#contract/basics/route.ts';
import type { AccountMember, AccountSummary, AdminAccount, listAccounts } from '#contract/company/company.ts';
import { changesBetween, judgeEdit, type AccountChangeKind, type FieldChange } from '#domain/company/account.ts';
import { companyChoices } from '#server/company/company-choices.ts';
import { companyOf, columnsOf } from '#server/company/company-columns.ts';
import { findSameNumber } from '#server/company/registration-rows.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Call } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { containing } from '#server/platform/database/search.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import { judgeCompany, type CompanyChoices, type CompanyFields, type Company } from '#domain/company/company.ts';
import { tidyTexts } from '#domain/basics/text.ts';

export type AccountRow = Omit<Selectable<Tables['account']>, 'created_at'> & { readonly created_at: Date };

type AccountFilter = Pick<QueryOf<typeof listAccounts>, 'search' | 'status' | 'country' | 'businessType'>;

/** SQL: the accounts that match a filter. `search` matches a company name in any language, or a registration number. */
export function matchingAccounts({ search, status, country, businessType }: AccountFilter): RawBuilder<unknown> {
  const sought = containing(search);
  return sql`where not is_simulated and (company_name ilike ${sought} escape '\\' or english_company_name ilike ${sought} escape '\\'
      or registration_number ilike ${sought} escape '\\')
    and ${status ? sql`status = ${status}` : sql`true`} and ${country ? sql`country = ${country}` : sql`true`}
    and ${businessType ? sql`business_type = ${businessType}` : sql`true`}`;
}

/** Returns the accounts that match the condition `which`. */
export async function findAccounts(db: Db, which: RawBuilder<unknown>): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`select * from account ${which}`.execute(db);
  return rows;
}

/**
 * Returns an account. `lock` is SQL that locks the row.
 * @throws Refused not_found
 */
export async function requireAccount(db: Db, id: string, lock = sql``): Promise<AccountRow> {
  const [row] = await findAccounts(db, sql`where id = ${id} ${lock}`);
  if (!row) throw new Refused('not_found');
  return row;
}

/**
 * Like `requireAccount`, and locks the row, so that changes to the account and its members run one after the other.
 * Transactions that only refer to the account do not wait.
 */
export const lockAccount = (db: Db, id: string): Promise<AccountRow> => requireAccount(db, id, sql`for no key update`);

/** Returns the members of an account. */
export async function findMembers(db: Db, accountId: string): Promise<AccountMember[]> {
  const { rows } = await sql<AccountMember>`
    select m.user_id as "userId", u.username, u.email, m.role
    from account_member m join app_user u on u.id = m.user_id
    where m.account_id = ${accountId} order by m.created_at, u.username`.execute(db);
  return rows;
}

export const presentAccountSummary = (row: AccountRow): AccountSummary => ({
  id: row.id,
  companyName: row.company_name,
  englishCompanyName: row.english_company_name,
  registrationNumber: row.registration_number,
  country: row.country,
  businessType: row.business_type,
  status: row.status,
  createdAt: row.created_at.toISOString(),
});

/** Returns the fields that both admins and members see. */
export const presentAccount = (row: AccountRow) => ({
  id: row.id,
  ...companyOf(row),
  status: row.status,
  version: row.version,
  createdAt: row.created_at.toISOString(),
});

/**
 * Returns an account as admins see it, with other accounts and registrations that have the same registration number.
 */
export const presentAccountToAdmin = async (
  call: Pick<Call, 'db' | 'language'>,
  row: AccountRow,
): Promise<AdminAccount> => ({
  ...presentAccount(row),
  maxBidQuantity: row.max_bid_quantity,
  members: await findMembers(call.db, row.id),
  sameNumber: await findSameNumber(call, { ...row, id: null, account_id: row.id }),
});

type NewChange = {
  readonly accountId: string;
  readonly userId: string;
  readonly kind: AccountChangeKind;
  readonly remark?: string;
  readonly changes?: readonly FieldChange[];
};

/** Adds a line to the account's history. Call it in the transaction of the change. */
export async function recordChange(db: Db, { accountId, userId, kind, remark, changes }: NewChange): Promise<void> {
  const line = { account_id: accountId, user_id: userId, kind, remark, changes: changes && JSON.stringify(changes) };
  await db.insertInto('account_change').values(line).execute();
}

type Edit = {
  /** The current account, locked. */
  readonly before: AccountRow;
  readonly given: CompanyFields;
  /** The version that the editor saw. */
  readonly version: number;
  readonly userId: string;
};

/**
 * Stores an edit by an admin or by an owner, and records the changed fields in the history. All fields are checked and
 * stored together.
 */
export async function saveCompany(db: Db, { before, given, version, userId }: Edit): Promise<AccountRow> {
  await refuseOvertaken(db, before.id, judgeEdit(before.version, version) !== undefined);
  const company = requireCompany(given, { ...(await companyChoices(db)), stored: companyOf(before) });
  const changes = changesBetween({ ...companyOf(before) }, { ...company });
  if (changes.length === 0) return before;
  await db
    .updateTable('account')
    .set({ ...columnsOf(company), version: sql`version + 1` })
    .where('id', '=', before.id)
    .execute();
  await recordChange(db, { accountId: before.id, userId, kind: 'edited', changes });
  return requireAccount(db, before.id);
}

/** Refuses a change if another person was faster. The error names that person. */
export async function refuseOvertaken(db: Db, accountId: string, isOvertaken: boolean): Promise<void> {
  if (!isOvertaken) return;
  const { rows } = await sql<{ username: string }>`
    select u.username from account_change c join app_user u on u.id = c.user_id
    where c.account_id = ${accountId} order by c.id desc limit 1`.execute(db);
  throw new Refused('account_changed', { username: rows[0]?.username ?? '' });
}

/**
 * Returns the company of a request in the form in which it is stored.
 * @throws Refused if a field is not valid
 */
export function requireCompany(given: CompanyFields, choices: CompanyChoices): Company {
  const company = tidyTexts(given);
  refuseFields(judgeCompany(company, choices));
  return company;
}
