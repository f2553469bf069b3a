import '#web/record/no-eval.ts';
import { judgeReceipts } from '#contract/award/judge-receipts.ts';
import { judgeRecord } from '#contract/award/judge-record.ts';
import type { ReadRecord } from '#contract/award/record.ts';
import { hasTypedReason, HISTORY_KINDS } from '#domain/bidding/history.ts';
import type { AuctionRecord, RecordedLine } from '#domain/record/record.ts';
import { replayOf, type Replay } from '#domain/record/replay.ts';
import { judgeLogProof } from '#domain/transparency/log-proof.ts';
import { readKey } from '#domain/transparency/note.ts';
import { BROWSER_NOTE_CRYPTO, BROWSER_PROOFS, browserReceiptProofs, bytesOf } from '#web/record/browser-proofs.ts';
import type {
  WorkerReply,
  WorkerRequest,
  FaultyRecord,
  LineColumns,
  WorkerCalls,
  WholeRecord,
} from '#web/record/opened-record.ts';

/**
 * The record that this worker holds. Verifying and replaying a long record in a worker does not block the page. The
 * worker makes no network request.
 */
type Held = Pick<ReadRecord, 'record' | 'seal'> & { readonly replay: Replay };
let held: Held | undefined;

const LINE_SHOWN = 2_000;

/**
 * Verifies a record and keeps it for later calls. A faulty record is not kept: the result has the fault and the start
 * of the faulty entry's text.
 */
async function open(file: Blob): Promise<WholeRecord | FaultyRecord> {
  held = undefined;
  // A byte order mark stays in the text, as in the command-line verification.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer());
  const judged = judgeRecord(text, BROWSER_PROOFS);
  if ('what' in judged) {
    const line = text.split('\n', judged.line)[judged.line - 1] ?? '';
    return { isWhole: false, fault: judged, text: line.slice(0, LINE_SHOWN) };
  }
  const { record, seal } = judged;
  held = { record, seal, replay: replayOf(record) };
  const { head, lines, awards } = record;
  const headHash = lines.at(-1)?.hash ?? '';
  const hasTypedReasons = lines.some(({ line }) => hasTypedReason(line));
  const proofs = { publicKey: seal.publicKey, headHash };
  return { isWhole: true, head, awards, ...proofs, hasTypedReasons, columns: columnsOf(record) };
}

/** Returns the entries in columns. The loop goes backward: each time becomes at most the time of the next entry. */
function columnsOf({ head, lines }: AuctionRecord): LineColumns {
  const places = new Map(head.items.map(({ itemId }, at) => [itemId, at]));
  const atMs = Float64Array.from(lines, ({ line }) => Date.parse(line.at));
  for (let index = atMs.length - 2; index >= 0; index -= 1)
    atMs[index] = Math.min(atMs[index] ?? 0, atMs[index + 1] ?? Infinity);
  return {
    atMs,
    kinds: Uint8Array.from(lines, ({ line }) => HISTORY_KINDS.indexOf(line.kind)),
    items: Int16Array.from(lines, ({ line }) => (line.itemId === null ? -1 : (places.get(line.itemId) ?? -1))),
  };
}

/** Returns the state after an entry: the entry itself, the ranking of an item, and the times of the auction. */
function see({ record, replay }: Held, { seq, itemId }: WorkerCalls['see']['asked']): WorkerCalls['see']['answer'] {
  const last = record.lines[seq - 1] ?? null;
  return { seq, itemId, last, rows: replay.rowsAt(seq, itemId), times: replay.timesAt(seq) };
}

/** Returns the entry of each hash; null for a hash that the record does not contain. */
function find({ record }: Held, { hashes }: WorkerCalls['find']['asked']): WorkerCalls['find']['answer'] {
  const wanted = new Map<string, RecordedLine | null>(hashes.map((hash) => [hash, null]));
  for (const line of record.lines) if (wanted.has(line.hash)) wanted.set(line.hash, line);
  return [...wanted].map(([hash, found]) => ({ hash, found }));
}

/** Checks the log proof of the record, with the keys of the witnesses that the reader trusts. */
async function prove(
  { record: { head, lines }, seal: { publicKey } }: Held,
  { file, keys }: WorkerCalls['prove']['asked'],
): Promise<WorkerCalls['prove']['answer']> {
  const last = lines.at(-1);
  const witnesses = keys.flatMap((text) => {
    const key = readKey(BROWSER_NOTE_CRYPTO.sha256, text);
    return key?.type === 'witness' ? [key] : [];
  });
  const expected = {
    head: { auctionId: head.auctionId, seq: last?.line.seq ?? 0, hash: last?.hash ?? '', at: last?.line.at ?? '' },
    publicKey: bytesOf(publicKey),
    witnesses,
  };
  // A malformed key is no witness that signed.
  if (witnesses.length < keys.length) return 'noWitness';
  return judgeLogProof(await file.text(), expected, BROWSER_NOTE_CRYPTO);
}

/** Computes the result of a call. Calls other than `open` need an open record. */
async function answer(asked: WorkerRequest): Promise<unknown> {
  if (asked.name === 'open') return open(asked.file);
  if (!held) throw new Error('no record is open');
  if (asked.name === 'judge') return judgeReceipts(await asked.receipts.text(), held, browserReceiptProofs());
  if (asked.name === 'prove') return prove(held, asked);
  return asked.name === 'see' ? see(held, asked) : find(held, asked);
}

const reply = (answered: WorkerReply): void => postMessage(answered);

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  answer(data).then(
    (given) => reply({ id: data.id, answer: given }),
    (thrown: unknown) => reply({ id: data.id, failure: String(thrown) }),
  );
});
