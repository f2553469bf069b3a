import { WORLD_COUNTRIES } from '#domain/basics/world-country.ts';
import { BENEFICIARY_TYPES, type BeneficiaryField } from '#domain/holding/beneficiary.ts';
import type { ImportColumn } from '#domain/import/import-table.ts';

/** The columns of a file with beneficiaries. */
export const BENEFICIARY_COLUMNS = [
  {
    field: 'accountType',
    heading: 'beneficiary.accountType',
    isRequired: true,
    choices: BENEFICIARY_TYPES,
    words: 'beneficiary.',
  },
  { field: 'name', heading: 'beneficiary.name', isRequired: true, example: 'Acme Ltd' },
  { field: 'address', heading: 'beneficiary.address', isRequired: true, example: '1 Main Street, Ipoh' },
  { field: 'nameOnCertificates', heading: 'beneficiary.nameOnCertificates', isRequired: true, example: 'Acme Ltd' },
  { field: 'buildingOwnerName', heading: 'beneficiary.buildingOwnerName' },
  { field: 'country', heading: 'beneficiary.country', choices: WORLD_COUNTRIES, words: 'region', example: 'MY' },
  { field: 'location', heading: 'beneficiary.location', example: 'Perai, factory 2' },
] as const satisfies readonly ImportColumn<BeneficiaryField>[];
