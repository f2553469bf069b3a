import type { OwnRegistration, Registration, RegistrationSummary } from '#contract/company/registration.ts';
import { companyOf } from '#server/company/company-columns.ts';
import { findRemarks, findSameNumber, type RegistrationRow } from '#server/company/registration-rows.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Call } from '#server/platform/http/operation.ts';

/** To the registrant: what it sent and what was remarked, without the names of admins. */
export async function presentOwn(db: Db, row: RegistrationRow): Promise<OwnRegistration> {
  const remarks = await findRemarks(db, row.id);
  return { ...present(row), remarks: remarks.map(({ at, action, content }) => ({ at, action, content })) };
}

export const presentToAdmin = async (
  call: Pick<Call, 'db' | 'language'>,
  row: RegistrationRow,
): Promise<Registration> => ({
  ...present(row),
  ...registrantOf(row),
  sameNumber: await findSameNumber(call, row),
});

export const presentSummary = (row: RegistrationRow): RegistrationSummary => ({
  id: row.id,
  status: row.status,
  version: row.version,
  companyName: row.company_name,
  englishCompanyName: row.english_company_name,
  registrationNumber: row.registration_number,
  country: row.country,
  businessType: row.business_type,
  submittedAt: row.submitted_at.toISOString(),
  ...registrantOf(row),
});

const registrantOf = ({ username, email, taker }: RegistrationRow) => ({ username, email, takenUpBy: taker });

const present = (row: RegistrationRow) => ({
  id: row.id,
  status: row.status,
  version: row.version,
  ...companyOf(row),
  submittedAt: row.submitted_at.toISOString(),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  accountId: row.account_id,
});
