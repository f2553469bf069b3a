import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { FileReply } from '#contract/basics/file.ts';
import type { ExportFormat, ExportValue } from '#server/platform/export/spreadsheet.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { keepWorker } from '#server/platform/runtime/kept-worker.ts';
import type { ExportPart, ExportOptions } from '#server/platform/export/export-worker.ts';

export type ExportColumn<Row> = { readonly heading: string; readonly value: (row: Row) => ExportValue };
export type ExportTable<Row> = {
  /** Name of the file, without its extension. */
  readonly name: string;
  readonly columns: readonly ExportColumn<Row>[];
  readonly rows: readonly Row[];
};

/**
 * Maximum number of rows in a file. A workbook takes ten times the memory and time of a CSV file with the same rows.
 */
const ROWS_MAX: Record<ExportFormat, number> = { csv: 100_000, xlsx: 10_000 };
/**
 * Returns the `limit` of a query for an export: one row more than a file may have. A longer list is refused, not cut
 * off.
 */
export const rowLimitOf = (format: ExportFormat): number => ROWS_MAX[format] + 1;

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
 * Returns a list as a spreadsheet file. The headings of `columns` are already in the caller's language. Writing can
 * take seconds, so a separate thread writes the file and no bid is delayed.
 * @throws Refused export_too_large
 */
export async function exportFile<Row>(
  { name, columns, rows }: ExportTable<Row>,
  how: ExportOptions,
): Promise<FileReply> {
  const maximum = ROWS_MAX[how.format];
  if (rows.length > maximum) throw new Refused('export_too_large', { maximum });
  const thread = rows.length <= SHORT_ROWS ? threads.short : threads.long;
  const bytes = await thread.run((worker) => writeElsewhere(worker, { name, columns, rows }, how));
  return { name: `${name}.${how.format}`, type: TYPES[how.format], bytes };
}

const LINES_AT_ONCE = 500;

async function writeElsewhere<Row>(
  worker: Worker,
  { columns, rows }: ExportTable<Row>,
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
