import type { CompanyField } from '#domain/company/company.ts';
import type { ImportColumn } from '#domain/import/import-table.ts';

export type CompanyImportField = CompanyField | 'owner';

/** The columns of a file with companies. The owner is the username or the email address of a user. */
export const COMPANY_COLUMNS = [
  { field: 'companyName', heading: 'company.companyName', isRequired: true, example: 'Acme Sdn Bhd' },
  { field: 'englishCompanyName', heading: 'company.englishCompanyName' },
  { field: 'registrationNumber', heading: 'company.registrationNumber', isRequired: true, example: '202001012345' },
  // The choices of these three columns are settings of the platform.
  { field: 'businessType', heading: 'company.businessType', isRequired: true, example: 'Generator' },
  { field: 'country', heading: 'company.country', isRequired: true, example: 'MY' },
  { field: 'province', heading: 'company.province', example: 'MY-14' },
  { field: 'registeredAddress', heading: 'company.registeredAddress', isRequired: true, example: '1 Main Street' },
  { field: 'businessAddress', heading: 'company.businessAddress', isRequired: true, example: '1 Main Street' },
  { field: 'picName', heading: 'company.picName', isRequired: true, example: 'Aminah Ali' },
  { field: 'picEmail', heading: 'company.picEmail', isRequired: true, example: 'aminah@acme.example' },
  { field: 'picTelephone', heading: 'company.picTelephone', isRequired: true, example: '60312345678' },
  { field: 'contactNumber', heading: 'company.contactNumber', isRequired: true, example: '60312345678' },
  { field: 'sstNumber', heading: 'company.sstNumber' },
  { field: 'contractAccountNumber', heading: 'company.contractAccountNumber' },
  { field: 'owner', heading: 'companyImport.owner', example: 'aminah@acme.example' },
] as const satisfies readonly ImportColumn<CompanyImportField>[];
