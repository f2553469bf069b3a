import { parentPort, workerData } from 'node:worker_threads';
import { writeSpreadsheet, type ExportLine } from '#server/platform/spreadsheet.ts';

/** Writes one file in a thread of its own (export.ts): lines come in parts, then `null`; the file goes back. */
const lines: ExportLine[] = [];
parentPort?.on('message', (part: readonly ExportLine[] | null) => {
  if (part) lines.push(...part);
  else void sendBack();
});

async function sendBack(): Promise<void> {
  const bytes = await writeSpreadsheet(lines, workerData as Parameters<typeof writeSpreadsheet>[1]);
  parentPort?.postMessage(bytes, []);
  parentPort?.close();
}
