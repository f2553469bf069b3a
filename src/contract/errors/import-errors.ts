import { conflict, refusal, type ErrorEntry } from '#contract/errors/error-entry.ts';

/** Error codes of files with lines to import. */
export const IMPORT_ERRORS = {
  cell_error: refusal,
  cell_without_value: refusal,
  cell_formula: refusal,
  cells_beyond_headings: refusal,
  date_ambiguous: refusal,
  number_unreadable: refusal,
  row_repeated: refusal,
  table_encoding: refusal,
  table_quote: refusal,
  table_separator: refusal,
  table_heading_repeated: refusal,
  import_lines_wrong: refusal,
  import_used: conflict,
  import_undone: conflict,
  beneficiary_exists: conflict,
  company_exists: conflict,
  owner_unknown: refusal,
} as const satisfies Record<string, ErrorEntry>;
