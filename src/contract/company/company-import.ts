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

/** Importing companies from a file, as approved business accounts (docs/rules.md#imports). */
export const previewCompanies = route('POST /admin/account-imports/preview', {
  ...importRoute,
  summary: 'What each line of a CSV or XLSX file with companies would add, and its errors. Changes nothing',
  reply: importReportSchema,
  refuses: IMPORT_FILE_REFUSALS,
});

export const importCompanies = route('POST /admin/account-imports', {
  ...importRoute,
  summary: 'Create approved business accounts from a CSV or XLSX file, all or nothing',
  reply: importDoneSchema,
  refuses: [...IMPORT_FILE_REFUSALS, 'import_lines_wrong'],
});

export const listCompanyImports = route('GET /admin/account-imports', {
  summary: 'The imports of companies, the newest first',
  query: z.strictObject({ currentPage: pageQuery.currentPage, limit: pageQuery.limit }),
  reply: listOf(importSchema),
});

export const undoCompanyImport = route('DELETE /admin/account-imports/{id}', {
  summary: 'Delete the business accounts of an import, unless one of them was changed or used since',
  refuses: UNDO_REFUSALS,
});
