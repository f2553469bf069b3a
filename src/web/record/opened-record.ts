import type { JudgedReceipts, ReceiptFault } from '#contract/award/judge-receipts.ts';
import type { ConductTimes } from '#domain/auction/conduct.ts';
import type { ItemId } from '#domain/basics/ids.ts';
import type { LogFaultKind, ProvenHead } from '#domain/transparency/log-proof.ts';
import type { StandingRow } from '#domain/bidding/standing.ts';
import type { Fault, AuctionRecord, RecordedLine } from '#domain/record/record.ts';

/**
 * The time, kind and item of every entry, in typed arrays. The worker can send a hundred thousand entries quickly this
 * way.
 */
export type LineColumns = {
  /**
   * Times in ms since 1970. They never decrease: if a following entry has an earlier time, this earlier time is used
   * for both.
   */
  readonly atMs: Float64Array<ArrayBuffer>;
  /** Indexes into `HISTORY_KINDS`. */
  readonly kinds: Uint8Array<ArrayBuffer>;
  /** Indexes into the items of the record's head; -1 for an entry without an item. */
  readonly items: Int16Array<ArrayBuffer>;
};

export type WholeRecord = Pick<AuctionRecord, 'head' | 'awards'> & {
  readonly isWhole: true;
  readonly publicKey: string;
  readonly headHash: string;
  /** True if entries contain text that administrators typed about bids. This text may name people. */
  readonly hasTypedReasons: boolean;
  readonly columns: LineColumns;
};

/** The first fault of a record, and the text of the faulty entry. */
export type FaultyRecord = { readonly isWhole: false; readonly fault: Fault; readonly text: string };

/** The state of the room after an entry. */
export type ReplayedState = {
  readonly seq: number;
  readonly itemId: ItemId;
  /** The entry itself; null before the first entry. */
  readonly last: RecordedLine | null;
  readonly rows: readonly StandingRow[];
  readonly times: ConductTimes;
};

/** A hash from a receipt. `found` is the entry with this hash; null if the record has no such entry. */
export type Receipt = { readonly hash: string; readonly found: RecordedLine | null };

/** The calls that the page sends to the worker with the record, and their results. */
export type WorkerCalls = {
  open: { asked: { file: Blob }; answer: WholeRecord | FaultyRecord };
  see: { asked: { seq: number; itemId: ItemId }; answer: ReplayedState };
  /** Compares a file of receipts with the open record. */
  judge: { asked: { receipts: Blob }; answer: ReceiptFault | JudgedReceipts };
  prove: { asked: { file: Blob; keys: readonly string[] }; answer: ProvenHead | LogFaultKind };
  find: { asked: { hashes: readonly string[] }; answer: readonly Receipt[] };
};
export type WorkerCallName = keyof WorkerCalls;
export type WorkerRequest<Name extends WorkerCallName = WorkerCallName> = {
  [One in Name]: { readonly id: number; readonly name: One } & WorkerCalls[One]['asked'];
}[Name];
export type WorkerReply = { readonly id: number } & ({ readonly answer: unknown } | { readonly failure: string });
