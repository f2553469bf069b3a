import type { Selectable } from 'kysely';
import type { Company } from '#domain/company/company.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';

/** What a company says of itself, in the columns of a registration as of an account. */
type CompanyColumns = Pick<
  Selectable<Tables['company_registration']>,
  | 'company_name'
  | 'english_company_name'
  | 'registration_number'
  | 'registered_address'
  | 'business_address'
  | 'country'
  | 'province'
  | 'business_type'
  | 'pic_name'
  | 'pic_email'
  | 'pic_telephone'
  | 'contact_number'
  | 'sst_number'
  | 'contract_account_number'
>;

export const columnsOf = (company: Company): CompanyColumns => ({
  company_name: company.companyName,
  english_company_name: company.englishCompanyName,
  registration_number: company.registrationNumber,
  registered_address: company.registeredAddress,
  business_address: company.businessAddress,
  country: company.country,
  province: company.province,
  business_type: company.businessType,
  pic_name: company.picName,
  pic_email: company.picEmail,
  pic_telephone: company.picTelephone,
  contact_number: company.contactNumber,
  sst_number: company.sstNumber,
  contract_account_number: company.contractAccountNumber,
});

export const companyOf = (row: CompanyColumns): Company => ({
  companyName: row.company_name,
  englishCompanyName: row.english_company_name,
  registrationNumber: row.registration_number,
  registeredAddress: row.registered_address,
  businessAddress: row.business_address,
  country: row.country,
  province: row.province,
  businessType: row.business_type,
  picName: row.pic_name,
  picEmail: row.pic_email,
  picTelephone: row.pic_telephone,
  contactNumber: row.contact_number,
  sstNumber: row.sst_number,
  contractAccountNumber: row.contract_account_number,
});
