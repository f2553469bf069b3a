import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { FileReply } from '#contract/basics/file.ts';
import type { Db } from '#server/platform/database/database.ts';
import { batchesOf, inSnapshot, type RowSource } from '#server/platform/export/batches.ts';
import {
  isForMachines,
  machineFile,
  type MachineColumn,
  type MachineFormat,
  type RawValue,
} from '#server/platform/export/machine-file.ts';
import type { ExportFormat, ExportValue } from '#server/platform/export/spreadsheet.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { keepWorker } from '#server/platform/runtime/kept-worker.ts';
import type { ExportPart, ExportOptions } from '#server/platform/export/export-worker.ts';

/** A column of files for people. Its heading and its values are in the reader's language. */
type PeopleColumn<Row> = { readonly heading: string; readonly value: (row: Row) => ExportValue };
/**
 * A column of an export. `key` is its name in files for programs and never changes (decision 119). `raw` is its value
 * there; without it, `value`. A column without a heading is only for programs, one without a key only for people.
 */
export type ExportColumn<Row> =
  | (PeopleColumn<Row> & { readonly key: string; readonly raw?: (row: Row) => RawValue })
  | (PeopleColumn<Row> & { readonly key: null })
  | (MachineColumn<Row> & { readonly heading?: never });
export type ExportTable<Row> = {
  /** Name of the file, without its extension. */
  readonly name: string;
  readonly columns: readonly ExportColumn<Row>[];
  readonly rows: readonly Row[];
};

/** A format of exports, for people or for programs. */
export type AnyFormat = ExportFormat | MachineFormat;
type HowToExport = { readonly format: AnyFormat; readonly timeZone: string };

/**
 * Maximum number of rows in a file that is made from rows in memory. A workbook takes ten times the memory and time of a CSV file with the same rows.
 */
const ROWS_MAX: Record<AnyFormat, number> = { csv: 100_000, xlsx: 10_000, jsonl: 100_000, 'data-csv': 100_000 };
/**
 * Returns the `limit` of a query for an export: one row more than a file may have. A longer list is refused, not cut
 * off.
 */
export const rowLimitOf = (format: AnyFormat): number => ROWS_MAX[format] + 1;

const TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The program of the threads. */
const program = new URL('export-worker.ts', import.meta.url);
/**
 * The threads that write the files of this process. Each thread writes one file at a time, which limits the memory.
 * Short files have a thread of their own, so they never wait for a long file. In addition, `answer.ts` makes one file
 * per person at a time.
 */
const threads = { short: keepWorker(program), long: keepWorker(program) };
const SHORT_ROWS = 1_000;

/**
 * Returns a list as a file. The headings of `columns` are already in the caller's language.
 * @throws Refused export_too_large
 */
export async function exportFile<Row>(
  { name, columns, rows }: ExportTable<Row>,
  { format, timeZone }: HowToExport,
): Promise<FileReply> {
  const maximum = ROWS_MAX[format];
  if (rows.length > maximum) throw new Refused('export_too_large', { maximum });
  return isForMachines(format)
    ? machineFile({ name, columns: forMachines(columns), batches: partsOf(rows) }, format)
    : spreadsheetFile({ name, columns: forPeople(columns), rows }, { format, timeZone });
}

/**
 * Like `exportFile`, for a list that may be long. A file for programs is written batch by batch, from one state of the
 * database.
 * @throws Refused export_too_large
 */
export async function exportList<Row>(
  db: Db,
  { name, columns, ...source }: Omit<ExportTable<Row>, 'rows'> & RowSource<Row>,
  how: HowToExport,
): Promise<FileReply> {
  const { format } = how;
  const read = <T>(work: (batches: AsyncIterable<readonly Row[]>) => Promise<T>): Promise<T> =>
    inSnapshot(db, (transaction) => work(batchesOf(transaction, source)));
  if (isForMachines(format))
    return read((batches) => machineFile({ name, columns: forMachines(columns), batches }, format));
  const rows = await read((batches) => firstOf(batches, rowLimitOf(format)));
  return exportFile({ name, columns, rows }, how);
}

/** Returns the rows of the batches until there are as many as the limit, or more. */
async function firstOf<Row>(batches: AsyncIterable<readonly Row[]>, limit: number): Promise<Row[]> {
  const all: Row[] = [];
  for await (const rows of batches) {
    for (const row of rows) all.push(row);
    if (all.length >= limit) break;
  }
  return all;
}

/** Returns the columns of a file for people. */
export const forPeople = <Row>(columns: readonly ExportColumn<Row>[]): PeopleColumn<Row>[] =>
  columns.flatMap((column) => (column.heading === undefined ? [] : [column]));

const forMachines = <Row>(columns: readonly ExportColumn<Row>[]): MachineColumn<Row>[] =>
  columns.flatMap((column) =>
    column.key === null
      ? []
      : [{ key: column.key, raw: column.heading === undefined ? column.raw : (column.raw ?? column.value) }],
  );

const LINES_AT_ONCE = 500;

async function* partsOf<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += LINES_AT_ONCE) yield rows.slice(from, from + LINES_AT_ONCE);
}

type Spreadsheet<Row> = {
  readonly name: string;
  readonly columns: readonly PeopleColumn<Row>[];
  readonly rows: readonly Row[];
};

/**
 * Returns a list as a spreadsheet file. Writing can take seconds, so a separate thread writes the file and no bid is
 * delayed.
 */
async function spreadsheetFile<Row>(sheet: Spreadsheet<Row>, how: ExportOptions): Promise<FileReply> {
  const thread = sheet.rows.length <= SHORT_ROWS ? threads.short : threads.long;
  const bytes = await thread.run((worker) => writeElsewhere(worker, sheet, how));
  return { name: `${sheet.name}.${how.format}`, type: TYPES[how.format], bytes };
}

async function writeElsewhere<Row>(
  worker: Worker,
  { columns, rows }: Spreadsheet<Row>,
  how: ExportOptions,
): Promise<Uint8Array> {
  const written = once(worker, 'message') as Promise<[Uint8Array | string]>;
  // Prevents an unhandled rejection while the lines are sent. The error is thrown at the `await` below.
  written.catch(() => undefined);
  const send = (part: ExportPart): void => worker.postMessage(part, []);
  send([columns.map(({ heading }) => heading)]);
  for (let from = 0; from < rows.length; from += LINES_AT_ONCE) {
    send(rows.slice(from, from + LINES_AT_ONCE).map((row) => columns.map(({ value }) => value(row))));
    await nextTurn();
  }
  send(how);
  const [bytes] = await written;
  if (typeof bytes === 'string') throw new Error(bytes);
  return bytes;
}
