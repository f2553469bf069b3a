import * as z from 'zod/mini';
import { listOf, pageQuery } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import {
  IMPORT_FILE_REFUSALS,
  importDoneSchema,
  importReportSchema,
  importRoute,
  importSchema,
  UNDO_REFUSALS,
} from '#contract/import/import.ts';
import { ACTING_REFUSALS } from '#domain/access/may.ts';

/** Importing beneficiaries from a file (docs/rules.md#imports). */
const page = z.strictObject({ currentPage: pageQuery.currentPage, limit: pageQuery.limit });

export const previewBeneficiaries = route('POST /user/accounts/{id}/beneficiary-imports/preview', {
  ...importRoute,
  summary: 'What each line of a CSV or XLSX file with beneficiaries would add, and its errors. Changes nothing',
  reply: importReportSchema,
  refuses: [...ACTING_REFUSALS, ...IMPORT_FILE_REFUSALS],
});

export const importBeneficiaries = route('POST /user/accounts/{id}/beneficiary-imports', {
  ...importRoute,
  summary: 'Save the beneficiaries of a CSV or XLSX file, all or nothing',
  reply: importDoneSchema,
  refuses: [...ACTING_REFUSALS, ...IMPORT_FILE_REFUSALS, 'import_lines_wrong', 'beneficiary_exists'],
});

export const listBeneficiaryImports = route('GET /user/accounts/{id}/beneficiary-imports', {
  summary: 'The imports of beneficiaries of the company, the newest first',
  query: page,
  reply: listOf(importSchema),
});

export const undoBeneficiaryImport = route('DELETE /user/accounts/{id}/beneficiary-imports/{importId}', {
  summary: 'Delete the beneficiaries of an import, unless one of them was changed or used since',
  refuses: [...ACTING_REFUSALS, ...UNDO_REFUSALS],
});
