import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { FileReply } from '#contract/basics/file.ts';
import type { Block, Cells, PdfDocument } from '#server/platform/document/document.ts';
import { keepWorker } from '#server/platform/runtime/kept-worker.ts';
import type { DocumentPart } from '#server/platform/document/pdf-worker.ts';

/** Documents of this process are drawn one after the other: what they take in memory is taken once. */
const thread = keepWorker(new URL('pdf-worker.ts', import.meta.url));

/**
 * A document as a PDF. It is drawn in a thread of its own, in which nobody's bid waits; the thread stays for a while,
 * since statements come in numbers when an auction closes.
 */
export const makePdf = (document: PdfDocument): Promise<Uint8Array> =>
  thread.run((worker) => drawElsewhere(worker, document));

/** The same as an answer; `name` is the file's, without its ending. */
export const pdfFile = async (name: string, document: PdfDocument): Promise<FileReply> => ({
  name: `${name}.pdf`,
  type: 'application/pdf',
  bytes: await makePdf(document),
});

async function drawElsewhere(worker: Worker, { blocks, ...head }: PdfDocument): Promise<Uint8Array> {
  const answered = once(worker, 'message') as Promise<[Uint8Array | string]>;
  // What fails there fails here, as soon as somebody waits for it.
  answered.catch(() => undefined);
  for (const block of blocks) await sendBlock(worker, block);
  send(worker, { kind: 'end', head });
  const [drawn] = await answered;
  if (typeof drawn === 'string') throw new Error(drawn);
  return drawn;
}

const send = (worker: Worker, part: DocumentPart): void => worker.postMessage(part, []);

const ROWS_AT_ONCE = 500;

/** Long tables go in parts, so that others get their turn. */
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
