import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { FileReply } from '#contract/basics/file.ts';
import type { ExportFormat, ExportValue } from '#server/platform/export/spreadsheet.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { keepWorker } from '#server/platform/runtime/kept-worker.ts';
import type { ExportPart, How } from '#server/platform/export/export-worker.ts';

export type ExportColumn<Row> = { readonly heading: string; readonly value: (row: Row) => ExportValue };
export type ExportTable<Row> = {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly columns: readonly ExportColumn<Row>[];
  readonly rows: readonly Row[];
};

/** A workbook takes ten times the memory and time of the same lines as text. */
const ROWS_MAX: Record<ExportFormat, number> = { csv: 100_000, xlsx: 10_000 };
/** One more than a file holds, so that a longer list is noticed instead of cut off. */
export const rowsSought = (format: ExportFormat): number => ROWS_MAX[format] + 1;

const TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * A process writes its files one after the other, which limits the memory. Short files have a thread of their own, so
 * they never wait for a long one. The files of one person wait for each other in `answer.ts`.
 */
const program = new URL('export-worker.ts', import.meta.url);
const threads = { short: keepWorker(program), long: keepWorker(program) };
const SHORT_ROWS = 1_000;

/**
 * A list as a file for spreadsheets, its headings in the caller's language already. It is written in a thread of its own:
 * it takes seconds, in which nobody's bid may wait.
 */
export async function exportFile<Row>({ name, columns, rows }: ExportTable<Row>, how: How): Promise<FileReply> {
  const maximum = ROWS_MAX[how.format];
  if (rows.length > maximum) throw new Refused('export_too_large', { maximum });
  const thread = rows.length <= SHORT_ROWS ? threads.short : threads.long;
  const bytes = await thread.run((worker) => writeElsewhere(worker, { name, columns, rows }, how));
  return { name: `${name}.${how.format}`, type: TYPES[how.format], bytes };
}

const LINES_AT_ONCE = 500;

async function writeElsewhere<Row>(worker: Worker, { columns, rows }: ExportTable<Row>, how: How): Promise<Uint8Array> {
  const written = once(worker, 'message') as Promise<[Uint8Array | string]>;
  // What fails there fails here, as soon as somebody waits for it.
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
