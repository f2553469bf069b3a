import { randomUUID } from 'node:crypto';
import { judgeCompany, type CompanyChoices } from '#domain/company/company.ts';
import { recordChange } from '#server/company/account-rows.ts';
import { companyChoices } from '#server/company/company-choices.ts';
import { columnsOf, companyOf } from '#server/company/company-columns.ts';
import type { RegistrationRow } from '#server/company/registration-rows.ts';
import type { Db } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';

/**
 * Approves a registration: creates the company's account as Active, with the registrant as its owner
 * (docs/rules.md#registrations).
 */
export async function admit(db: Db, row: RegistrationRow, userId: string, remark: string): Promise<string> {
  const id = randomUUID();
  refuseRemoved(row, await companyChoices(db));
  await db
    .insertInto('account')
    .values({ id, ...columnsOf(companyOf(row)) })
    .execute();
  await db.insertInto('account_member').values({ account_id: id, user_id: row.user_id, role: 'owner' }).execute();
  await recordChange(db, { accountId: id, userId, kind: 'approved', remark });
  return id;
}

/**
 * Refuses to approve a registration with a country or a business type that the platform no longer offers.
 * @throws Refused registration_choice_removed
 */
function refuseRemoved(row: RegistrationRow, choices: CompanyChoices): void {
  const { country, businessType } = judgeCompany(companyOf(row), choices);
  if (country) throw new Refused('registration_choice_removed', { choice: row.country });
  if (businessType) throw new Refused('registration_choice_removed', { choice: row.business_type });
}
