import { MEGABYTE, type FileLimit } from '#domain/basics/file-limit.ts';

/** The kinds of lines that a file to import may contain (docs/rules.md#imports). */
export const IMPORT_KINDS = [
  'companies',
  'beneficiaries',
  'auctionItems',
  'sellOrderItems',
  'bidders',
  'buyers',
  'devices',
  'lots',
] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** The form of a column's cells, besides plain text. */
export type CellForm = 'date' | 'number' | 'yesNo';

/** A column of a kind of file. */
export type ImportColumn<Field extends string = string> = {
  readonly field: Field;
  /** The phrase that is the heading. The field's key is accepted, too, such as `company_name`. */
  readonly heading: string;
  /** A file must have this column. */
  readonly isRequired?: true;
  readonly form?: CellForm;
  /** The values that cells take. */
  readonly choices?: readonly string[];
  /**
   * The beginning of the phrases that name the choices, such as `fuel.`. Their words are accepted in all languages.
   * `region` stands for the names of all countries, which are not phrases.
   */
  readonly words?: string;
  /** An example of a cell. */
  readonly example?: string;
};

/** The maximum number of lines of a file, without its headings. */
export const IMPORT_LINES_MAX = 10_000;
/** The maximum number of lines of kinds whose lists have a lower limit. */
const SHORT: Partial<Record<ImportKind, number>> = {
  auctionItems: 100,
  sellOrderItems: 100,
  bidders: 500,
  buyers: 500,
  devices: 400,
  lots: 400,
};
/** Returns the maximum number of lines of a file of a kind. */
export const linesMaxOf = (kind: ImportKind): number => SHORT[kind] ?? IMPORT_LINES_MAX;

/** The maximum number of columns of a file. */
export const IMPORT_COLUMNS_MAX = 100;

const MEGABYTES_MAX = 10;
export const IMPORT_LIMIT: FileLimit<'file_too_large'> = {
  bytes: MEGABYTES_MAX * MEGABYTE,
  tooLarge: { code: 'file_too_large', params: { megabytes: MEGABYTES_MAX } },
};

/** A cell that has no usable value: a spreadsheet's error, such as `#N/A`, or a formula without a stored value. */
export type FaultyCell = { readonly fault: 'cell_error' | 'cell_without_value'; readonly text: string };
export type TableCell = string | FaultyCell;
/** A row with its number in the file. Rows count from 1. */
export type TableRow = { readonly row: number; readonly cells: readonly TableCell[] };

export const TABLE_REFUSALS = [
  'file_too_large',
  'file_type_must_be',
  'file_unreadable',
  'file_encrypted',
  'file_has_macros',
  'file_has_objects',
  'file_unfolds_too_far',
  'table_encoding',
  'table_quote',
  'table_separator',
  'table_heading_repeated',
  'registry_file_columns',
  'registry_file_too_long',
  'registry_file_empty',
] as const;
export type TableRefusal = (typeof TABLE_REFUSALS)[number];

export const CELL_REFUSALS = [
  'cell_error',
  'cell_without_value',
  'cell_formula',
  'cells_beyond_headings',
  'date_ambiguous',
  'date_invalid',
  'number_unreadable',
  'choice_unknown',
] as const;
export type CellRefusal = (typeof CELL_REFUSALS)[number];

/** Returns the stable heading of a field, such as `company_name`. It is the same in all languages. */
export const headingOf = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns a heading or a word as it is compared: `Company name`, `company_name` and `companyName` are equal. */
export const comparable = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
