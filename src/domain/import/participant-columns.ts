import type { ImportColumn } from '#domain/import/import-table.ts';

const NAME = { field: 'name', heading: 'import.companyOrPerson', isRequired: true, example: 'Acme Sdn Bhd' } as const;

/**
 * The columns of a file with bidders of an auction. A name is a username, an email address, a company's name or its
 * registration number, as in a pasted list.
 */
export const BIDDER_COLUMNS = [
  NAME,
  { field: 'maxQuantity', heading: 'bidder.maxQuantity', form: 'number', example: '500' },
] as const satisfies readonly ImportColumn[];

/** The columns of a file with buyers of a sell order. */
export const BUYER_COLUMNS = [NAME] as const satisfies readonly ImportColumn[];
