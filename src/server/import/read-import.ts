import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ErrorCode } from '#contract/errors/errors.ts';
import type { ImportReport, ReportedError } from '#contract/import/import.ts';
import { FILE_NAME_MAX } from '#domain/basics/file-limit.ts';
import type { Language } from '#domain/basics/language.ts';
import type { Refusal } from '#domain/basics/result.ts';
import { linesMaxOf, type ImportKind } from '#domain/import/import-table.ts';
import { lineJudge, readLines, type ImportLine, type ImportLines, type LineRule } from '#domain/import/read-lines.ts';
import {
  headingIn,
  IMPORT_COLUMNS,
  searchedColumns,
  type ChoiceWords,
  type FieldOf,
} from '#server/import/import-columns.ts';
import type { ReadTable } from '#server/import/read-csv.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { errorMessage } from '#server/platform/http/words.ts';
import { keepWorker } from '#server/platform/runtime/kept-worker.ts';

/** The thread that reads files, one at a time, so that no bid is delayed. */
const thread = keepWorker(new URL('import-worker.ts', import.meta.url));

/** A file of a kind, as it was read. */
export type ReadFile<Kind extends ImportKind> = ImportLines<FieldOf<Kind>> & {
  readonly kind: Kind;
  readonly fileName: string;
};

/**
 * Reads a CSV or XLSX file.
 * @throws Refused if the file as a whole cannot be read
 */
export async function readImport<Kind extends ImportKind>(
  kind: Kind,
  { file, language, words }: { readonly file: File; readonly language: Language; readonly words?: ChoiceWords },
): Promise<ReadFile<Kind>> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const table = await thread.run(async (worker) => {
    const read = once(worker, 'message') as Promise<[ReadTable | string]>;
    worker.postMessage(bytes, [bytes.buffer]);
    return (await read)[0];
  });
  if (typeof table === 'string') throw new Error(table);
  const lines = table.ok ? readLines(searchedColumns(kind, language, words), table.value, linesMaxOf(kind)) : table;
  if (!lines.ok) throw new Refused(lines.refused.code, lines.refused.params);
  return { ...lines.value, kind, fileName: file.name.slice(-FILE_NAME_MAX) };
}

/** A line of a file that was judged by all rules. */
export type JudgedLine<Field extends string> = ImportLine<Field, Refusal<ErrorCode>>;

const LINES_AT_ONCE = 200;

/** Judges the lines one after the other. Other requests are answered in between. */
export async function judgeInTurns<Fields extends Readonly<Record<keyof Fields, string>>>(
  lines: readonly ImportLine<keyof Fields & string>[],
  rule: LineRule<Fields, Refusal<ErrorCode>>,
): Promise<JudgedLine<keyof Fields & string>[]> {
  const judge = lineJudge<Fields, Refusal<ErrorCode>>(rule);
  const judged: JudgedLine<keyof Fields & string>[] = [];
  for (const [at, line] of lines.entries()) {
    if (at % LINES_AT_ONCE === 0) await nextTurn();
    judged.push(judge(line));
  }
  return judged;
}

const isWrong = ({ refused }: JudgedLine<string>): boolean => Object.keys(refused).length > 0;

/** Returns what each line would do, or its errors with the headings of their columns. */
export function reportOf<Kind extends ImportKind>(
  { kind, headings, ignored }: ReadFile<Kind>,
  lines: readonly JudgedLine<FieldOf<Kind>>[],
  { language, nameOf }: { language: Language; nameOf: (values: JudgedLine<FieldOf<Kind>>['values']) => string },
): ImportReport {
  return {
    lines: lines.map((line) => ({
      line: line.row,
      name: nameOf(line.values),
      errors: errorsOf(kind, headings, line, language),
    })),
    wrong: lines.filter(isWrong).length,
    ignored: [...ignored],
  };
}

/** Returns the errors of a line, with their columns as the file names them. */
export function errorsOf<Field extends string>(
  kind: ImportKind,
  headings: Readonly<Partial<Record<Field, string>>>,
  { refused }: JudgedLine<Field>,
  language: Language,
): ReportedError[] {
  return (Object.entries(refused) as [Field, Refusal<ErrorCode>][]).map(([field, { code, params }]) => {
    const column = IMPORT_COLUMNS[kind].find((one) => one.field === field);
    return {
      field,
      column: headings[field] ?? (column ? headingIn(language, column) : field),
      code,
      message: errorMessage(language, code, params),
    };
  });
}

/** The maximum number of errors that a refused import names. The preview has all of them. */
const NAMED_MAX = 100;

/**
 * Refuses the import if a line is wrong, with the first line and its column. `fields` has more, such as `lines.7.name`.
 * @throws Refused import_lines_wrong
 */
export function requireLines<Kind extends ImportKind>(
  { kind, headings }: ReadFile<Kind>,
  lines: readonly JudgedLine<FieldOf<Kind>>[],
  language: Language,
): void {
  const wrong = lines.filter(isWrong);
  const [first] = wrong;
  if (!first) return;
  const fields = wrong
    .slice(0, NAMED_MAX)
    .flatMap(({ row, refused }) =>
      Object.entries<Refusal<ErrorCode> | undefined>(refused).flatMap(
        ([field, refusal]): [string, Refusal<ErrorCode>][] => (refusal ? [[`lines.${row}.${field}`, refusal]] : []),
      ),
    );
  const [error] = errorsOf(kind, headings, first, language);
  const params = {
    count: wrong.length,
    line: first.row,
    column: error?.column ?? '',
    message: error?.message ?? '',
  };
  throw new Refused('import_lines_wrong', params, Object.fromEntries(fields));
}
