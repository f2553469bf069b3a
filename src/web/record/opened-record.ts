import type { ConductTimes } from '#domain/auction/conduct.ts';
import type { ItemId } from '#domain/basics/ids.ts';
import type { StandingRow } from '#domain/bidding/standing.ts';
import type { Fault, AuctionRecord, RecordedLine } from '#domain/record/record.ts';

/** When every line was written and of what kind it is, in columns: a hundred thousand lines cross in a moment. */
export type LineColumns = {
  /** Never falling: a line that is written before an earlier one stands at that one's time. */
  readonly atMs: Float64Array<ArrayBuffer>;
  /** Places in `HISTORY_KINDS`. */
  readonly kinds: Uint8Array<ArrayBuffer>;
  /** Places among the items of the head; -1 for lines of no item. */
  readonly items: Int16Array<ArrayBuffer>;
};

export type WholeRecord = Pick<AuctionRecord, 'head' | 'awards'> & {
  readonly isWhole: true;
  readonly publicKey: string;
  readonly headHash: string;
  /** Lines hold what administrators typed about bids, which may name somebody. */
  readonly hasTypedReasons: boolean;
  readonly columns: LineColumns;
};

/** The first fault, and what stands in its line. */
export type FaultyRecord = { readonly isWhole: false; readonly fault: Fault; readonly text: string };

/** How the room stood after a line. */
export type Sight = {
  readonly seq: number;
  readonly itemId: ItemId;
  /** The line itself; null before the first. */
  readonly last: RecordedLine | null;
  readonly rows: readonly StandingRow[];
  readonly times: ConductTimes;
};

/** A hash that somebody kept, and the line that it is the hash of; null where there is none. */
export type Receipt = { readonly hash: string; readonly found: RecordedLine | null };

/** What the page asks of the thread that holds the record, and what it gets. */
export type Questions = {
  open: { asked: { file: Blob }; answer: WholeRecord | FaultyRecord };
  see: { asked: { seq: number; itemId: ItemId }; answer: Sight };
  find: { asked: { hashes: readonly string[] }; answer: readonly Receipt[] };
};
export type Question = keyof Questions;
export type Asked<Name extends Question = Question> = {
  [One in Name]: { readonly id: number; readonly name: One } & Questions[One]['asked'];
}[Name];
export type Answered = { readonly id: number } & ({ readonly answer: unknown } | { readonly failure: string });
