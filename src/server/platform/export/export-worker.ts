import type { ExportFormat } from '#server/platform/export/spreadsheet.ts';
import { parentPort } from 'node:worker_threads';
import { writeSpreadsheet, type ExportLine } from '#server/platform/export/spreadsheet.ts';

/** Writes files, one after the other, in a thread of its own (export.ts); the file goes back, or what went wrong. */
let lines: ExportLine[] = [];
parentPort?.on('message', (part: ExportPart) => {
  if (!('format' in part)) return void lines.push(...part);
  const written = writeSpreadsheet(lines, part).catch(String);
  lines = [];
  void written.then((file) => parentPort?.postMessage(file, []));
});

/** What goes to the thread: lines in parts, the headings first, then how they are written. */
export type ExportPart = readonly ExportLine[] | How;

export type How = { readonly format: ExportFormat; readonly timeZone: string };
