import { parentPort } from 'node:worker_threads';
import { readTable } from '#server/import/read-table.ts';

/** Reads the files that `read-import.ts` sends to this thread, and sends back the rows, a refusal, or an error text. */
parentPort?.on('message', (bytes: Uint8Array) => {
  const read = readTable(Buffer.from(bytes)).catch(String);
  void read.then((table) => parentPort?.postMessage(table, []));
});
