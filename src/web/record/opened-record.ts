import type { ConductTimes } from '#domain/auction/conduct.ts';
import type { ItemId } from '#domain/basics/ids.ts';
import type { StandingRow } from '#domain/bidding/standing.ts';
import type { Fault, AuctionRecord, RecordedLine } from '#domain/record/record.ts';

/** Time and kind of every line, in columns: typed arrays transfer a hundred thousand lines quickly. */
export type LineColumns = {
  /** Times in ms, never decreasing. A line with a later time than a following line gets that line's time. */
  readonly atMs: Float64Array<ArrayBuffer>;
  /** Indexes into `HISTORY_KINDS`. */
  readonly kinds: Uint8Array<ArrayBuffer>;
  /** Indexes into the items of the head; -1 for lines without an item. */
  readonly items: Int16Array<ArrayBuffer>;
};

export type WholeRecord = Pick<AuctionRecord, 'head' | 'awards'> & {
  readonly isWhole: true;
  readonly publicKey: string;
  readonly headHash: string;
  /** True if lines contain text that administrators typed about bids. It may name people. */
  readonly hasTypedReasons: boolean;
  readonly columns: LineColumns;
};

/** The first fault, and the text of its line. */
export type FaultyRecord = { readonly isWhole: false; readonly fault: Fault; readonly text: string };

/** The state of the room after a line. */
export type ReplayedState = {
  readonly seq: number;
  readonly itemId: ItemId;
  /** The line itself; null before the first line. */
  readonly last: RecordedLine | null;
  readonly rows: readonly StandingRow[];
  readonly times: ConductTimes;
};

/** A hash from a receipt, and the line that has this hash; null if there is none. */
export type Receipt = { readonly hash: string; readonly found: RecordedLine | null };

/** The questions that the page sends to the worker that holds the record, and their answers. */
export type WorkerCalls = {
  open: { asked: { file: Blob }; answer: WholeRecord | FaultyRecord };
  see: { asked: { seq: number; itemId: ItemId }; answer: ReplayedState };
  find: { asked: { hashes: readonly string[] }; answer: readonly Receipt[] };
};
export type WorkerCallName = keyof WorkerCalls;
export type WorkerRequest<Name extends WorkerCallName = WorkerCallName> = {
  [One in Name]: { readonly id: number; readonly name: One } & WorkerCalls[One]['asked'];
}[Name];
export type WorkerReply = { readonly id: number } & ({ readonly answer: unknown } | { readonly failure: string });
