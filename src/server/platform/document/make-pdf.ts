import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { FileReply } from '#contract/basics/file.ts';
import type { Block, Cells, PdfDocument } from '#server/platform/document/document.ts';
import { keepWorker } from '#server/platform/runtime/kept-worker.ts';
import type { DocumentPart } from '#server/platform/document/pdf-worker.ts';

/** The thread that draws the documents of this process, one after the other. This limits the memory. */
const thread = keepWorker(new URL('pdf-worker.ts', import.meta.url));

/**
 * Returns a document as a PDF. A separate thread draws it, so drawing delays no bid. The thread stays alive for a
 * while, because many documents are made when an auction closes.
 */
export const makePdf = (document: PdfDocument): Promise<Uint8Array> =>
  thread.run((worker) => drawElsewhere(worker, document));

/** Returns a document as the reply of a call. `name` is the file name without its extension. */
export const pdfFile = async (name: string, document: PdfDocument): Promise<FileReply> => ({
  name: `${name}.pdf`,
  type: 'application/pdf',
  bytes: await makePdf(document),
});

async function drawElsewhere(worker: Worker, { blocks, ...head }: PdfDocument): Promise<Uint8Array> {
  const answered = once(worker, 'message') as Promise<[Uint8Array | string]>;
  // Prevents an unhandled rejection while the blocks are sent. The error is thrown at the `await` below.
  answered.catch(() => undefined);
  for (const block of blocks) await sendBlock(worker, block);
  send(worker, { kind: 'end', head });
  const [drawn] = await answered;
  if (typeof drawn === 'string') throw new Error(drawn);
  return drawn;
}

const send = (worker: Worker, part: DocumentPart): void => worker.postMessage(part, []);

const ROWS_AT_ONCE = 500;

/** Sends a block to the thread. A table is sent in parts, so that this process can do other work in between. */
async function sendBlock(worker: Worker, block: Block): Promise<void> {
  if (block.kind !== 'table') return send(worker, { kind: 'block', block });
  send(worker, { kind: 'block', block: { ...block, rows: [] } });
  let rows: Cells[] = [];
  for (const row of block.rows) {
    if (rows.push(row) < ROWS_AT_ONCE) continue;
    send(worker, { kind: 'rows', rows });
    rows = [];
    await nextTurn();
  }
  send(worker, { kind: 'rows', rows });
}
