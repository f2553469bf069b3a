import { exportImportTemplate, readTableFile } from '#contract/import/import.ts';
import { headingOf, type ImportColumn } from '#domain/import/import-table.ts';
import { headingIn, IMPORT_COLUMNS } from '#server/import/import-columns.ts';
import { errorsOf, readImport } from '#server/import/read-import.ts';
import { exportFile } from '#server/platform/export/export.ts';
import { operation, operationWithoutTransaction, type Operation } from '#server/platform/http/operation.ts';

/** Operations that read a file for other calls, and that make its template. */
export const importOperations: readonly Operation[] = [
  // Changes nothing, so it needs no transaction and no audit line.
  operationWithoutTransaction(readTableFile, async ({ body: { File: file, Kind: kind }, language }) => {
    const { lines, headings, ignored } = await readImport(kind, { file, language });
    return {
      lines: lines.map((line) => ({
        line: line.row,
        values: line.values,
        errors: errorsOf<string>(kind, headings, line, language),
      })),
      headings: { ...headings },
      ignored: [...ignored],
    };
  }),

  operation(exportImportTemplate, ({ query: { kind, format }, language, timeZone }) => {
    const columns = (IMPORT_COLUMNS[kind] as readonly ImportColumn[]).map((column) => ({
      key: null,
      heading: headingIn(language, column),
      value: () => '',
    }));
    return exportFile({ name: headingOf(kind), columns, rows: [] }, { format, timeZone });
  }),
];
