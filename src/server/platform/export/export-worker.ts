import type { ExportFormat } from '#server/platform/export/spreadsheet.ts';
import { parentPort } from 'node:worker_threads';
import { writeSpreadsheet, type ExportLine } from '#server/platform/export/spreadsheet.ts';

/**
 * The lines of the next file. `export.ts` sends this thread the lines and then the format of a file. The thread writes
 * the file and sends back the file or an error text.
 */
let lines: ExportLine[] = [];
parentPort?.on('message', (part: ExportPart) => {
  if (!('format' in part)) return void lines.push(...part);
  const written = writeSpreadsheet(lines, part).catch(String);
  lines = [];
  void written.then((file) => parentPort?.postMessage(file, []));
});

/** Messages to the thread: first the headings, then the lines in parts, and at the end the format and the time zone. */
export type ExportPart = readonly ExportLine[] | ExportOptions;

export type ExportOptions = { readonly format: ExportFormat; readonly timeZone: string };
