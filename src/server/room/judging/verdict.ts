import type { BidId } from '#domain/basics/ids.ts';
import type { Refused } from '#server/platform/http/refused.ts';
import type { NewLine } from '#server/room/store/write-lines.ts';

/** The answer to a request and the lines that it adds to the history; a refusal may add lines too (a late bid). */
export type Verdict = { readonly lines: readonly NewLine[] } & (
  | { readonly ok: true; readonly bidIds: readonly BidId[] }
  | { readonly ok: false; readonly refused: Refused }
);
