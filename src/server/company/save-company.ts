import { sql } from 'kysely';
import { changesBetween, judgeEdit } from '#domain/company/account-changes.ts';
import { judgeCompany, type CompanyFields, type Company } from '#domain/company/company.ts';
import { columnsOf, companyOf } from '#server/company/company-columns.ts';
import { recordChange, requireAccount, type AccountRow } from '#server/company/account-rows.ts';
import type { Db } from '#server/platform/database/database.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { tidyTexts } from '#domain/basics/text.ts';

type Edit = {
  /** The account as it stands, locked. */
  readonly before: AccountRow;
  readonly given: CompanyFields;
  /** The version that was seen by who edits. */
  readonly version: number;
  readonly userId: string;
};

/** The same for an admin's edit and an owner's: judged as a whole, stored as a whole, with a line of what changed. */
export async function saveCompany(db: Db, { before, given, version, userId }: Edit): Promise<AccountRow> {
  await refuseOvertaken(db, before.id, judgeEdit(before.version, version) !== undefined);
  const company = requireCompany(given);
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

/** Somebody else was faster, and who it was is said. */
export async function refuseOvertaken(db: Db, accountId: string, isOvertaken: boolean): Promise<void> {
  if (!isOvertaken) return;
  const { rows } = await sql<{ username: string }>`
    select u.username from account_change c join app_user u on u.id = c.user_id
    where c.account_id = ${accountId} order by c.id desc limit 1`.execute(db);
  throw new Refused('account_changed', { username: rows[0]?.username ?? '' });
}

/** The company that a request tells of, as it is stored; throws where any field of it is wrong. */
export function requireCompany(given: CompanyFields): Company {
  const company = tidyTexts(given);
  refuseFields(judgeCompany(company));
  return company as Company;
}
