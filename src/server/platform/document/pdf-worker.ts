import type { Cells } from '#server/platform/document/document.ts';
import { parentPort } from 'node:worker_threads';
import type { Block, PdfDocument } from '#server/platform/document/document.ts';
import { drawDocument } from '#server/platform/document/draw-document.ts';

/**
 * The blocks of the current document. `make-pdf.ts` sends this thread the blocks and then the head of a document. The
 * thread draws the document and sends back the PDF or an error text.
 */
let blocks: Block[] = [];
parentPort?.on('message', (part: DocumentPart) => {
  if (part.kind === 'end') return void sendBack(part.head);
  const last = blocks.at(-1);
  if (part.kind === 'block') blocks.push(part.block);
  else if (last?.kind === 'table') (last.rows as unknown[]).push(...part.rows);
});

async function sendBack(head: Omit<PdfDocument, 'blocks'>): Promise<void> {
  const document = { ...head, blocks };
  blocks = [];
  try {
    parentPort?.postMessage(await drawDocument(document), []);
  } catch (failure) {
    parentPort?.postMessage(String(failure), []);
  }
}

/** Messages to the thread: blocks, a table's rows in parts, then the end. */
export type DocumentPart =
  | { readonly kind: 'block'; readonly block: Block }
  | { readonly kind: 'rows'; readonly rows: readonly Cells[] }
  | { readonly kind: 'end'; readonly head: Omit<PdfDocument, 'blocks'> };
