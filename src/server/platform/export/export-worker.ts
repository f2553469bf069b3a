import type { ExportFormat } from '#server/platform/export/spreadsheet.ts';
import { parentPort } from 'node:worker_threads';
import { writeSpreadsheet, type ExportLine } from '#server/platform/export/spreadsheet.ts';

/** Writes files one after the other in its own thread (export.ts). It returns each file, or an error text. */
let lines: ExportLine[] = [];
parentPort?.on('message', (part: ExportPart) => {
  if (!('format' in part)) return void lines.push(...part);
  const written = writeSpreadsheet(lines, part).catch(String);
  lines = [];
  void written.then((file) => parentPort?.postMessage(file, []));
});

/** Messages to the thread: lines in parts, the headings first, then the format. */
export type ExportPart = readonly ExportLine[] | ExportOptions;

export type ExportOptions = { readonly format: ExportFormat; readonly timeZone: string };
