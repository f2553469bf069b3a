import { randomUUID } from 'node:crypto';
import type { BodyOf } from '#contract/basics/route.ts';
import type { registerCompany } from '#contract/company/registration.ts';
import { COMPANY_CHOICES } from '#domain/company/company.ts';
import { columnsOf } from '#server/company/company-columns.ts';
import { addRemark } from '#server/company/registration-rows.ts';
import { requireCompany } from '#server/company/account-rows.ts';
import type { Db } from '#server/platform/database/database.ts';

type CompanyInput = BodyOf<typeof registerCompany>;

/** Returns a company. The given fields replace the default fields, which are all valid. */
export const aCompany = (fields: Partial<CompanyInput> = {}): CompanyInput => ({
  companyName: 'Rimba Solar Sdn Bhd',
  englishCompanyName: '',
  registrationNumber: '201901000005-X',
  registeredAddress: 'Level 12, Menara Rimba (Tower B), Jalan Ampang',
  businessAddress: 'Lot 7, Jalan Perusahaan 2/1',
  country: 'MY',
  province: 'MY-14',
  businessType: 'Generator',
  picName: 'Nurul Aisyah',
  picEmail: 'nurul@rimba.example',
  picTelephone: '12 345 6789',
  contactNumber: '03 2161 0000',
  sstNumber: 'W10-1808-32000123',
  contractAccountNumber: '220012345678',
  ...fields,
});

/** Inserts a registration with status New directly into the database. */
export async function insertRegistration(db: Db, userId: string, fields: Partial<CompanyInput> = {}): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('company_registration')
    .values({
      id,
      user_id: userId,
      ...columnsOf(requireCompany(aCompany(fields), COMPANY_CHOICES)),
      language: 'en',
      taken_up_by: null,
      account_id: null,
    })
    .execute();
  await addRemark(db, { registrationId: id, userId, action: 'submit', content: '' });
  return id;
}
