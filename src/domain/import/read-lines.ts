import { accept, refuse } from '#domain/basics/accept.ts';
import { withoutEmpty, type Refusal, type Result } from '#domain/basics/result.ts';
import {
  comparable,
  headingOf,
  IMPORT_LINES_MAX,
  type CellRefusal,
  type TableRefusal,
  type TableRow,
} from '#domain/import/import-table.ts';
import { readCell, type CellRule } from '#domain/import/read-cell.ts';

/** A column as it is searched in a file. */
export type ReadColumn<Field extends string = string> = CellRule & {
  readonly field: Field;
  /** The headings that name this column, besides the field's key: those in all languages. */
  readonly names: readonly string[];
  readonly isRequired: boolean;
};

/** A line of a file. A field that the file lacks is empty. */
export type ImportLine<Field extends string = string, Refused = Refusal<CellRefusal>> = {
  /** The number of the row in the file. */
  readonly row: number;
  readonly values: Readonly<Record<Field, string>>;
  readonly refused: Readonly<Partial<Record<Field, Refused>>>;
};

export type ImportLines<Field extends string> = {
  readonly lines: readonly ImportLine<Field>[];
  /** The file's headings by field. */
  readonly headings: Readonly<Partial<Record<Field, string>>>;
  /** Headings of columns that are not used. */
  readonly ignored: readonly string[];
};

type FileResult<Field extends string> = Result<ImportLines<Field>, Refusal<TableRefusal>>;

/**
 * Reads the rows of a file. The first row with text has the headings, in any order and in any language. Empty rows are
 * skipped.
 */
export function readLines<Field extends string>(
  columns: readonly ReadColumn<Field>[],
  rows: readonly TableRow[],
  maximum = IMPORT_LINES_MAX,
): FileResult<Field> {
  const [head, ...body] = rows.filter(({ cells }) => cells.some(isFilled));
  const names = (head?.cells ?? []).map((cell) => (typeof cell === 'string' ? cell.trim() : ''));
  const places = placesOf(columns, names);
  const wrong = judgeHeadings(columns, places, { names, row: head?.row ?? 1 });
  if (wrong) return refuse(wrong);
  if (body.length === 0) return refuse({ code: 'registry_file_empty' });
  if (body.length > maximum) return refuse({ code: 'registry_file_too_long', params: { maximum } });
  const found = columns.flatMap((column) => {
    const [at] = places.get(column.field) ?? [];
    return at === undefined ? [] : [{ column, at }];
  });
  const used = new Set(found.map(({ at }) => at));
  const empty = Object.fromEntries(columns.map(({ field }) => [field, ''])) as Record<Field, string>;
  return accept({
    lines: body.map((row) => readLine(row, { found, empty, width: names.length })),
    headings: Object.fromEntries(found.map(({ column, at }) => [column.field, names[at] ?? ''])) as Partial<
      Record<Field, string>
    >,
    ignored: names.filter((name, at) => name !== '' && !used.has(at)),
  });
}

const isFilled = (cell: TableRow['cells'][number]): boolean => typeof cell !== 'string' || cell.trim() !== '';

/** Returns where each column is in the file. */
function placesOf<Field extends string>(columns: readonly ReadColumn<Field>[], names: readonly string[]) {
  const fields = new Map(
    columns.flatMap(({ field, names: known }) =>
      [headingOf(field), ...known].map((name): [string, Field] => [comparable(name), field]),
    ),
  );
  const places = new Map<Field, number[]>();
  for (const [at, name] of names.entries()) {
    const field = fields.get(comparable(name));
    if (field) places.set(field, [...(places.get(field) ?? []), at]);
  }
  return places;
}

type Head = { readonly names: readonly string[]; readonly row: number };

function judgeHeadings<Field extends string>(
  columns: readonly ReadColumn<Field>[],
  places: ReadonlyMap<Field, readonly number[]>,
  { names, row }: Head,
): Refusal<TableRefusal> | undefined {
  const repeated = [...places.values()].find(({ length }) => length > 1);
  if (repeated) {
    const [one = 0, two = 0] = repeated;
    return {
      code: 'table_heading_repeated',
      params: { line: row, heading: names[two] ?? '', first: one + 1, second: two + 1 },
    };
  }
  // A row in one piece has another separator.
  if (columns.length > 1 && places.size === 0 && names.length === 1 && /[|:,;\t]/.test(names[0] ?? ''))
    return { code: 'table_separator', params: { line: row } };
  const missing = columns.filter(({ field, isRequired }) => isRequired && !places.has(field));
  if (missing.length === 0) return undefined;
  return {
    code: 'registry_file_columns',
    params: { columns: missing.map(({ field, names: known }) => known[0] ?? headingOf(field)).join(', ') },
  };
}

type Reading<Field extends string> = {
  readonly found: readonly { readonly column: ReadColumn<Field>; readonly at: number }[];
  readonly empty: Readonly<Record<Field, string>>;
  /** The number of headings. */
  readonly width: number;
};

function readLine<Field extends string>(
  { row, cells }: TableRow,
  { found, empty, width }: Reading<Field>,
): ImportLine<Field> {
  const values: Record<Field, string> = { ...empty };
  const refused: Partial<Record<Field, Refusal<CellRefusal>>> = {};
  for (const { column, at } of found) {
    const cell = cells[at] ?? '';
    const read = readCell(cell, column);
    if (read.ok) values[column.field] = read.value;
    else {
      values[column.field] = typeof cell === 'string' ? cell.trim() : cell.text;
      refused[column.field] = read.refused;
    }
  }
  const beyond = cells.findIndex((cell, at) => at >= width && isFilled(cell));
  const last = found.at(-1);
  // Cells without a heading come from a separator within a text, which would shift the cells behind it.
  if (beyond >= 0 && last)
    refused[last.column.field] = { code: 'cells_beyond_headings', params: { column: beyond + 1, headings: width } };
  return { row, values, refused };
}

type Texts<Fields> = Readonly<Record<keyof Fields, string>>;
type FieldIn<Fields> = keyof Fields & string;

export type LineRule<Fields, Refused extends Refusal> = {
  /** Returns the refusal of each wrong field. */
  readonly judge: (values: Fields) => { readonly [Field in FieldIn<Fields>]?: Refused | undefined };
  /** Returns a text that is equal for two lines that may not both be in a file. Empty: the line may repeat. */
  readonly keyOf: (values: Fields) => string;
  /** The field at which a repetition is reported. */
  readonly repeatedAt: NoInfer<FieldIn<Fields>>;
};

/**
 * Returns a function that judges one line after the other. It adds the refusals of a rule. A cell that cannot be read
 * keeps its own refusal. A line that repeats an earlier one is refused with the number of that row.
 */
export function lineJudge<Fields extends Texts<Fields>, Refused extends Refusal>({
  judge,
  keyOf,
  repeatedAt,
}: LineRule<Fields, Refused>) {
  type Judged = ImportLine<FieldIn<Fields>, Refused | Refusal<CellRefusal | 'row_repeated'>>;
  const seen = new Map<string, number>();
  return ({ row, values, refused }: ImportLine<FieldIn<Fields>>): Judged => {
    const fields = values as unknown as Fields;
    const all: Record<string, Refusal | undefined> = {
      ...judge(fields),
      ...refused,
    };
    const key = keyOf(fields);
    const before = key === '' ? undefined : seen.get(key);
    if (before !== undefined) all[repeatedAt] ??= { code: 'row_repeated', params: { line: before } };
    else if (key !== '') seen.set(key, row);
    return { row, values, refused: withoutEmpty(all) as Judged['refused'] };
  };
}
