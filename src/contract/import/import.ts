import * as z from 'zod/mini';
import { idSchema, timeSchema } from '#contract/basics/basics.ts';
import { EXPORT_FORMATS, fileSchema } from '#contract/basics/file.ts';
import { route } from '#contract/basics/route.ts';
import { IMPORT_KINDS, IMPORT_LIMIT, TABLE_REFUSALS } from '#domain/import/import-table.ts';

/** Importing the lines of a CSV or XLSX file (docs/rules.md#imports). */

/** The body of every import: the file. */
export const importBody = z.strictObject({ File: z.file() });

/** The parts that the routes of all imports share. */
export const importRoute = { body: importBody, file: IMPORT_LIMIT } as const;
export const IMPORT_FILE_REFUSALS = TABLE_REFUSALS;

const errorSchema = z.strictObject({
  field: z.string(),
  /** The column's heading in the file. */
  column: z.string(),
  code: z.string(),
  message: z.string(),
});
export type ReportedError = z.output<typeof errorSchema>;

const lineSchema = z.strictObject({
  /** The number of the row in the file. The headings are usually row 1. */
  line: z.number(),
  /** The name of the row that the line would add. */
  name: z.string(),
  /** Empty if the line can be imported. */
  errors: z.array(errorSchema),
});
export type ReportedLine = z.output<typeof lineSchema>;

/** The effect of each line of a file. */
export const importReportSchema = z.strictObject({
  lines: z.array(lineSchema),
  /** The number of lines with errors. Only a file without errors can be imported. */
  wrong: z.number(),
  /** Headings of columns that are not used. */
  ignored: z.array(z.string()),
});
export type ImportReport = z.output<typeof importReportSchema>;

export const importDoneSchema = z.strictObject({ importId: idSchema, lines: z.number() });

/** An import that was stored. */
export const importSchema = z.strictObject({
  id: idSchema,
  fileName: z.string(),
  lines: z.number(),
  username: z.string(),
  createdAt: timeSchema,
  /** Null unless it was undone. */
  undoneAt: z.nullable(timeSchema),
});
export type StoredImport = z.output<typeof importSchema>;

export const UNDO_REFUSALS = ['import_used', 'import_undone'] as const;

const readLineSchema = z.strictObject({
  line: z.number(),
  /** The cells by field: days as `2026-01-31`, numbers without separators, and the codes of choices. */
  values: z.record(z.string(), z.string()),
  errors: z.array(errorSchema),
});

export const readTableFile = route('POST /table-files', {
  access: 'signedIn',
  summary: 'Read the lines of a CSV or XLSX file, for the other calls that take a list. Changes nothing',
  body: z.strictObject({ File: z.file(), Kind: z.enum(IMPORT_KINDS) }),
  file: IMPORT_LIMIT,
  reply: z.strictObject({
    lines: z.array(readLineSchema),
    /** The file's headings by field. */
    headings: z.record(z.string(), z.string()),
    /** Headings of columns that are not used. */
    ignored: z.array(z.string()),
  }),
  refuses: TABLE_REFUSALS,
});

export const exportImportTemplate = route('GET /table-files/template', {
  access: 'signedIn',
  summary: "An empty file with the headings of a kind, in the caller's language",
  query: z.strictObject({ kind: z.enum(IMPORT_KINDS), format: z._default(z.enum(EXPORT_FORMATS), 'csv') }),
  reply: fileSchema,
});
